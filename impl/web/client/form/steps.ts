/** Shows the questions of a page one at a time, without loading a page in between. */
import { announce } from "../announce.ts";
import { firstInput } from "./summary.ts";

/** How long a chosen card is shown before the next question. */
const SEEN_MS = 120;

export interface Steps {
  /** Returns the shown question. */
  current(): HTMLElement;
  /** Goes on after a choice, unless the respondent can choose or type more. */
  moveOn(box: HTMLInputElement): void;
}

/** Starts to show one question at a time; undefined: the page has only one question. */
export function stepThrough(form: HTMLFormElement, focus: (step: HTMLElement) => void): Steps | undefined {
  const steps = [...form.querySelectorAll<HTMLElement>(".step")];
  const [first] = steps;
  const main = form.querySelector<HTMLButtonElement>(".actions .main");
  const back = form.querySelector<HTMLButtonElement>(".actions .back");
  if (!first || !main || !back) return undefined;
  const title = document.querySelector("h1")?.textContent ?? "";
  const send = main.textContent;
  const listAskedSteps = () =>
    steps.filter((step) => [...step.children].some((one) => !one.matches("[data-off], h2")));
  // The server has refused the form: for a wrong answer, or for a reason in its notice, and then the form can be sent again.
  const wrong = steps.find((step) => step.querySelector(".wrong"));
  let current = wrong ?? ("end" in form.dataset ? listAskedSteps().at(-1) : undefined) ?? first;
  const beside = (by: number) => listAskedSteps()[listAskedSteps().indexOf(current) + by];

  const draw = () => {
    const shown = listAskedSteps();
    const at = shown.indexOf(current);
    for (const step of steps) step.hidden = step !== current;
    document.querySelector(".title")?.classList.toggle("small", at > 0);
    back.hidden = at < 1;
    main.textContent = beside(1) === undefined ? send : (form.dataset.next ?? "");
    const place = (form.dataset.step ?? "")
      .replace("{step}", `${at + 1}`)
      .replace("{steps}", `${shown.length}`);
    const bar = document.querySelector(".progress progress");
    Object.assign(bar ?? {}, { value: at + 1, max: shown.length, ariaLabel: place });
    Object.assign(bar?.nextElementSibling ?? {}, { textContent: place });
    document.title = `${place} – ${title}`;
  };

  const show = (step: HTMLElement | undefined) => {
    if (step === undefined) return;
    // A video would go on playing where nobody sees it.
    for (const frame of current.querySelectorAll("iframe")) frame.replaceWith(frame.cloneNode());
    current = step;
    document.querySelector("#summary")?.remove();
    announce("");
    draw();
    scrollTo(0, 0);
    focus(step);
  };

  const goTo = (step: HTMLElement | undefined) => {
    if (step === undefined) return;
    history.pushState(steps.indexOf(step), "");
    show(step);
  };

  // The browser's Back button goes to the preceding question, too.
  history.replaceState(steps.indexOf(current), "");
  addEventListener("popstate", ({ state }) => show(steps[Number(state)]));
  back.addEventListener("click", () => goTo(beside(-1)));
  // This listener runs after the checks, which stop a form with mistakes. After the last step, the browser sends the form.
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.submitter?.hasAttribute("formnovalidate")) return;
    const next = beside(1);
    if (next === undefined) return;
    event.preventDefault();
    form.ariaBusy = "false";
    goTo(next);
  });
  form.addEventListener("input", draw);
  form.dataset.stepped = "";
  draw();
  focusWrong(current);

  return {
    current: () => current,
    moveOn(box) {
      const isWhole = box.type === "radio" && box.value !== "+other" && !box.closest("[data-kind=rows]");
      const from = current;
      if (isWhole && beside(1) && from.querySelectorAll("[data-field]:not([data-off])").length === 1)
        setTimeout(() => from === current && form.requestSubmit(main), SEEN_MS);
    },
  };
}

/** Moves the focus to the wrong question. Removes the server's list, which names questions of other steps, too. */
function focusWrong(step: HTMLElement): void {
  document.querySelector("#summary")?.remove();
  const question = step.querySelector<HTMLElement>(".wrong");
  if (question) firstInput(question)?.focus();
}
