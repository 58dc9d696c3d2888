"""The matchbox widget: traits, messages and text display."""

import pytest

from tests.support.models.html_reader import read_table
from tests.support.scenes.comms import answers, on_the_wire, request
from tests.support.scenes.requests import ack
from tictactoe_widget import Matchboxes
from tictactoe_widget.classroom import Menace


@pytest.fixture
def boxes():
    return Matchboxes(Menace(seed=1), opponent="random", seed=2)


def test_training_request_updates_the_front_end(boxes):
    heard = []
    boxes.observe(lambda change: heard.append(change.new), "status")
    asked = request(boxes, "train", games=10)
    assert answers(boxes) == [ack(asked)]
    assert heard == ["training", "ready"]
    told = [message["state"] for message in boxes.comm.sent if "state" in message]
    last_of_all = {name: value for state in told for name, value in state.items()}
    for name, value in last_of_all.items():
        assert value == on_the_wire(getattr(boxes, name)), name
    assert boxes.machines[0]["games"] == 10
    assert boxes.message == "Trained for 10 games against random."


def test_methods_train_show_save_and_restore(boxes):
    boxes.train(10)
    trained = boxes.save()
    assert [point.game_count for point in boxes.curves["Menace"].points] == [0, 10]
    boxes.show(3, 2)
    assert (boxes.stage, boxes.machines[0]["page"]) == (3, 2)
    boxes.begin_again()
    assert boxes.machines[0]["games"] == 0
    boxes.restore(trained)
    assert boxes.save() == trained
    with pytest.raises(ValueError, match="saved must be a dict with the keys"):
        boxes.restore({})


def test_unnamed_machines_are_numbered():
    both = Matchboxes(Menace(seed=1), Menace(seed=2))
    assert [machine["name"] for machine in both.machines] == ["Menace", "Menace 2"]
    named = Matchboxes({"ours": Menace(seed=1)}, mark="O")
    assert [machine["name"] for machine in named.machines] == ["ours"]
    assert named.mark == "O"


def test_text_and_html_without_a_front_end(boxes):
    boxes.train(10)
    data, _ = boxes._repr_mimebundle_()
    found = read_table(data["text/html"])
    assert found.caption == "Trained for 10 games against random."
    assert found.columns == ["Machine", "Learnt so far", "Last game"]
    assert found.rows[0][0] == "Menace"
    assert found.rows[0][1].startswith("After 10 games: ")
    assert repr(boxes).splitlines()[1] == f"Menace: {boxes.machines[0]['summary']}"


def test_close_keeps_the_machine():
    menace = Menace(seed=1)
    boxes = Matchboxes(menace)
    boxes.close()
    boxes.close()
    assert boxes.comm is None
    assert menace._watchers == ()
