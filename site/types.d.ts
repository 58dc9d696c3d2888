// What the page and its worker say to each other, and what is used of Pyodide, for
// the type check of this folder.

import type { Answer, Mark, Request, Traits } from "../frontend/shared/types";

/** What a browser keeps of a game between visits. */
export interface KeptGame {
  /** What the board shows until Python is there; null where no picture of it will do. */
  state: Partial<Traits> | null;
  /** What `Session.save` returned. */
  saved: unknown;
  /** The link to it, without `#`. */
  link: string;
}

/** What Python is started with. */
export interface Order {
  /** What `Session.save` returned, as JSON text. */
  saved: string | null;
  /** Link to open, without `#`. */
  link: string | null;
  /** Mark whose player was stopped, so that a person has its seat now. */
  freed: Mark | null;
}

/** Why Python cannot be started, as far as that is known. */
export type Why = "offline" | "damaged" | "blocked" | "unknown";

/** What the page says to its worker. */
export type ToWorker =
  | ({ kind: "start"; known: string[] | null } & Order)
  | { kind: "request"; text: string }
  | { kind: "ping" }
  | { kind: "hand over"; cache: string };

/** What the worker says to its page. */
export type ToPage =
  | { kind: "progress"; part: number }
  | { kind: "ready"; start: Start; state: Traits; link: string; refused: string; faults: string[] }
  | { kind: "sound"; file: string }
  | { kind: "opening" }
  | { kind: "failed"; why: Why }
  | { kind: "alive" }
  | { kind: "handed over" }
  | { kind: "changes"; changes: Partial<Traits>; saved: unknown; link: string }
  | { kind: "message"; message: Answer & Pick<Request, "request" | "client"> };

/** How Python was started: from the memory snapshot, or from the files it was made of. */
export type Start = "snapshot" | "files";

/** The functions of host.py. */
export interface Host {
  BUILD: string;
  start(tell: (text: string) => void, saved: string | undefined, link: string | undefined, freed?: Mark): void;
  handle(text: string): void;
}

/** A Python object as JavaScript holds it. */
interface Bytes {
  toJs(): Uint8Array;
}

/** The functions of compile.py. */
export interface Compiler {
  add_bytecode(wheel: Uint8Array): Bytes;
  compile_library(archive: Uint8Array): Bytes;
  compile_page(library: Bytes, wheel: Uint8Array, host: string): Bytes;
}

/** The part of Pyodide that is used. */
export interface Pyodide {
  FS: {
    analyzePath(path: string): { exists: boolean };
    createLazyFile(folder: string, name: string, url: string, canRead: boolean, canWrite: boolean): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
    writeFile(path: string, data: Uint8Array): void;
  };
  makeMemorySnapshot(): Uint8Array;
  pyimport(name: "host"): Host;
  pyimport(name: "compile_site"): Compiler;
  runPython(code: string): string;
}

/** The module pyodide.asm.mjs. */
export interface EmscriptenModule {
  default: unknown;
}

/** The module pyodide.mjs. */
export interface PyodideModule {
  loadPyodide(options: Record<string, unknown>): Promise<Pyodide>;
  version: string;
}
