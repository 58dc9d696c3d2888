// Files as the build wrote them.

/** A file that the build names in a script. */
export interface BuiltFile {
  /** Name of the file from the folder of the page, with its hash as a query. */
  address: string;
  /** Hash of the file, as an attribute `integrity` holds it. */
  integrity: string;
}

/** Return the hash of data, as an attribute `integrity` holds it. */
export async function hashOf(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", data);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
