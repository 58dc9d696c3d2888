// Adds the command for the button "Hand in" above each notebook. jupyter-lite.json adds the button.
// The command saves the notebook, and downloads a copy with the student's name in its file name.
// This script is a module federation container, written by hand.

let modules;

async function handIn({ context }) {
  // JupyterLite shares one version of each of JupyterLab's modules.
  const [shared] = Object.values(modules["@jupyterlab/apputils"]);
  const { InputDialog } = (await shared.get())();
  const { value } = await InputDialog.getText({
    title: "Hand in this notebook",
    label: "Your name",
    okLabel: "Download",
    required: true,
  });
  // Some systems don't allow these characters in file names.
  const name = value?.trim().replace(/[\s\\/:*?"<>|]+/g, "-");
  if (!name) return;
  await context.save();
  const text = JSON.stringify(context.model.toJSON(), null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = `${name}-${context.path.split("/").pop()}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const plugin = {
  id: "tictactoe-hand-in:plugin",
  autoStart: true,
  activate: ({ commands, shell }) => {
    commands.addCommand("tictactoe:hand-in", {
      label: "Hand in",
      caption: "Save this notebook, and download it under your name",
      execute: () => handIn(shell.currentWidget),
    });
  },
};

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB["tictactoe-hand-in"] = {
  init: (shared) => {
    modules = shared;
  },
  get: async () => () => ({ default: plugin, __esModule: true }),
};
