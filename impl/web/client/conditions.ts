/** Shows and hides questions by their conditions. */
import type { Answers, StoredAnswer, StoredFile } from "../../forms/answers/answer.ts";
import { holds, passes } from "../../forms/answers/condition.ts";
import type { Predicate } from "../../forms/answers/expression.ts";
import { enteredValues, fileCount, type Question, questions } from "./fields.ts";

/** Updates the page as answers change. */
export function watchConditions(form: HTMLFormElement): void {
  if (form.querySelector("[data-if]") === null) return;
  form.addEventListener("input", () => readAnswers(form));
  readAnswers(form);
}

/** Shows or hides each question by the answers before it. Returns the answers of the shown questions. */
export function readAnswers(form: HTMLFormElement): Answers {
  const answers: Record<string, StoredAnswer> = Object.create(null);
  const asked = new Map(questions(form).map((question) => [question.element, question]));
  for (const element of form.querySelectorAll<HTMLElement>("[data-field], [data-if]")) {
    const rule = element.dataset.if;
    const isOn = rule === undefined || isShown(JSON.parse(rule) as Predicate, answers);
    element.toggleAttribute("data-off", !isOn);
    const question = asked.get(element);
    const answer = isOn && question ? readAnswer(question) : undefined;
    if (question && answer !== undefined) answers[question.id] = answer;
  }
  return answers;
}

/** Only formulas compare expressions, so conditions of questions are made of tests. */
function isShown(condition: Predicate, answers: Answers): boolean {
  return holds(condition, (leaf) => "field" in leaf && passes(leaf, answers));
}

/** The answer in the form that conditions compare. As on the server, an invalid answer counts as none. */
function readAnswer(question: Question): StoredAnswer | undefined {
  const values = enteredValues(question);
  const [first] = values;
  switch (question.kind) {
    case "file_upload":
    case "signature":
      return fileCount(question) > 0 ? new Array<StoredFile>(fileCount(question)) : undefined;
    case "consent":
      return first === "yes";
    case "yes_no":
      return first === undefined ? undefined : first === "yes";
    case "number":
    case "rating":
    case "scale":
    case "nps":
      return toNumber(first);
    case "multiple_choice":
    case "ranking":
      return values.length > 0 ? values : undefined;
    case "matrix":
      return values.length > 0 ? { rows: readRows(question) } : undefined;
    default:
      return first;
  }
}

/** Conditions only depend on which rows have an answer. */
function readRows({ element }: Question): Record<string, string> {
  const checked = element.querySelectorAll<HTMLInputElement>("input:checked");
  return Object.fromEntries(Array.from(checked, ({ name, value }) => [name, value]));
}

function toNumber(text: string | undefined): number | undefined {
  const number = Number(text?.replace(",", "."));
  return text === undefined || Number.isNaN(number) ? undefined : number;
}
