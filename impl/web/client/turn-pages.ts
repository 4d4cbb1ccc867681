/** Turns the pages of a preview in its frame, where the policy allows no navigation to pages of the service. */

/** Calls `turn` when the user turns a page. @param turn gets the entered values instead of the service */
export function onTurn(page: Document, turn: (entered: FormData, form: HTMLFormElement) => void): void {
  const form = page.querySelector<HTMLFormElement>("#form");
  // The form gets the event before the document, where the script of the page would send it.
  form?.addEventListener("submit", (event) => {
    // The page's script has found mistakes and shows them.
    if (event.defaultPrevented) return;
    event.preventDefault();
    turn(new FormData(form, event.submitter), form);
  });
}
