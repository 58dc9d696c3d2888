// This module fetches the files that start Python, reports progress, and checks the files.

import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import type { ToPage, Why } from "./protocol.ts";

/** Minimum number of milliseconds between two messages about progress. */
const TELL_MS = 100;

/** Error that says why Python could not be started. */
export class Failure extends Error {
  readonly why: Why;

  constructor(why: Why, cause: unknown) {
    super(String(cause), { cause });
    this.why = why;
  }
}

/** Return a function that throws a `Failure` with the given reason. */
const because =
  (why: Why) =>
  (cause: unknown): never => {
    throw new Failure(why, cause);
  };

/** Return a promise whose failure is reported only if someone awaits the promise. */
export function later<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

/** A file to download, with its full address. */
export interface Download {
  url: string;
  integrity: string;
}

/** Return the full address of a file on the site. */
export const locate = (address: string): string => new URL(address, import.meta.url).href;

/** Convert one of the build's files to a file to download. */
export const download = ({ address, integrity }: BuiltFile): Download => ({
  url: locate(address),
  integrity,
});

/** Information about the files that start Python, and where to send messages about them. */
export interface Expected {
  /**
   * Addresses of files that can be taken from the browser's cache if they are valid there. Null
   * stands for all files.
   */
  known: Set<string> | null;
  /** Total size in bytes of all counted files. */
  bytes: number;
  /** Sends a message to the page. */
  post: (message: ToPage) => void;
}

/** A file's content during its download. */
type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Unpack a gzipped file's content. */
const unpack = (body: Body): Body => body.pipeThrough(new DecompressionStream("gzip"));

/** How to receive a file. */
interface How<Result> {
  /** Reads the file's content during its download. */
  read(body: Body): Promise<Result>;
  /** Whether to report the download's progress to the page. */
  isCounted: boolean;
}

/** Make the functions that download files for one start of Python. */
export function makeDownloads({ known, bytes, post }: Expected) {
  /** Copies of the files that have been fetched, for the service worker. */
  const copies = new Map<string, Blob>();
  let received = 0;
  let toldAt = 0;

  /**
   * Return the ways to fetch a file, in the order in which they are tried until the file is
   * valid. The last way ignores the copy in the browser's cache and replaces it.
   */
  const waysTo = (url: string): RequestCache[] =>
    !known || known.has(url) ? ["force-cache", "reload"] : ["reload"];

  /** Count more bytes, and from time to time report the progress to the page. */
  function count(more: number): void {
    received += more;
    const part = Math.min(1, received / bytes);
    const now = performance.now();
    if (part < 1 && now - toldAt < TELL_MS) return;
    toldAt = now;
    post({ kind: "progress", part });
  }

  /** Read content to its end, and pass each part's length to `hear`. */
  async function collect(body: Body, hear: (more: number) => void): Promise<BlobPart[]> {
    const reader = body.getReader();
    const parts: BlobPart[] = [];
    for (;;) {
      const { done, value } = await reader.read().catch(because("offline"));
      if (done) return parts;
      parts.push(value);
      hear(value.length);
    }
  }

  /**
   * Fetch a file in the given way, and read it during its download. Fail if the file isn't
   * valid.
   */
  async function load<Result>(
    { url, integrity }: Download,
    how: How<Result>,
    cache: RequestCache,
  ) {
    const response = await fetch(url, { cache }).catch(because("offline"));
    if (!response.ok || !response.body) {
      throw new Failure("unknown", `${url}: ${response.status}`);
    }
    const [body, copy] = response.body.tee();
    const result = later(how.read(body));
    let size = 0;
    try {
      // If the file is damaged, the damage explains the failure better than an error while
      // reading the file.
      const parts = await collect(copy, (more) => {
        size += more;
        if (how.isCounted) count(more);
      });
      // Keep the type, because a browser doesn't run a module that has no type.
      const file = new Blob(parts, { type: response.headers.get("Content-Type") ?? "" });
      if (!(await isBuilt(url, integrity, file))) throw new Failure("damaged", url);
      copies.set(url, file);
    } catch (error) {
      if (how.isCounted) count(-size);
      throw error;
    }
    post({ kind: "sound", file: url });
    return { result };
  }

  /**
   * Fetch a file in one way after another until it is valid. The object that is returned
   * contains a promise for the result, which can still fail.
   */
  async function arrive<Result>(wanted: Download, how: How<Result>) {
    let reason: unknown;
    for (const cache of waysTo(wanted.url)) {
      try {
        return await load(wanted, how, cache);
      } catch (error) {
        reason = error;
      }
    }
    throw reason;
  }

  return {
    copies,

    /** Fetch a gzipped WebAssembly module, and unpack and compile it during its download. */
    async loadWasm(wanted: Download): Promise<WebAssembly.Module> {
      const headers = { "Content-Type": "application/wasm" };
      const { result } = await arrive(wanted, {
        read: (body) => WebAssembly.compileStreaming(new Response(unpack(body), { headers })),
        isCounted: true,
      });
      // If a browser can't compile a valid module, a policy forbids this or the browser is too
      // old.
      return result.catch(because("blocked"));
    },

    /** Fetch a gzipped file and unpack it. */
    async loadPacked(wanted: Download): Promise<ArrayBuffer> {
      const { result } = await arrive(wanted, {
        read: (body) => new Response(unpack(body)).arrayBuffer(),
        isCounted: true,
      });
      return result;
    },

    /** Fetch a file unchanged. */
    async loadBlob(wanted: Download): Promise<Blob> {
      const read = (body: Body) => new Response(body).blob();
      return (await arrive(wanted, { read, isCounted: true })).result;
    },

    /** Check a module's file, and import it. */
    async loadModule<Module>(wanted: Download): Promise<Module> {
      // `import` doesn't check the file, so check it first. The check puts the file into the
      // browser's cache. After importing a damaged file, a worker would never import the module
      // again.
      await arrive(wanted, { read: (body) => body.cancel(), isCounted: false });
      return (await import(wanted.url)) as Module;
    },
  };
}
