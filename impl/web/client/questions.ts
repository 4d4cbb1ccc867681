/** Keys for forms that show one question at a time: letters choose cards, Enter goes on from everywhere. */

const form = document.querySelector<HTMLFormElement>("#form");
if (form) {
  focusQuestion(form);
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(mainButton(form));
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target))
      choose(form, event);
  });
}

/** On every question but the first, people can answer at once. On touch screens the keyboard would hide the question. */
function focusQuestion(form: HTMLFormElement): void {
  const isFirst = document.querySelector(".title:not(.small)") !== null;
  const hasNews = document.querySelector(".summary, .notice") !== null;
  if (isFirst || hasNews || parent !== window || !matchMedia("(pointer: fine)").matches) return;
  const inputs = form.querySelectorAll<HTMLElement>(".field :is(input, select, textarea)");
  [...inputs].find((input) => input.checkVisibility())?.focus();
}

/** The letter of a card chooses it; where several can be chosen, the same letter takes it back. */
function choose(form: HTMLFormElement, event: KeyboardEvent): void {
  const at = event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
  const boxes = form.querySelectorAll<HTMLInputElement>(
    '[data-field]:not([data-off], [data-untouched]) .card > :is([type="radio"], [type="checkbox"])',
  );
  const box = at < 26 ? boxes[at] : undefined;
  if (box === undefined) return;
  event.preventDefault();
  box.focus();
  box.click();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('select, textarea, input:not([type="radio"], [type="checkbox"]), summary')
  );
}

function mainButton(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector(".actions .main");
}
