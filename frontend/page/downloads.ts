// The files that Python is started from: fetched, counted while they arrive, and checked.

import type { BuiltFile } from "./integrity.ts";
import { hashOf } from "./integrity.ts";
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
  /** Addresses of files that need not be fetched anew; null while nothing has failed. */
  known: Set<string> | null;
  /** Bytes that arrive in all, unpacked, of the files that are counted. */
  bytes: number;
  /** Tell the page something. */
  post: (message: ToPage) => void;
}

/** Make what fetches files for one start. */
export function makeDownloads({ known, bytes, post }: Expected) {
  /** What was fetched, for the service worker. */
  const copies = new Map<string, Blob>();
  let received = 0;
  let toldAt = 0;

  /**
   * Return how a file is to be fetched: after a failure not from the browser's cache, which
   * may hold the fault.
   */
  const cacheFor = (url: string) => (!known || known.has(url) ? "default" : "reload");

  /** Tell the page now and then how much has arrived. */
  function count(more: number): void {
    received += more;
    const part = Math.min(1, received / bytes);
    const now = performance.now();
    if (part < 1 && now - toldAt < TELL_MS) return;
    toldAt = now;
    post({ kind: "progress", part });
  }

  /** Fail unless a file is as the build wrote it. */
  async function check({ url, integrity }: Download, file: Blob): Promise<void> {
    if (crypto.subtle) {
      const hash = await hashOf(await file.arrayBuffer());
      if (hash !== integrity) throw new Failure("damaged", url);
    } else {
      // A page that is not served securely can check nothing itself. The browser has the
      // file by now, and can.
      await fetch(url, { integrity, cache: "force-cache" }).catch(because("damaged"));
    }
    post({ kind: "sound", file: url });
  }

  /** Read a file to its end, and check it. */
  async function collect(wanted: Download, body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    const reader = body.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const { done, value } = await reader.read().catch(because("offline"));
      if (done) break;
      parts.push(value);
      count(value.length);
    }
    const file = new Blob(parts);
    await check(wanted, file);
    copies.set(wanted.url, file);
  }

  /**
   * Fetch a file, and tell the page how much has arrived. Return its body, to be read as it
   * comes, and a promise that fails when the file breaks off or is damaged.
   */
  async function load(wanted: Download) {
    const { url } = wanted;
    const response = await fetch(url, { cache: cacheFor(url) }).catch(because("offline"));
    if (!response.ok || !response.body) {
      throw new Failure("unknown", `${url}: ${response.status}`);
    }
    const [body, counted] = response.body.tee();
    return { body, sound: later(collect(wanted, counted)) };
  }

  return {
    copies,

    /** Fetch a WebAssembly module, and compile it while it comes. */
    async loadWasm(wanted: Download): Promise<WebAssembly.Module> {
      const { body, sound } = await load(wanted);
      const headers = { "Content-Type": "application/wasm" };
      const compiled = later(WebAssembly.compileStreaming(new Response(body, { headers })));
      await sound;
      // What is sound, a browser compiles unless a policy or its age forbids it.
      return compiled.catch(because("blocked"));
    },

    /** Fetch a gzipped file and unpack it. */
    async loadPacked(wanted: Download): Promise<ArrayBuffer> {
      const { body, sound } = await load(wanted);
      const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip")));
      return (await Promise.all([unpacked.arrayBuffer(), sound]))[0];
    },

    /** Fetch a file as it is. */
    async loadBlob(wanted: Download): Promise<Blob> {
      const { body, sound } = await load(wanted);
      const blob = later(new Response(body).blob());
      // What is wrong with the file says why, better than what reads it.
      await sound;
      return blob;
    },

    /** Import a module, and check its file. */
    async loadModule<Module>({ url, integrity }: Download): Promise<Module> {
      // `import` goes to the browser's cache alone, and checks nothing itself.
      const isAnew = cacheFor(url) === "reload";
      const fetched = isAnew ? fetch(url, { integrity, cache: "reload" }) : null;
      try {
        await fetched;
        const module = (await import(url)) as Module;
        await fetch(url, { integrity, cache: "force-cache" });
        post({ kind: "sound", file: url });
        return module;
      } catch (error) {
        const response = await fetch(url, { cache: "force-cache" }).catch(because("offline"));
        throw new Failure(response.ok ? "damaged" : "unknown", error);
      }
    },
  };
}
