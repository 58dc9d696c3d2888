// Files as the build wrote them, and checks of fetched files.

/** A file that the build lists in a script. */
export interface BuiltFile {
  /** Name of the file from the folder of the page, with its hash as a query. */
  address: string;
  /** Hash of the file, in the form of an attribute `integrity`. */
  integrity: string;
}

/** Return the hash of data, in the form of an attribute `integrity`. */
export async function hashOf(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Return the start of the hash of data, as in the address of a file. */
export async function shortHashOf(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return whether a newly fetched file is the one that the build wrote. */
export async function isBuilt(url: string, integrity: string, file: Blob): Promise<boolean> {
  if (crypto.subtle) return (await hashOf(await file.arrayBuffer())) === integrity;
  // A page without a secure connection can check nothing itself. The browser has the file by
  // now, and can.
  return fetch(url, { integrity, cache: "force-cache" }).then(
    () => true,
    () => false,
  );
}
