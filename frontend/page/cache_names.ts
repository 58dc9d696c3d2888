// Names of this site's caches, which the page and its service worker share.

/**
 * Return the names of a site's caches.
 *
 * @param scope full address of the site's folder. Sites at different paths have different
 * names.
 */
export function nameCaches(scope: string) {
  /** Prefix for the names of all the site's caches. */
  const family = `tictactoe_widget ${scope} `;
  return {
    family,
    /** Cache with the files of the stored versions. */
    files: `${family}files`,
    /**
     * Cache with files that the page has already fetched, and that the service worker takes
     * over.
     */
    handover: `${family}handover`,
  };
}
