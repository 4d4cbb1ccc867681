/** The file input of a question, for the scripts that upload its files. */

/** Tells the rest of the page that the files of a question are others. */
export function reportChange(question: HTMLElement): void {
  question.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Moves the focus to the file input after a file was removed. */
export function focusInput(question: HTMLElement): void {
  // The event comes first: it shows the input again if the question was full.
  reportChange(question);
  question.querySelector<HTMLElement>("input[type=file]")?.focus();
}
