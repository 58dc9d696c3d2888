// The files that start Python: fetched, counted while they arrive, and checked.

import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import type { ToPage, Why } from "./protocol.ts";

/** Milliseconds between the messages about arriving bytes. */
const TELL_MS = 100;

/** A failed start, with the reason. */
export class Failure extends Error {
  readonly why: Why;

  constructor(why: Why, cause: unknown) {
    super(String(cause), { cause });
    this.why = why;
  }
}

/** Return a function that throws a failure for this reason. */
const because =
  (why: Why) =>
  (cause: unknown): never => {
    throw new Failure(why, cause);
  };

/** Return a promise that reports its failure only when it is awaited. */
export function later<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

/** A file at its full address. */
export interface Download {
  url: string;
  integrity: string;
}

/** Return the full address of a file of the site. */
export const locate = (address: string): string => new URL(address, import.meta.url).href;

/** Return a file of the build at its full address. */
export const download = ({ address, integrity }: BuiltFile): Download => ({
  url: locate(address),
  integrity,
});

/** The files of a start, and the recipient of messages about them. */
export interface Expected {
  /**
   * Addresses of files that may come from the browser's cache, if they are valid there. Null if
   * all may.
   */
  known: Set<string> | null;
  /** Bytes that have arrived in all counted files. */
  bytes: number;
  /** Sends the page a message. */
  post: (message: ToPage) => void;
}

/** A file during its download. */
type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Unpack a gzipped file. */
const unpack = (body: Body): Body => body.pipeThrough(new DecompressionStream("gzip"));

/** Way to receive a file. */
interface How<Result> {
  /** Reads it during its download. */
  read(body: Body): Promise<Result>;
  /** Whether to report its progress to the page. */
  isCounted: boolean;
}

/** Make the downloader of one start. */
export function makeDownloads({ known, bytes, post }: Expected) {
  /** The fetched files, for the service worker. */
  const copies = new Map<string, Blob>();
  let received = 0;
  let toldAt = 0;

  /**
   * Return the ways to fetch a file, to try one after the other until it is valid. The last one
   * bypasses and drops the browser's copy, so it comes after a copy proved useless.
   */
  const waysTo = (url: string): RequestCache[] =>
    !known || known.has(url) ? ["force-cache", "reload"] : ["reload"];

  /** Report the arrived bytes to the page from time to time. */
  function count(more: number): void {
    received += more;
    const part = Math.min(1, received / bytes);
    const now = performance.now();
    if (part < 1 && now - toldAt < TELL_MS) return;
    toldAt = now;
    post({ kind: "progress", part });
  }

  /** Read a body to its end, and pass the length of each part to `hear`. */
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

  /** Fetch a file in one way, read it during its download, and fail unless it is valid. */
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
      // A fault of the file explains the failure better than the error of its reader.
      const parts = await collect(copy, (more) => {
        size += more;
        if (how.isCounted) count(more);
      });
      // No module without its type.
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
   * Fetch a file in one way after the other until it is valid. Return a promise of the result,
   * which may still fail.
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
      // A browser compiles a valid module unless a policy or its age prevents it.
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
      // `import` itself checks nothing, but the browser has the file by then. A worker does not
      // read a module a second time after it was damaged once.
      await arrive(wanted, { read: (body) => body.cancel(), isCounted: false });
      return (await import(wanted.url)) as Module;
    },
  };
}
