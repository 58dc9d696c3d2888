"""Boards in a Shiny app, with a text that follows one board."""

from shiny import App, render, ui
from shinywidgets import output_widget, reactive_read, render_widget

from tictactoe_widget import TicTacToe

# As high as the boards. Otherwise Shiny cuts them off.
page = ui.page_fluid(
    output_widget("two", fill=False, fillable=False),
    ui.output_text("said"),
    output_widget("bot", fill=False, fillable=False),
)


def serve(_input, _output, _session):
    """Give each visitor their own boards."""

    @render_widget
    def two():
        return TicTacToe()

    @render_widget
    def bot():
        return TicTacToe(o="perfect")

    @render.text
    def said():
        moves = reactive_read(two.widget, "move_count")
        return f"{moves} moves: {two.widget.message}"


app = App(page, serve)
