// This module fetches the files that start Python, reports the progress, and checks the files.

import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import type { ToPage, Why } from "./protocol.ts";

/** Minimum number of milliseconds between two messages about progress. */
const TELL_MS = 100;

/** Error for a failed start of Python, with the reason. */
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

/** Return a promise whose failure is reported only if the promise is awaited. */
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

/** Convert a file of the build to a file to download. */
export const download = ({ address, integrity }: BuiltFile): Download => ({
  url: locate(address),
  integrity,
});

/** Information about the files that start Python, and the recipient of messages about them. */
export interface Expected {
  /**
   * Addresses of files that may come from the browser's cache if they are valid there, or null
   * if all files may.
   */
  known: Set<string> | null;
  /** Total size in bytes of all counted files. */
  bytes: number;
  /** Sends a message to the page. */
  post: (message: ToPage) => void;
}

/** Content of a file during its download. */
type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Unpack the content of a gzipped file. */
const unpack = (body: Body): Body => body.pipeThrough(new DecompressionStream("gzip"));

/** Options for receiving a file. */
interface How<Result> {
  /** Reads the content of the file during its download. */
  read(body: Body): Promise<Result>;
  /** Whether to report the progress of the download to the page. */
  isCounted: boolean;
}

/** Make the downloader for one start of Python. */
export function makeDownloads({ known, bytes, post }: Expected) {
  /** Copies of the fetched files, for the service worker. */
  const copies = new Map<string, Blob>();
  let received = 0;
  let toldAt = 0;

  /**
   * Return the ways to fetch a file, in the order in which to try them until the file is valid.
   * The last way bypasses and replaces the copy in the browser's cache.
   */
  const waysTo = (url: string): RequestCache[] =>
    !known || known.has(url) ? ["force-cache", "reload"] : ["reload"];

  /** Count further bytes, and report the progress to the page from time to time. */
  function count(more: number): void {
    received += more;
    const part = Math.min(1, received / bytes);
    const now = performance.now();
    if (part < 1 && now - toldAt < TELL_MS) return;
    toldAt = now;
    post({ kind: "progress", part });
  }

  /** Read content to its end, and pass the length of each part to `hear`. */
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
   * Fetch a file in the given way, and read it during its download. Fail if the file is not
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
      // An error in the file explains the failure better than an error in the code that reads
      // it.
      const parts = await collect(copy, (more) => {
        size += more;
        if (how.isCounted) count(more);
      });
      // Keep the type, because a browser doesn't run a module without its type.
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
   * Fetch a file in one way after another until it is valid. The returned object contains a
   * promise of the result, which may still fail.
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

    /** Fetch a gzipped WebAssembly module, then unpack and compile it during its download. */
    async loadWasm(wanted: Download): Promise<WebAssembly.Module> {
      const headers = { "Content-Type": "application/wasm" };
      const { result } = await arrive(wanted, {
        read: (body) => WebAssembly.compileStreaming(new Response(unpack(body), { headers })),
        isCounted: true,
      });
      // If a browser can't compile a valid module, a policy forbids it or the browser is too
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

    /** Check the file of a module, and import it. */
    async loadModule<Module>(wanted: Download): Promise<Module> {
      // `import` doesn't check the file, so check it first. The browser then has the file in
      // its cache. If a module's file was damaged once, a worker never imports the module
      // again.
      await arrive(wanted, { read: (body) => body.cancel(), isCounted: false });
      return (await import(wanted.url)) as Module;
    },
  };
}
