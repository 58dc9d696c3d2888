// What keeps the pages of this site from working at all, and what to do about it.

const FROM_FILE =
  "This site needs a server. Run python3 -m http.server in its folder, then open http://localhost:8000.";
const SANDBOXED =
  "This frame blocks the page. Add allow-same-origin to the frame's sandbox attribute.";
const TOO_OLD =
  "This page needs a newer browser: Chrome or Edge 105, Firefox 113 or Safari 16.4.";

/** Return the obstacle and its remedy in words, or an empty text. */
export function findObstacle(): string {
  if (location.protocol === "file:") return FROM_FILE;
  if (origin === "null") return SANDBOXED;
  const isOld =
    !("DecompressionStream" in window) || !CSS.supports("container-type: inline-size");
  return isOld ? TOO_OLD : "";
}
