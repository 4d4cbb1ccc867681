import type { Condition } from "../../../generated/types.ts";
import type { Answers, StoredAnswer, StoredFile } from "../../answers/answer.ts";
import { holds } from "../../answers/condition.ts";
import { fileCount, type Question, questions, typed } from "./fields.ts";

/** Shows and hides questions as the answers before them change. */
export function watchConditions(form: HTMLFormElement): void {
  if (form.querySelector("[data-if]") === null) return;
  form.addEventListener("input", () => readAnswers(form));
  readAnswers(form);
}

/** Shows each question or hides it, as the answers before it ask for, and returns those of the shown ones. */
export function readAnswers(form: HTMLFormElement): Answers {
  const answers: Record<string, StoredAnswer> = Object.create(null);
  const asked = new Map(questions(form).map((question) => [question.element, question]));
  for (const element of form.querySelectorAll<HTMLElement>("[data-field], [data-if]")) {
    const rule = element.dataset.if;
    const isOn = rule === undefined || holds(JSON.parse(rule) as Condition, answers);
    element.toggleAttribute("data-off", !isOn);
    const question = asked.get(element);
    const answer = isOn && question ? answerOf(question) : undefined;
    if (question && answer !== undefined) answers[question.id] = answer;
  }
  return answers;
}

/** In the form in which conditions compare; like on the server, what is no answer counts as none. */
function answerOf(question: Question): StoredAnswer | undefined {
  const values = typed(question);
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
      return values.length > 0 ? { rows: rowsOf(question) } : undefined;
    default:
      return first;
  }
}

/** How many rows there is an answer to, and to which, is all that matters here. */
function rowsOf({ element }: Question): Record<string, string> {
  const checked = element.querySelectorAll<HTMLInputElement>("input:checked");
  return Object.fromEntries(Array.from(checked, ({ name, value }) => [name, value]));
}

function toNumber(text: string | undefined): number | undefined {
  const number = Number(text?.replace(",", "."));
  return text === undefined || Number.isNaN(number) ? undefined : number;
}
