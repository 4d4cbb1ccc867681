/** Sends a form only while the service is reachable, so the browser's error page never replaces the answers. */
import { create } from "../create.ts";
import { showDocument } from "./show-document.ts";

/** The interval of attempts to reach the service. Browsers do not always know whether they are online. */
const RETRY_MS = 15_000;
/** The time after which a connection without an answer counts as lost. */
const TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 120_000;

/**
 * Delays a form that the user sends without a connection, shows a message, and sends it once there is a connection. The browser
 * sends all pages but the last, so its history is the same as without scripts. The script sends the last page: if the connection
 * drops meanwhile, the answers stay, and the script sends them again. The service stores one response.
 */
export function sendWhenConnected(form: HTMLFormElement): void {
  const pressed = create("input", { type: "hidden" });
  let attempts = 0;
  // The document gets the event last, after the form's listeners, which stop mistakes and all steps but the last one.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || event.target !== form || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    attempts += 1;
    void send(button, attempts);
  });

  /** Sends the form. A new attempt ends the earlier ones. */
  async function send(button: HTMLButtonElement, attempt: number): Promise<void> {
    form.ariaBusy = "true";
    while (!(await isReachable()) || (button.value === "send" && !(await sendLast(form, button)))) {
      if (attempt !== attempts) return;
      sayOffline(form);
      await waitUntilReconnected();
    }
    if (attempt !== attempts || button.value === "send") return;
    Object.assign(pressed, { name: button.name, value: button.value });
    document.querySelector(".offline")?.remove();
    form.append(pressed);
    form.submit();
  }
}

/** Sends the last page and shows the answer. @returns whether there was an answer */
async function sendLast(form: HTMLFormElement, button: HTMLButtonElement): Promise<boolean> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form, button),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    // A proxy reports that the service is not reachable.
    if (response.status > 501 && response.status < 505) return false;
    const text = await response.text();
    if (response.redirected) location.assign(response.url);
    else showDocument(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the service answers. Requests a script of the page, which costs the service almost nothing. */
async function isReachable(): Promise<boolean> {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  return fetch(document.querySelector("script")?.src ?? "", options).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Shows the offline message below the buttons, so the pressed one stays in its place, and scrolls to it: the window may be low. */
function sayOffline(form: HTMLFormElement): void {
  form.ariaBusy = "false";
  if (document.querySelector(".offline")) return;
  const textContent = form.dataset.offline ?? "";
  const notice = create("div", { className: "notice offline", role: "alert", textContent });
  form.append(notice);
  notice.scrollIntoView();
}

function waitUntilReconnected(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, RETRY_MS);
  });
}
