"""Matches displayed in a notebook."""

from tests.support.models.html_reader import read_html, read_table
from tests.support.scenes.players import first_free as first
from tictactoe_widget import play_match, play_tournament


def last(game):
    return game.legal_moves[-1]


def test_match_as_html():
    # X takes squares 9, 8 and 7 (or 1, 2 and 3) and wins with this row.
    match = play_tournament({"ada": last, "bob": first}, games=3)
    table = read_table(match._repr_html_())
    assert table.caption == "3 games"
    assert table.columns == ["Player", "Games", "Won", "Drawn", "Lost", "Score"]
    assert table.rows == [
        ["ada", "3", "2", "0", "1", "0.67"],
        ["bob", "3", "1", "0", "2", "0.33"],
    ]
    assert "<ul>" not in match._repr_html_()


def test_names_and_faults_are_escaped():
    def broken(_game):
        raise ValueError("<script>alert(1)</script>")

    broken.__name__ = "<b>&"
    html = play_match(broken, "perfect", games=1)._repr_html_()
    assert "<script" not in html
    assert "<b>" not in html
    assert [row[0] for row in read_table(html).rows] == ["perfect", "<b>&"]
    (fault,) = read_html(html).iter("li")
    assert fault.text == "Player X (<b>&) raised ValueError: <script>alert(1)</script>"


def test_repr_of_results():
    result = play_tournament({"ada": last, "bob": first}, games=2)
    match = play_match(first, last, games=2)
    for shown in (result, result.table(), result.ratings(), match):
        assert repr(shown) == str(shown)
    assert str(result).startswith("player  games  won  drawn  lost  score\n")
