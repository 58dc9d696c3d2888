import pytest
from playwright.sync_api import expect

COUNTER = '''
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = """export default {render({model, el}) {
      const b = document.createElement("button"); b.className="counter";
      const draw = () => b.textContent = String(model.get("value"));
      b.onclick = () => model.send({kind: "up"});
      model.on("change:value", draw); draw(); el.append(b);
    }}"""
    value = traitlets.Int(0).tag(sync=True)
c = Counter()
c.on_msg(lambda w, m, b: setattr(c, "value", c.value + 1))
c
'''


@pytest.mark.parametrize("host", ["lab", "notebook"])
def test_counter(open_notebook, host):
    nb = open_notebook(COUNTER, host=host)
    nb.run_all()
    b = nb.output(0).locator(".counter")
    b.click()
    expect(b).to_have_text("1")
    assert nb.kernel.evaluate("c.value") == 1
