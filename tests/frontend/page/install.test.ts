// The button that installs the page.

import assert from "node:assert/strict";
import { it } from "node:test";

import { document, useFreshPage, window } from "../host.ts";

const { offerInstall } = await import("../../../frontend/page/install.ts");

useFreshPage();

it("appears while the browser offers to install the page, and forwards the offer", () => {
  globalThis.addEventListener = window.addEventListener.bind(window) as never;
  const button = document.createElement("button");
  button.hidden = true;
  offerInstall([button]);
  let prompts = 0;
  const offer = Object.assign(new window.Event("beforeinstallprompt", { cancelable: true }), {
    prompt: () => (prompts += 1),
  });
  window.dispatchEvent(offer);
  assert.deepEqual([button.hidden, offer.defaultPrevented], [false, true]);
  button.click();
  assert.deepEqual([button.hidden, prompts], [true, 1]);
});
