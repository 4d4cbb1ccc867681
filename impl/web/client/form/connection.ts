/** Sends a form only while the service can be reached, so that no page of a browser about its network takes the place of the answers. */
import { showDocument } from "./show-document.ts";

/** How often the service is looked for; browsers do not always know whether they are online. */
const RETRY_MS = 15_000;
/** A network that accepts connections and answers nothing counts as none. */
const TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 120_000;

/**
 * Holds back a form that is sent without a connection, says so, and sends it once there is one. The browser turns pages itself, so that its
 * history is that of a page without scripts. The last page is sent by the script: where the connection drops meanwhile, the answers stay,
 * and it is sent again. The service makes one response of both.
 */
export function sendWhenConnected(form: HTMLFormElement): void {
  const pressed = Object.assign(document.createElement("input"), { type: "hidden" });
  let attempts = 0;
  // The document gets the event last: the form's own listeners keep mistakes and all steps but the last one from being sent.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || event.target !== form || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    attempts += 1;
    void send(button, attempts);
  });

  /** Another attempt ends the ones before it. */
  async function send(button: HTMLButtonElement, attempt: number): Promise<void> {
    form.ariaBusy = "true";
    while (!(await isReachable()) || (button.value === "send" && !(await sendLast(form, button)))) {
      if (attempt !== attempts) return;
      sayOffline(form);
      await reconnected();
    }
    if (attempt !== attempts || button.value === "send") return;
    document.querySelector(".offline")?.remove();
    Object.assign(pressed, { name: button.name, value: button.value });
    form.append(pressed);
    form.submit();
  }
}

/** Sends the last page, and shows the answer. @returns whether there was one */
async function sendLast(form: HTMLFormElement, button: HTMLButtonElement): Promise<boolean> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form, button),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    // What stands before the service says that it is not there.
    if (response.status > 501 && response.status < 505) return false;
    const text = await response.text();
    if (response.redirected) location.assign(response.url);
    else showDocument(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the service answers: it has the scripts of the page ready, and reads nothing for them. */
async function isReachable(): Promise<boolean> {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  return fetch(document.querySelector("script")?.src ?? "", options).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Above the buttons, where the respondent looks. */
function sayOffline(form: HTMLFormElement): void {
  form.ariaBusy = "false";
  if (document.querySelector(".offline")) return;
  const notice = Object.assign(document.createElement("div"), { className: "notice offline" });
  notice.setAttribute("role", "alert");
  notice.textContent = form.dataset.offline ?? "";
  form.querySelector(".actions")?.before(notice);
}

function reconnected(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, RETRY_MS);
  });
}
