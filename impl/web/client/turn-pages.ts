/** Turns the pages of a preview in its frame, which pages of the service may not be loaded into. */

/** @param turn gets what was entered, in place of the service */
export function onTurn(page: Document, turn: (entered: FormData, form: HTMLFormElement) => void): void {
  const form = page.querySelector<HTMLFormElement>("#form");
  // The form gets the event before the document, at which the script of the page would send it.
  form?.addEventListener("submit", (event) => {
    // The page itself has found mistakes and shows them.
    if (event.defaultPrevented) return;
    event.preventDefault();
    turn(new FormData(form, event.submitter), form);
  });
}
