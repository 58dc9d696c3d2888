// Reasons why this site's pages can't work in a browser, and what people can do about it.

import { _ } from "../shared/texts.ts";

/** Return text with the reason and what to do, or an empty text if the pages can work. */
export function findObstacle(): string {
  if (location.protocol === "file:")
    return _(
      "This site needs a server. Run python3 -m http.server in its folder, then open http://localhost:8000.",
    );
  if (origin === "null")
    return _(
      "This frame blocks the page. Add allow-same-origin to the frame's sandbox attribute.",
    );
  const isOld =
    !("DecompressionStream" in window) || !CSS.supports("container-type: inline-size");
  return isOld
    ? _("This page needs a newer browser: Chrome or Edge 105, Firefox 113 or Safari 16.4.")
    : "";
}
