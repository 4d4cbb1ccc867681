/** Checks answers to fields with choices, yes/no, consent and ranking. */
import { limits } from "../../../generated/limits.ts";
import type {
  ChoiceField,
  ConsentField,
  MultipleChoiceField,
  OtherAnswer,
  RankingField,
  YesNoField,
} from "../../../generated/types.ts";
import { type Checked, problem } from "../problem.ts";
import { cleanText } from "./text.ts";

type Chosen = string | OtherAnswer;

export function checkChoice(field: ChoiceField, input: unknown): Checked<Chosen> {
  return input === "" ? undefined : choose(field, input);
}

export function checkMultipleChoice(field: MultipleChoiceField, input: unknown): Checked<Chosen[]> {
  if (!Array.isArray(input)) return problem("choice");
  const chosen: Chosen[] = [];
  for (const one of new Set(input)) {
    const checked = choose(field, one);
    if (checked === undefined || "problem" in checked) return checked;
    chosen.push(checked.answer);
  }
  if (chosen.length === 0) return undefined;
  if (chosen.filter((one) => typeof one === "object").length > 1) return problem("choice");
  const { min_selections: min, max_selections: max } = field.validation ?? {};
  if (min !== undefined && chosen.length < min) return { problem: { code: "min_selections", count: min } };
  if (max !== undefined && chosen.length > max) return { problem: { code: "max_selections", count: max } };
  return { answer: chosen };
}

/** One of the choices, or a free text if the field allows it. */
function choose(field: ChoiceField | MultipleChoiceField, input: unknown): Checked<Chosen> {
  if (typeof input === "string" && field.choices.some(({ id }) => id === input)) return { answer: input };
  const other = field.allow_other ? readOther(input) : undefined;
  if (other === undefined) return problem("choice");
  if (other === "") return problem("other");
  if ([...other].length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer: { other } };
}

function readOther(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("other" in input)) return undefined;
  return typeof input.other === "string" ? cleanText(input.other, "one") : undefined;
}

export function checkYesNo(_field: YesNoField, input: unknown): Checked<boolean> {
  if (input === undefined || input === "") return undefined;
  if (input === true || input === "yes") return { answer: true };
  return input === false || input === "no" ? { answer: false } : problem("choice");
}

/** An unticked box is an answer, too, unless the field is required. */
export function checkConsent(field: ConsentField, input: unknown): Checked<boolean> {
  const answer = input === true || input === "yes";
  return field.required && !answer ? problem("required_consent") : { answer };
}

/** Accepts a list of all ids, best first, or the rank typed beside each choice: `{ "tea": "2", "coffee": "1" }`. */
export function checkRanking({ choices }: RankingField, input: unknown): Checked<string[]> {
  const answer = Array.isArray(input) ? input : sortByRank(input);
  if (answer === undefined || answer.length === 0) return undefined;
  const isOrder = answer.length === choices.length && choices.every(({ id }) => answer.includes(id));
  return isOrder ? { answer } : problem("ranking");
}

/** The ids by rank; undefined if nothing was typed, and too short if the ranks are not 1 to n. */
function sortByRank(input: unknown): string[] | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const typed = Object.entries(input).filter(([, rank]) => String(rank).trim() !== "");
  if (typed.length === 0) return undefined;
  const ids: string[] = [];
  for (const [id, rank] of typed) ids[Number(rank) - 1] = id;
  return Array.from({ length: typed.length }, (_, place) => ids[place]).filter((id) => id !== undefined);
}
