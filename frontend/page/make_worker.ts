// Web workers that are subject to the page's content security policy.

/**
 * Run a script in a worker with this page's content security policy. A worker that is made
 * directly from the script's file would have the file's own policy, and a plain file server
 * sends none. A worker that is made from a blob has the page's policy.
 */
export function makeWorker(script: string): Worker {
  const code = `import ${JSON.stringify(script)};`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  // The first message shows that the browser has read the script.
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
