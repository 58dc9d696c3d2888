// Names of this site's caches, which the page and its service worker share.

/**
 * Return the names of a site's caches.
 *
 * @param scope full address of the site's folder, because sites at different paths have
 * different names
 */
export function nameCaches(scope: string) {
  /** Prefix of the names of all caches of the site. */
  const family = `tictactoe_widget ${scope} `;
  return {
    family,
    /** Cache with the files of the stored versions. */
    files: `${family}files`,
    /**
     * Cache with files that the page has already fetched. The service worker takes the files
     * from this cache.
     */
    handover: `${family}handover`,
  };
}
