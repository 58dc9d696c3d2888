// The student's name, which the browser stores for all boards.

const KEY = "tictactoe_widget student";

/** Use the browser's storage, unless the browser forbids this. */
function attempt<Result>(act: (storage: Storage) => Result) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** Return the stored name, or an empty text. */
export const readStudent = () => attempt((storage) => storage.getItem(KEY)) ?? "";

/** Store a name. */
export const keepStudent = (name: string) => attempt((storage) => storage.setItem(KEY, name));

/** Delete the stored name. */
export const forgetStudent = () => attempt((storage) => storage.removeItem(KEY));
