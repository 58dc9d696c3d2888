// Types for those parts of Pyodide and of our Python modules that the page uses.

import type { Mark } from "../shared/game.ts";

/** Functions of host.py. */
export interface Host {
  BUILD: string;
  start(
    tell: (text: string) => void,
    saved?: string,
    link?: string,
    freed?: Mark,
    viewed?: number,
  ): void;
  handle(text: string): void;
  watch(on: boolean): void;
  use_language(code: string, catalogue?: string): void;
  read_codes(text: string): string;
}

/** A Python object in JavaScript. */
export interface Bytes {
  toJs(): Uint8Array;
}

/** Functions of compile.py. */
export interface Compiler {
  add_bytecode(wheel: Uint8Array): Bytes;
  compile_library(archive: Uint8Array): Bytes;
  compile_page(library: Bytes, wheel: Uint8Array, host: string): Bytes;
}

/** Parts of Pyodide that the page uses. */
export interface Pyodide {
  FS: {
    analyzePath(path: string): { exists: boolean };
    createLazyFile(
      folder: string,
      name: string,
      url: string,
      canRead: boolean,
      canWrite: boolean,
    ): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
    writeFile(path: string, data: Uint8Array): void;
  };
  makeMemorySnapshot(): Uint8Array;
  pyimport(name: "host"): Host;
  pyimport(name: "compile_site"): Compiler;
  runPython(code: string): string;
}

/** Module pyodide.asm.js. */
export interface EmscriptenModule {
  default: unknown;
}

/** Module pyodide.js. */
export interface PyodideModule {
  loadPyodide(options: Record<string, unknown>): Promise<Pyodide>;
  version: string;
}
