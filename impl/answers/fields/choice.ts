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

export function checkChoice(field: ChoiceField, given: unknown): Checked<Chosen> {
  return given === "" ? undefined : choose(field, given);
}

export function checkMultipleChoice(field: MultipleChoiceField, given: unknown): Checked<Chosen[]> {
  if (!Array.isArray(given)) return problem("choice");
  const chosen: Chosen[] = [];
  for (const one of new Set(given)) {
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

/** One of the choices, or a text of one's own where the field allows it. */
function choose(field: ChoiceField | MultipleChoiceField, given: unknown): Checked<Chosen> {
  if (typeof given === "string" && field.choices.some(({ id }) => id === given)) return { answer: given };
  const other = field.allow_other ? readOther(given) : undefined;
  if (other === undefined) return problem("choice");
  if (other === "") return problem("other");
  if ([...other].length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer: { other } };
}

function readOther(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null || !("other" in given)) return undefined;
  return typeof given.other === "string" ? cleanText(given.other, "one") : undefined;
}

export function checkYesNo(_field: YesNoField, given: unknown): Checked<boolean> {
  if (given === undefined || given === "") return undefined;
  if (given === true || given === "yes") return { answer: true };
  return given === false || given === "no" ? { answer: false } : problem("choice");
}

/** A box that was not ticked is an answer, too; but where the field is required, it has to be ticked. */
export function checkConsent(field: ConsentField, given: unknown): Checked<boolean> {
  const answer = given === true || given === "yes";
  return field.required && !answer ? problem("required_consent") : { answer };
}

/** Given as all ids, best first; or as what was typed beside each choice: `{ "tea": "2", "coffee": "1" }`. */
export function checkRanking({ choices }: RankingField, given: unknown): Checked<string[]> {
  const answer = Array.isArray(given) ? given : sortByRank(given);
  if (answer === undefined || answer.length === 0) return undefined;
  const isOrder = answer.length === choices.length && choices.every(({ id }) => answer.includes(id));
  return isOrder ? { answer } : problem("ranking");
}

/** Undefined if nothing was typed; too short if the ranks are not 1 to n, each once. */
function sortByRank(given: unknown): string[] | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const typed = Object.entries(given).filter(([, rank]) => String(rank).trim() !== "");
  if (typed.length === 0) return undefined;
  const ids: string[] = [];
  for (const [id, rank] of typed) ids[Number(rank) - 1] = id;
  return Array.from({ length: typed.length }, (_, place) => ids[place]).filter((id) => id !== undefined);
}
