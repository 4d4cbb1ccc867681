/** Shows and hides questions by their conditions, and reads the answers for that. */
import type { Answers, StoredAnswer, StoredFile } from "../../../forms/answers/answer.ts";
import { holds, passes } from "../../../forms/answers/condition.ts";
import type { Predicate } from "../../../forms/answers/expression.ts";
import type { QuestionAnswerKind } from "../../../forms/fields/client/client-kind.ts";
import { provideAnswers } from "./answers-request.ts";
import { fileCount, type Question, questions, readValues } from "./fields.ts";
import { toNumber } from "./typed-numbers.ts";

/** Updates the page as answers change, and provides the answers to other scripts. */
export function watchConditions(form: HTMLFormElement): void {
  provideAnswers(form, () => readAnswers(form));
  if (form.querySelector("[data-if]") === null) return;
  form.addEventListener("input", () => readAnswers(form));
  readAnswers(form);
}

/** Shows or hides each question by the answers before it. Returns the answers of the shown questions. */
function readAnswers(form: HTMLFormElement): Answers {
  const answers: Record<string, StoredAnswer> = Object.create(null);
  const asked = new Map(questions(form).map((question) => [question.element, question]));
  for (const element of form.querySelectorAll<HTMLElement>("[data-field], [data-if]")) {
    const rule = element.dataset.if;
    const isOn = rule === undefined || isShown(JSON.parse(rule) as Predicate, answers);
    element.toggleAttribute("data-off", !isOn);
    const question = asked.get(element);
    const answer = isOn && question ? readers[question.kind]?.(question, readValues(question)) : undefined;
    if (question && answer !== undefined) answers[question.id] = answer;
  }
  return answers;
}

/** Evaluates a condition. Conditions of questions consist of tests; only formulas compare expressions. */
function isShown(condition: Predicate, answers: Answers): boolean {
  return holds(condition, (leaf) => "field" in leaf && passes(leaf, answers));
}

type Read = (question: Question, values: string[]) => StoredAnswer | undefined;

const readFirst: Read = (_, [first]) => first;

/** Functions that read an answer as conditions compare it, by its kind. As on the server, an invalid answer counts as none. */
const readers: Readonly<Record<string, Read>> = {
  text: readFirst,
  number: readNumber,
  boolean: ({ element }, [first]) =>
    first === undefined && !("untouched" in element.dataset) ? undefined : first === "yes",
  date: readFirst,
  time: readFirst,
  datetime: readFirst,
  choice: readFirst,
  choices: (_, values) => (values.length > 0 ? values : undefined),
  rows: (question, values) => (values.length > 0 ? { rows: readRows(question) } : undefined),
  files: (question) => (fileCount(question) > 0 ? new Array<StoredFile>(fileCount(question)) : undefined),
} satisfies Record<QuestionAnswerKind, Read>;

/** Reads the answers of rows. Conditions only depend on which rows have one. */
function readRows({ element }: Question): Record<string, string> {
  const checked = element.querySelectorAll<HTMLInputElement>("input:checked");
  return Object.fromEntries(Array.from(checked, ({ name, value }) => [name, value]));
}

function readNumber(question: Question, [text]: string[]): number | undefined {
  const number = text === undefined ? undefined : toNumber(question, text);
  return Number.isNaN(number) ? undefined : number;
}
