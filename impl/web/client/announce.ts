/** Announces a text to screen readers. The text is removed when the focus moves, so users do not find it again on a later step. */
import { create } from "./create.ts";

const ID = "summary-news";

/** Announces a text. @param text empty: removes the last one */
export function announce(text: string): void {
  const region = document.getElementById(ID);
  if (region) region.textContent = text;
}

/** Adds the live region. Screen readers only announce texts in a region that existed before. */
export function prepareAnnouncements(form: HTMLFormElement): void {
  if (document.getElementById(ID)) return;
  form.append(create("p", { id: ID, className: "vh", role: "status" }));
  document.addEventListener("focusin", () => announce(""));
}
