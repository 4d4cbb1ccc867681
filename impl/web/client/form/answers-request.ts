/**
 * Lets other scripts of a page read its answers from `form.js`, which runs before them. Each script is one file with all that it imports,
 * so a script that read the answers itself would carry the same code again.
 */
import type { Answers } from "../../../forms/answers/answer.ts";

const REQUEST = "answers";

/** Responds to the requests of other scripts. */
export function provideAnswers(form: HTMLFormElement, read: () => Answers): void {
  form.addEventListener(REQUEST, (event) => {
    (event as CustomEvent<Answers[]>).detail.push(read());
  });
}

/** Requests the answers of the shown questions; undefined: `form.js` does not run. */
export function requestAnswers(form: HTMLFormElement): Answers | undefined {
  const received: Answers[] = [];
  form.dispatchEvent(new CustomEvent(REQUEST, { detail: received }));
  return received[0];
}
