// The address of the page, which can hold a link to a game, a lesson or a puzzle.

/** Return whether a link leads to a lesson or a puzzle. */
export function leadsToLesson(link: string): boolean {
  const parts = new URLSearchParams(link);
  return parts.has("lesson") || parts.has("puzzle");
}

/**
 * Have the address lead to what is shown, but for one's own game.
 *
 * @param link to what is shown
 * @param isLinked whether the page is one of a link to a game
 */
export function showAddress(link: string, isLinked: boolean): void {
  // A lesson on the page of a link to a game leaves that its address.
  if (isLinked && leadsToLesson(link)) return;
  const bare = location.pathname + location.search;
  const address = isLinked || leadsToLesson(link) ? `${bare}#${link}` : bare;
  // To replace it takes the browser milliseconds, even by the same one.
  if (address !== bare + location.hash) history.replaceState(null, "", address);
}
