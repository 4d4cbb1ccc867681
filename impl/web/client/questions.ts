/** Controls forms that show one question at a time: letters choose cards, Enter goes on, and so does a choice. */
import { stepThrough } from "./form/steps.ts";

const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  const steps = stepThrough(form, focusQuestion);
  const isFirst = document.querySelector(".title:not(.small)") !== null;
  if (!isFirst && document.querySelector(".summary, .notice") === null) focusQuestion(form);
  // Arrow keys pass over choices that the user does not mean, so only a tap or a letter goes on.
  let isMeant = false;
  addEventListener("pointerdown", () => {
    isMeant = true;
  });
  addEventListener("keydown", (event) => {
    isMeant = false;
    // A question without an input has the focus itself, and Enter goes on from there, too.
    const isQuestion = event.target === steps?.current();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || isQuestion)) {
      // The same press would open the list of files of the next question.
      event.preventDefault();
      form.requestSubmit(mainButton(form));
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
      const box = chosenBox(steps?.current() ?? form, event);
      isMeant = box !== undefined;
      box?.focus();
      box?.click();
    }
  });
  form.addEventListener("change", ({ target }) => {
    if (isMeant && target instanceof HTMLInputElement) steps?.moveOn(target);
  });
}

/**
 * Focuses the input of a new question, so the user can type at once; not the one that removes a file. Not on touch screens: the
 * keyboard would hide the question.
 */
function focusQuestion(place: HTMLElement): void {
  if (parent !== window) return;
  const inputs = place.querySelectorAll<HTMLElement>(
    ".field :is(input:not(.file-remove *), select, textarea)",
  );
  const input = [...inputs].find((one) => one.checkVisibility());
  if (input && matchMedia("(pointer: fine)").matches) input.focus();
  else if (place.matches(".step")) {
    place.tabIndex = -1;
    place.focus();
  }
}

/** Finds the card with the letter of a key. */
function chosenBox(place: HTMLElement, event: KeyboardEvent): HTMLInputElement | undefined {
  // Letters are the digits from 10 to 35. Names of other keys have several, so they are higher.
  const at = Number.parseInt(event.key, 36) - 10;
  const boxes = place.querySelectorAll<HTMLInputElement>(
    "[data-field]:not([data-off], [data-untouched]) .card > :is([type=radio], [type=checkbox])",
  );
  const box = at < 26 ? boxes[at] : undefined;
  if (box) event.preventDefault();
  return box;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches("select, textarea, input:not([type=radio], [type=checkbox]), summary")
  );
}

function mainButton(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector(".actions .main");
}
