/** Writes the answers of a page into the texts that mention them. The server writes the same texts. */
import type { StoredAnswer } from "../../../forms/answers/answer.ts";
import { evaluate } from "../../../forms/answers/calculation.ts";
import { type Digits, numberFormat, writeNumber } from "../../../texts/number.ts";
import { keepTogether } from "../../../texts/unbroken-dates.ts";
import type { LiveMentions } from "../../live-mentions.ts";
import { requestAnswers } from "../form/answers-request.ts";

/** Writes the present answers and results into the places for them. */
export function writeMentions(form: HTMLFormElement, places: Iterable<HTMLElement>): void {
  const live = JSON.parse(form.dataset.live ?? "{}") as LiveMentions;
  const answers: Record<string, StoredAnswer> = Object.assign(Object.create(null), requestAnswers(form));
  for (const { id, expression } of live.calculations) {
    const value = evaluate(expression, answers);
    if (value !== undefined) answers[id] = value;
  }
  for (const place of places) {
    const id = place.dataset.show ?? "";
    const question = form.querySelector<HTMLElement>(`[data-field="${id}"]`);
    const text = write(answers[id], question, live, live.digits[id]);
    if (place.textContent !== text) place.textContent = text;
  }
}

function write(
  answer: StoredAnswer | undefined,
  question: HTMLElement | null,
  { locale }: LiveMentions,
  digits: Digits | undefined,
): string {
  if (answer === undefined) return "…";
  if (typeof answer === "number") return writeNumber(answer, numberFormat(locale, digits));
  const labels = question ? listSelectedLabels(question) : [];
  if (labels.length > 0) return new Intl.ListFormat(locale, { type: "conjunction" }).format(labels);
  return question && typeof answer === "string"
    ? writeDate(answer, question.dataset.kind, locale)
    : String(answer);
}

/** Lists the labels of the selected choices, with the typed text for "Other". */
function listSelectedLabels(question: HTMLElement): string[] {
  const other = question.querySelector<HTMLInputElement>(".other")?.value.trim();
  const selected = [
    ...question.querySelectorAll<HTMLInputElement>("label input:checked"),
    ...question.querySelectorAll<HTMLOptionElement>("option:checked"),
  ];
  return selected.map((one) => {
    if (one.value === "+other") return other || "…";
    const words = one instanceof HTMLOptionElement ? one : one.closest("label")?.querySelector("span");
    return words?.textContent?.trim() ?? "";
  });
}

/** Formats dates and times, which have no time zone in a form. */
function writeDate(answer: string, kind: string | undefined, locale: string): string {
  if (kind !== "date" && kind !== "datetime") return answer;
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const format = new Intl.DateTimeFormat(
    locale,
    kind === "date" ? options : { ...options, timeStyle: "short" },
  );
  return keepTogether(format.format(new Date(kind === "date" ? answer : `${answer}Z`)));
}
