// Runs the first code cell in the notebook that `make play` opens, so that the board appears as
// soon as JupyterLab opens. This script is a module federation container, written by hand.

const NOTEBOOK = "notebooks/play.ipynb";

async function showBoard(panel, commands) {
  await panel.context.ready;
  const index = panel.content.widgets.findIndex((cell) => cell.model.type === "code");
  if (index < 0) return;
  panel.content.activeCellIndex = index;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session?.kernel;
  if (!kernel) return;
  // If the kernel has no models, the output in the file can't show a board.
  const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
  const isShown = Object.keys(content.comms ?? {}).length > 0;
  const cell = panel.content.widgets[index];
  if (isShown && cell.model.outputs.length > 0) return;
  panel.content.activeCellIndex = index;
  cell.node.scrollIntoView();
  await commands.execute("notebook:run-cell");
}

const plugin = {
  id: "tictactoe-play:plugin",
  autoStart: true,
  activate: ({ commands, shell }) => {
    const find = () => {
      const panel = shell.currentWidget;
      if (panel?.context?.path !== NOTEBOOK) return;
      shell.currentChanged.disconnect(find);
      showBoard(panel, commands);
    };
    shell.currentChanged.connect(find);
  },
};

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB["tictactoe-play"] = {
  init: () => {},
  get: async () => () => ({ default: plugin, __esModule: true }),
};
