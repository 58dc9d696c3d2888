// Files as the build wrote them, and functions that check fetched files.

/** One of the site's files, as the build describes it in a script. */
export interface BuiltFile {
  /** The file's address, relative to the page's folder, with the hash as the query. */
  address: string;
  /** The file's hash, in the format of an `integrity` attribute. */
  integrity: string;
}

/** Return a hash for data, in the format of an `integrity` attribute. */
export async function hashOf(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Return the beginning of a hash for data, as it is used in a file's address. */
export async function shortHashOf(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return whether a file that was just fetched is the one that the build wrote. */
export async function isBuilt(url: string, integrity: string, file: Blob): Promise<boolean> {
  if (crypto.subtle) return (await hashOf(await file.arrayBuffer())) === integrity;
  // Without a secure connection, a page can't compute hashes. But the browser can check the
  // file, which is in its cache by now.
  return fetch(url, { integrity, cache: "force-cache" }).then(
    () => true,
    () => false,
  );
}
