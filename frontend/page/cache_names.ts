// Names of the caches of this site, which the page and its service worker agree on.

/**
 * Return the names of the caches of a site.
 *
 * @param scope full address of the folder of the site; one at another path has its own
 */
export function nameCaches(scope: string) {
  /** How the names of all caches of the site begin. */
  const family = `tictactoe_widget ${scope} `;
  return {
    family,
    /** Files of the versions that are kept. */
    files: `${family}files`,
    /** What the page has fetched already, for the service worker to take over. */
    handover: `${family}handover`,
  };
}
