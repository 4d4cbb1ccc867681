/** Says something to readers of the screen, once: what was said goes when the focus moves on, so that nobody meets it again on a later step. */
const ID = "summary-news";

/** @param text empty: what was said goes */
export function announce(text: string): void {
  const region = document.getElementById(ID);
  if (region) region.textContent = text;
}

/** Adds the region. Readers of the screen only follow one that was there before its text. */
export function prepareAnnouncements(form: HTMLFormElement): void {
  if (document.getElementById(ID)) return;
  form.append(Object.assign(document.createElement("p"), { id: ID, className: "vh", role: "status" }));
  document.addEventListener("focusin", () => announce(""));
}
