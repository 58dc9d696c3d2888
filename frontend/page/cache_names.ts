// Names of the caches of this site, shared by the page and its service worker.

/**
 * Return the names of the caches of a site.
 *
 * @param scope full address of the folder of the site. A site at another path has other names.
 */
export function nameCaches(scope: string) {
  /** Prefix of the names of all caches of the site. */
  const family = `tictactoe_widget ${scope} `;
  return {
    family,
    /** Files of the kept versions. */
    files: `${family}files`,
    /** Files that the page has already fetched, for the service worker. */
    handover: `${family}handover`,
  };
}
