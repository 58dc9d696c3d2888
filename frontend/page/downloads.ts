// The files that Python is started from: fetched, counted while they arrive, and checked.

import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import type { ToPage, Why } from "./protocol.ts";

/** Milliseconds between the messages that tell that bytes arrive. */
const TELL_MS = 100;

/** A start that fails, and why. */
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

/** Return a promise whose failure is reported when it is awaited, not before. */
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

/** What a start fetches, and with whom it talks about that. */
export interface Expected {
  /**
   * Addresses of files that may come from what the browser keeps, where that is sound; null
   * where all may.
   */
  known: Set<string> | null;
  /** Bytes that arrive in all of the files that are counted. */
  bytes: number;
  /** Tell the page something. */
  post: (message: ToPage) => void;
}

/** A file on its way. */
type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Unpack a gzipped file. */
const unpack = (body: Body): Body => body.pipeThrough(new DecompressionStream("gzip"));

/** How a file is taken in. */
interface How<Result> {
  /** Read it as it comes. */
  read(body: Body): Promise<Result>;
  /** Whether the page is told how much of it has arrived. */
  isCounted: boolean;
}

/** Make what fetches files for one start. */
export function makeDownloads({ known, bytes, post }: Expected) {
  /** What was fetched, for the service worker. */
  const copies = new Map<string, Blob>();
  let received = 0;
  let toldAt = 0;

  /**
   * Return the ways to fetch a file, one after the other until it is sound. The last goes
   * around what the browser keeps, and drops it: so it comes once that is of no use.
   */
  const waysTo = (url: string): RequestCache[] =>
    !known || known.has(url) ? ["force-cache", "reload"] : ["reload"];

  /** Tell the page now and then how much has arrived. */
  function count(more: number): void {
    received += more;
    const part = Math.min(1, received / bytes);
    const now = performance.now();
    if (part < 1 && now - toldAt < TELL_MS) return;
    toldAt = now;
    post({ kind: "progress", part });
  }

  /** Read a body to its end, and `hear` how much of it comes. */
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

  /** Fetch a file in one way, have it read as it comes, and fail unless it is sound. */
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
      // What is wrong with the file says why, better than what reads it.
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
   * Fetch a file in one way after the other until it is sound. Return a promise of what was
   * read of it, which may fail even so.
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

    /** Fetch a gzipped WebAssembly module, unpack it and compile it while it comes. */
    async loadWasm(wanted: Download): Promise<WebAssembly.Module> {
      const headers = { "Content-Type": "application/wasm" };
      const { result } = await arrive(wanted, {
        read: (body) => WebAssembly.compileStreaming(new Response(unpack(body), { headers })),
        isCounted: true,
      });
      // What is sound, a browser compiles unless a policy or its age forbids it.
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

    /** Fetch a file as it is. */
    async loadBlob(wanted: Download): Promise<Blob> {
      const read = (body: Body) => new Response(body).blob();
      return (await arrive(wanted, { read, isCounted: true })).result;
    },

    /** Check the file of a module, and import it. */
    async loadModule<Module>(wanted: Download): Promise<Module> {
      // `import` checks nothing itself; the browser has the file by then. What of a module
      // was damaged once, a worker does not read a second time.
      await arrive(wanted, { read: (body) => body.cancel(), isCounted: false });
      return (await import(wanted.url)) as Module;
    },
  };
}
