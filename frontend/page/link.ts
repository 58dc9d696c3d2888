// The page's address, which can contain a link to a game, a lesson or a puzzle.

/** Return whether a link opens a lesson or a puzzle. */
export function leadsToLesson(link: string): boolean {
  const parts = new URLSearchParams(link);
  return parts.has("lesson") || parts.has("puzzle");
}

/**
 * Set the page's address to a link to the current view. For a person's own game, the address
 * contains no link.
 *
 * @param link link to the current view
 * @param isLinked whether the page was opened with a link to a game
 */
export function showAddress(link: string, isLinked: boolean): void {
  // If the page was opened with a link to a game, a lesson doesn't change the address.
  if (isLinked && leadsToLesson(link)) return;
  const bare = location.pathname + location.search;
  const address = isLinked || leadsToLesson(link) ? `${bare}#${link}` : bare;
  // Don't replace an address with itself, because this takes the browser milliseconds.
  if (address !== bare + location.hash) history.replaceState(null, "", address);
}
