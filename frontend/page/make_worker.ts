// A worker under the policy of the page.

/**
 * Run a script in a worker that has the policy of this page. Made from the script itself it
 * would have the policy that comes with that file, which is none from a plain file server;
 * made from a blob it has that of who makes it.
 */
export function makeWorker(script: string): Worker {
  const code = `import ${JSON.stringify(script)};`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  // What says something has been read.
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
