// Buttons that install the page as an app, if the browser offers to install it.

/** A browser's offer to install the page. Only some browsers make such an offer. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Show buttons while the browser offers to install the page. Pressing a button installs the
 * page.
 */
export function offerInstall(buttons: HTMLElement[]): void {
  let offer: InstallOffer | null = null;

  function set(next: InstallOffer | null): void {
    offer = next;
    for (const button of buttons) button.hidden = !next;
  }
  addEventListener("beforeinstallprompt", (event) => {
    // Without this call, some browsers also show a bar over the board.
    event.preventDefault();
    set(event as InstallOffer);
  });
  addEventListener("appinstalled", () => set(null));
  for (const button of buttons) {
    button.addEventListener("click", () => {
      // A browser accepts each offer once.
      void offer?.prompt();
      set(null);
    });
  }
}
