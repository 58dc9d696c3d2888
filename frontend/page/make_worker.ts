// A worker under the policy of the page.

/**
 * Run a script in a worker with the policy of this page. A worker made from the script itself
 * would have the policy of that file, which is none on a plain file server. Made from a blob,
 * it has the policy of the page.
 */
export function makeWorker(script: string): Worker {
  const code = `import ${JSON.stringify(script)};`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  // A message means that the script has been read.
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
