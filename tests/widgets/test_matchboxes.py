"""The widget of the matchboxes: its traits, its messages, what is shown without a front end."""

import pytest

from tests.support.models.html_reader import read_table
from tests.support.scenes.comms import answers, on_the_wire, request
from tests.support.scenes.requests import ack
from tictactoe_widget import Matchboxes
from tictactoe_widget.classroom import Menace


@pytest.fixture
def boxes():
    return Matchboxes(Menace(seed=1), opponent="random", seed=2)


def test_a_person_trains_and_the_front_end_is_told(boxes):
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


def test_python_trains_shows_saves_restores_and_begins_again(boxes):
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


def test_machines_without_names_are_numbered_and_others_keep_theirs():
    both = Matchboxes(Menace(seed=1), Menace(seed=2))
    assert [machine["name"] for machine in both.machines] == ["Menace", "Menace 2"]
    named = Matchboxes({"ours": Menace(seed=1)}, mark="O")
    assert [machine["name"] for machine in named.machines] == ["ours"]
    assert named.mark == "O"


def test_where_there_is_no_front_end_a_table_says_what_was_learnt(boxes):
    boxes.train(10)
    data, _ = boxes._repr_mimebundle_()
    found = read_table(data["text/html"])
    assert found.caption == "Trained for 10 games against random."
    assert found.columns == ["Machine", "Learnt so far", "Last game"]
    assert found.rows[0][0] == "Menace"
    assert found.rows[0][1].startswith("After 10 games: ")
    assert repr(boxes).splitlines()[1] == f"Menace: {boxes.machines[0]['summary']}"


def test_what_is_closed_is_gone_and_the_machine_stays():
    menace = Menace(seed=1)
    boxes = Matchboxes(menace)
    boxes.close()
    boxes.close()
    assert boxes.comm is None
    assert menace._watchers == ()
