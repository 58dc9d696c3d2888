import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { State } from "./host.ts";
import { Model, show, useFreshPage, widget } from "./host.ts";

useFreshPage();

const CONNECTED = { comm_live: true, comm: {} };

/** A board on a page with the models of ipywidgets, and what its views tell of themselves. */
function shown(layout: unknown = CONNECTED) {
  const model = new Model({ layout });
  const board = show(model, { greeted: false });
  const told = () => model.sent.filter(({ kind }) => kind.startsWith("view_"));
  return { ...board, model, told };
}

describe("a view on a page with the models of ipywidgets", () => {
  it("tells Python when it has come and when it has gone, by a name of its own", () => {
    const { told, close } = shown();
    const [{ view }] = told();
    assert.deepEqual(told(), [{ kind: "view_opened", view }]);
    assert.match(String(view), /^[\d-]{5,64}$/);
    close();
    assert.deepEqual(told(), [
      { kind: "view_opened", view },
      { kind: "view_closed", view },
    ]);
  });

  it("has another name than a second view of the same model", () => {
    const { model, told } = shown();
    show(model, { greeted: false });
    const [first, second] = told();
    assert.equal(second.kind, "view_opened");
    assert.notEqual(first.view, second.view);
  });

  it("tells nothing where the models are others, or Python is not there", () => {
    for (const layout of [null, "IPY_MODEL_1", { comm_live: false, comm: undefined }]) {
      const { told, close } = shown(layout);
      close();
      assert.deepEqual(told(), []);
    }
  });

  it("tells nothing when it goes because its model was closed, or has lost Python", () => {
    for (const lost of [{ comm_live: true }, { comm_live: false, comm: {} }]) {
      const { model, told, close } = shown();
      model.state.layout = lost;
      close();
      assert.equal(told().length, 1);
    }
  });

  it("is not disturbed when nothing can be sent", async () => {
    const { model, el, close } = shown();
    for (const fail of [
      () => {
        throw new Error("gone");
      },
      () => Promise.reject(new Error("gone")),
    ]) {
      model.send = fail;
      show(model, { greeted: false }).close();
    }
    await Promise.resolve();
    close();
    assert.equal(el.innerHTML, "");
  });
});

describe("a model that is closed", () => {
  it("keeps neither script nor styles, nor what Backbone remembers of them", () => {
    const model = new Model({ _esm: "export default {}", _css: ".ttt{}" });
    /** The values before the last change, as Backbone keeps them. */
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
});
