# /// script
# [tool.marimo.display]
# theme = "THEME"
# ///
"""Boards in marimo, with cells that report each board's state."""

import marimo

app = marimo.App()


@app.cell
def _():
    from collections import Counter

    import marimo as mo

    from tictactoe_widget import TicTacToe

    runs = Counter()

    def say(name, board):
        """Report the board's state and how often this cell has run."""
        runs[name] += 1
        seen = board.value
        return mo.md(f"{name} {seen['move_count']}: {board.message}, run {runs[name]}")

    return TicTacToe, mo, say


@app.cell
def _(TicTacToe, mo):
    two = mo.ui.anywidget(TicTacToe())
    two
    return (two,)


@app.cell
def _(say, two):
    say("two", two)


@app.cell
def _(TicTacToe, mo):
    bot = mo.ui.anywidget(TicTacToe(o="perfect"))
    bot
    return (bot,)


@app.cell
def _(bot, say):
    say("bot", bot)


@app.cell
def _(TicTacToe, mo):
    again = mo.ui.anywidget(TicTacToe())
    again
    return (again,)


@app.cell
def _(again, say):
    if again.move_count == 2:
        again.new_game()
    say("again", again)


if __name__ == "__main__":
    app.run()
