import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { State } from "./host.ts";
import { document, FAILURES, Model, show, useFreshPage, widget, window } from "./host.ts";

useFreshPage();

/** A board on a page with ipywidgets models, and its views' messages. */
function shown(layout: unknown = { comm_live: true, comm: {} }) {
  const model = new Model({ layout });
  const board = show(model, { greeted: false });
  const told = () => model.sent.filter(({ kind }) => kind.startsWith("view_"));
  return { ...board, told };
}

describe("a view on a page with ipywidgets models", () => {
  it("tells Python when it appears and disappears, with a unique name", () => {
    const { model, told, close } = shown();
    show(model, { greeted: false });
    close();
    const [{ view }, other] = told();
    const [opened, closed] = ["view_opened", "view_closed"];
    assert.deepEqual(told(), [{ kind: opened, view }, other, { kind: closed, view }]);
    assert.match(String(view), /^[\d-]{5,64}$/);
    assert.equal(other.kind, opened);
    assert.notEqual(other.view, view);
  });

  it("tells Python when its page is hidden and shown, until it disappears", (test) => {
    let isHidden = true;
    test.mock.getter(document as Document, "hidden", () => isHidden);
    const { told, close } = shown();
    const change = () => document.dispatchEvent(new window.Event("visibilitychange"));
    isHidden = false;
    change();
    isHidden = true;
    change();
    close();
    change();
    const kinds = ["opened", "hidden", "shown", "hidden", "closed"];
    assert.deepEqual(
      told().map(({ kind }) => kind),
      kinds.map((kind) => `view_${kind}`),
    );
  });

  it("sends nothing with other models or without Python", () => {
    for (const layout of [null, "IPY_MODEL_1", { comm_live: false, comm: undefined }]) {
      const { told, close } = shown(layout);
      close();
      assert.deepEqual(told(), []);
    }
  });

  it("sends nothing after its model was closed or has lost Python", () => {
    for (const lost of [{ comm_live: true }, { comm_live: false, comm: {} }]) {
      const { model, told, close } = shown();
      model.state.layout = lost;
      close();
      assert.equal(told().length, 1);
    }
  });

  it("works if nothing can be sent", async () => {
    const { model, el, close } = shown();
    for (const fail of Object.values(FAILURES)) {
      model.send = fail;
      show(model, { greeted: false }).close();
    }
    await Promise.resolve();
    close();
    assert.equal(el.innerHTML, "");
  });
});

it("A closed model keeps neither script nor styles, and neither does Backbone", () => {
  const model = new Model({ _esm: "export default {}", _css: ".ttt{}" });
  /** The values before the last change, stored by Backbone. */
  let before: State = {};
  model.set = (name, value) => {
    before = { ...model.state };
    model.state[name] = value;
  };
  widget.initialize({ model: model as never });
  assert.equal(model.get("_css"), ".ttt{}");
  model.emit("destroy");
  for (const state of [model.state, before])
    assert.deepEqual([state._esm, state._css], ["", ""]);
});
