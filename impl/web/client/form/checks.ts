/** Checks answers in the browser before the form is sent. */
import { normaliseEmail } from "../../../accounts/email-address.ts";
import type { ClientRule } from "../../../forms/fields/client/client-rule.ts";
import { OTHER } from "../../../forms/fields/parts/inputs.ts";
import { isMultiple } from "../../../forms/fields/parts/multiples.ts";
import { readWebAddress } from "../../../forms/fields/parts/web-address.ts";
import { fileCount, isUploading, type Question, questions, readValues } from "./fields.ts";
import { followCorrections, summarise } from "./summary.ts";
import { askWhich, toNumber, whenReadable } from "./typed-numbers.ts";

/** Checks the answers when the form is sent, and after that each answer as it changes. */
export function checkOnSubmit(form: HTMLFormElement): void {
  const checked = new Set<HTMLElement>();

  form.addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (form.ariaBusy === "true") return event.preventDefault();
    if (button?.formNoValidate) return;
    const loading = whenReadable(form);
    if (loading) {
      event.preventDefault();
      void loading.then(() => form.requestSubmit(button));
      return;
    }
    const shown = shownQuestions(form);
    const wrong = shown.filter((question) => {
      checked.add(question.element);
      return !showProblem(question, firstProblem(question));
    });
    if (wrong.length > 0) {
      event.preventDefault();
      summarise(form, wrong, shown.length === 1);
    } else if (isUploading(form)) {
      event.preventDefault();
      afterUploads(form, () => {
        setBusy(form, false);
        form.requestSubmit(button);
      });
      setBusy(form, true);
    } else setBusy(form, true);
  });
  form.addEventListener("input", (event) => recheck(event.target));
  form.addEventListener("change", (event) => recheck(event.target));
  // The browser's Back button restores the page in its last state.
  addEventListener("pageshow", () => setBusy(form, false));

  function recheck(target: EventTarget | null): void {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-field]") : null;
    const question = shownQuestions(form).find((one) => one.element === element);
    if (question === undefined || !(checked.has(question.element) || question.element.matches(".wrong")))
      return;
    showProblem(question, firstProblem(question));
    const wrong = shownQuestions(form).filter((one) => one.element.matches(".wrong"));
    followCorrections(form, wrong);
  }
}

/** Calls `proceed` when all uploads have ended. A question gets an `input` event at the end of each upload. */
function afterUploads(form: HTMLFormElement, proceed: () => void): void {
  const check = () => {
    if (isUploading(form)) return;
    form.removeEventListener("input", check);
    proceed();
  };
  form.addEventListener("input", check);
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.ariaBusy = String(isBusy);
}

function shownQuestions(form: HTMLFormElement): Question[] {
  return questions(form).filter(({ element }) => !element.matches("[data-off], [data-off] *, [hidden] *"));
}

/** Shows or hides the message of a question. Returns whether there is no problem. */
function showProblem({ element }: Question, problem: string | undefined): boolean {
  const message = element.querySelector<HTMLElement>(".message");
  if (message === null) return true;
  const isWrong = problem !== undefined;
  message.hidden = !isWrong;
  message.textContent = problem ?? "";
  // As on the server, a hint that the message repeats is left out.
  for (const hint of element.querySelectorAll<HTMLElement>(".hint p"))
    hint.hidden = hint.textContent === problem;
  element.classList.toggle("wrong", isWrong);
  for (const input of findInputs(element)) {
    input.ariaInvalid = isWrong ? "true" : null;
    setDescription(element.matches("fieldset") ? element : input, message.id, isWrong);
  }
  return !isWrong;
}

function findInputs(element: HTMLElement): NodeListOf<HTMLElement> {
  return element.querySelectorAll<HTMLElement>(".input, [type=radio], [type=checkbox]");
}

function setDescription(element: HTMLElement, id: string, isDescribed: boolean): void {
  const others = (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((one) => one && one !== id);
  const ids = isDescribed ? [...others, id] : others;
  if (ids.length > 0) element.setAttribute("aria-describedby", ids.join(" "));
  else element.removeAttribute("aria-describedby");
}

function firstProblem(question: Question): string | undefined {
  const rules = JSON.parse(question.element.dataset.rules ?? "[]") as ClientRule[];
  const broken = rules.find((rule) => breaks(question, rule));
  const [text = ""] = readValues(question);
  const message = broken?.at(-1) as string | undefined;
  if (broken?.[0] === "two_numbers") return askWhich(question, text, message!);
  return message?.replace("{domain}", readDomain(text));
}

/** Returns whether an answer breaks a rule of its question. The service checks everything again. */
function breaks(question: Question, rule: ClientRule): boolean {
  const values = readValues(question);
  switch (rule[0]) {
    case "required":
      return isEmpty(question, values);
    case "chosen":
      return values.length > 0 && isOutside(values.length, rule[1], rule[2]);
    case "files":
      return isOutside(fileCount(question), rule[1], rule[2]);
    case "other": {
      const text = otherText(question);
      return values.includes(OTHER) && isOutside([...text].length, rule[1], rule[2]);
    }
    case "rows": {
      const rows = new Set(
        [...question.element.querySelectorAll<HTMLInputElement>(":checked")].map(readName),
      );
      return rows.size > 0 && rows.size < rule[1];
    }
    case "ranking": {
      const places = new Set(values.map(Number));
      const count = countRanked(question);
      return (
        values.length > 0 && !Array.from({ length: count }, (_, at) => at + 1).every((at) => places.has(at))
      );
    }
    case "moment":
      return breaksMoment(question, values[0] ?? "", rule);
    default:
      return values[0] !== undefined && breaksText(question, values[0], rule);
  }
}

const readName = ({ name }: HTMLInputElement) => name;

/** Returns whether a date or time is incomplete or out of bounds. A bound has the same length as the answer; seconds do not count. */
function breaksMoment(
  { element }: Question,
  text: string,
  [, min, max]: Extract<ClientRule, { readonly 0: "moment" }>,
): boolean {
  const isPartial = element.querySelector("input")?.validity.badInput ?? false;
  if (min === null && max === null) return isPartial || /^\d{5}/.test(text);
  const moment = text.slice(0, (min ?? max ?? "").length);
  return text !== "" && ((min !== null && moment < min) || (max !== null && moment > max));
}

type TextRule = Exclude<
  ClientRule,
  { readonly 0: "required" | "chosen" | "files" | "other" | "rows" | "ranking" | "moment" }
>;

function breaksText(question: Question, text: string, rule: TextRule): boolean {
  switch (rule[0]) {
    case "email":
      return normaliseEmail(text) === undefined;
    case "domain":
      return rule[2].some((domain) => domain.toLowerCase() === readDomain(text)) !== rule[1];
    case "url":
      return readWebAddress(text) === undefined;
    case "phone":
      // The shortest phone numbers in the world have 4 digits, the shortest with a country code 6.
      return !/^(?!\P{Nd}*([+＋]|00)(\P{Nd}*\p{Nd}){0,5}\P{Nd}*$)([^\p{L}\p{Nd}]*\p{Nd}){4}\P{L}*$/u.test(
        text,
      );
    case "pattern":
      return !new RegExp(rule[1]).test(text);
    case "two_numbers":
      return askWhich(question, text, "") !== undefined;
    case "length":
      return isOutside([...text].length, rule[1], rule[2]);
    default: {
      const number = toNumber(question, text);
      return number !== undefined && breaksNumber(number, rule);
    }
  }
}

function breaksNumber(number: number, rule: TextRule): boolean {
  switch (rule[0]) {
    case "number":
      return Number.isNaN(number);
    case "integer":
      return !Number.isInteger(number);
    case "range":
      return isOutside(number, rule[1], rule[2]);
    case "step":
      return !isMultiple(number - rule[1], rule[2]);
    default:
      return false;
  }
}

function readDomain(email: string): string {
  return email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
}

function otherText({ element }: Question): string {
  return element.querySelector<HTMLInputElement>(".other")?.value.trim() ?? "";
}

function isEmpty(question: Question, values: readonly string[]): boolean {
  const { element, kind } = question;
  if (kind === "files") return fileCount(question) === 0;
  // As on the server, a typed text counts as an answer even if no card is chosen.
  if (kind === "choice" && !element.querySelector("select") && otherText(question) !== "") return false;
  // A ranking needs a value for each choice.
  return values.length < Math.max(1, countRanked(question));
}

/** Counts the choices to rank. Descriptions may have lists, too. */
function countRanked({ element }: Question): number {
  return element.querySelectorAll(".ranking li").length;
}

function isOutside(value: number, min: number | null, max: number | null): boolean {
  return (min !== null && value < min) || (max !== null && value > max);
}
