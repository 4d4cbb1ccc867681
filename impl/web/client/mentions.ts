/**
 * Keeps texts that mention answers of this page up to date. The script that writes them is loaded with the first answer; without
 * it, they mention none.
 */
import { requestAnswers } from "./form/answers-request.ts";

const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  const places = document.querySelectorAll<HTMLElement>("[data-show]");
  const update = () =>
    import("./on-demand/mention-texts.ts").then(
      ({ writeMentions }) => writeMentions(form, places),
      () => {
        for (const place of places) place.textContent = "…";
      },
    );
  form.addEventListener("input", update);
  // The server has written the answers that it knows, but not those that the browser has kept.
  if (hasAnswers(form)) void update();
}

/** Returns whether the page opens with an answer. A consent that is not ticked is none. */
function hasAnswers(form: HTMLFormElement): boolean {
  const answers = Object.values(requestAnswers(form) ?? {});
  return (
    answers.some((answer) => answer !== false) || form.querySelector("[data-field] input:checked") !== null
  );
}
