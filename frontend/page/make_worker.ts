// Web workers that are subject to the page's content security policy.

/**
 * Run a script in a worker with this page's content security policy. A worker made directly
 * from the script file would have the file's own policy, and a plain file server sends no
 * policy. A worker made from a blob has the policy of the page.
 */
export function makeWorker(script: string): Worker {
  const code = `import ${JSON.stringify(script)};`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  // The first message shows that the browser has read the script.
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
