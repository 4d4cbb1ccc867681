/** The script of the page after a form was sent: deletes the answers that the browser has kept, and sends a complete code. */
import { forgetAnswers } from "./form/answer-store.ts";

/** A respondent may press Enter or the button as well; later they may want to send again what the network has lost. */
const SENDING_MS = 3_000;

forgetAnswers();
const code = document.querySelector<HTMLInputElement>("input.code");
const hint = document.querySelector<HTMLElement>("[data-script]");
if (code?.form && hint) sendComplete(code, code.form, hint);

/** Sends a code after its last digit, and says so before (WCAG 3.2.2). A code that is sent twice at once would cost two attempts. */
function sendComplete(input: HTMLInputElement, form: HTMLFormElement, hint: HTMLElement): void {
  let isSending = false;
  hint.hidden = false;
  form.addEventListener("submit", (event) => {
    if (isSending) {
      event.preventDefault();
      return;
    }
    isSending = true;
    setTimeout(() => {
      isSending = false;
    }, SENDING_MS);
  });
  input.addEventListener("input", () => {
    if (/^\d{6}$/.test(input.value.replaceAll(/\s/g, ""))) form.requestSubmit();
  });
}
