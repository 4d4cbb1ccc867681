import type { Condition } from "../../../generated/types.ts";
import type { StoredAnswer } from "../../responses/answers/answer.ts";
import { holds } from "../../responses/answers/condition.ts";
import { fileCount, type Question, questions, typed } from "./fields.ts";

/** Shows and hides questions as the answers before them change. */
export function watchConditions(form: HTMLFormElement): void {
  if (form.querySelector("[data-if]") === null) return;
  form.addEventListener("input", () => update(form));
  update(form);
}

function update(form: HTMLFormElement): void {
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
}

/** In the form in which conditions compare; like on the server, what is no answer counts as none. */
function answerOf(question: Question): StoredAnswer | undefined {
  const values = typed(question);
  const [first] = values;
  switch (question.kind) {
    case "file_upload":
    case "signature":
      return fileCount(question) > 0 ? [] : undefined;
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
      return values.length > 0 ? values : undefined;
    case "ranking":
    case "matrix":
      return values.length > 0 ? values : undefined;
    default:
      return first;
  }
}

function toNumber(text: string | undefined): number | undefined {
  const number = Number(text?.replace(",", "."));
  return text === undefined || Number.isNaN(number) ? undefined : number;
}
