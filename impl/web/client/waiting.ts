/** Updates the page while a lesson is being made. Without this script, the browser reloads the page. */
import { closeMenus } from "./menus.ts";

const INTERVAL_MS = 3_000;

closeMenus();
follow();

function follow(): void {
  setTimeout(look, INTERVAL_MS);
}

async function look(): Promise<void> {
  try {
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [old, fresh] = [document, page].map((each) => each.getElementById("waiting"));
    if (old && fresh) {
      if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    } else if (response.status < 500) return location.reload();
  } catch {
    // The network may be back at the next attempt.
  }
  follow();
}
