// The address of the page, which can hold a link to a game, a lesson or a puzzle.

/** Return whether a link leads to a lesson or a puzzle. */
export function leadsToLesson(link: string): boolean {
  const parts = new URLSearchParams(link);
  return parts.has("lesson") || parts.has("puzzle");
}

/**
 * Set the address to the link of the present view, but leave a person's own game without one.
 *
 * @param link to the present view
 * @param isLinked whether the page is one of a link to a game
 */
export function showAddress(link: string, isLinked: boolean): void {
  // A lesson on the page of a link to a game leaves its address unchanged.
  if (isLinked && leadsToLesson(link)) return;
  const bare = location.pathname + location.search;
  const address = isLinked || leadsToLesson(link) ? `${bare}#${link}` : bare;
  // Replacing it takes the browser milliseconds, even by the same one.
  if (address !== bare + location.hash) history.replaceState(null, "", address);
}
