// Runs the first cell with code of the notebook that `make play` opens, so that the board is
// there when JupyterLab is. It is a container of module federation, written by hand.

const NOTEBOOK = "notebooks/play.ipynb";

async function showBoard(panel, commands) {
  await panel.context.ready;
  const index = panel.content.widgets.findIndex((cell) => cell.model.type === "code");
  if (index < 0) return;
  panel.content.activeCellIndex = index;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session?.kernel;
  if (!kernel) return;
  // A kernel without models shows no board, whatever output the file has.
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
