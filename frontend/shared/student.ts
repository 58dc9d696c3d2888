// The name of the student, which the browser remembers for every board.

const KEY = "tictactoe_widget student";

/** Use the storage, unless the browser forbids that. */
function attempt<Result>(act: (storage: Storage) => Result) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** Return the remembered name, or nothing. */
export const readStudent = () => attempt((storage) => storage.getItem(KEY)) ?? "";

/** Remember a name. */
export const keepStudent = (name: string) => attempt((storage) => storage.setItem(KEY, name));

/** Forget the remembered name. */
export const forgetStudent = () => attempt((storage) => storage.removeItem(KEY));
