/** Turns the words of a condition into one: "accommodation is yes", "Q3 = Yes", "they pick other", "below 3". */
import type { Condition, FormField } from "../../../../generated/types.ts";
import { fold, phraseKey } from "../../../texts/fold.ts";
import type { DraftCondition } from "../items/draft.ts";
import type { Item } from "../items/item.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { fieldNamed, keysOf } from "./mentions.ts";

/** A field that comes before the one with the condition. */
export interface Earlier {
  readonly item: Item;
  readonly field: FormField;
}

/** @returns undefined if the condition names no earlier field, or not clearly */
export function conditionOf(
  text: Text,
  condition: DraftCondition,
  earlier: readonly Earlier[],
): Condition | undefined {
  if (condition.kind === "answer") return answered(condition.isYes, earlier);
  const found = byWords(text, condition.at, earlier);
  return found && condition.isNegated ? negated(found) : found;
}

/** "If yes" is about the last question that yes or no answers. */
function answered(isYes: boolean, earlier: readonly Earlier[]): Condition | undefined {
  const last = earlier.findLast(
    ({ field }) => field.type === "yes_no" || yesNoChoice(field, isYes) !== undefined,
  );
  if (!last) return undefined;
  const choice = yesNoChoice(last.field, isYes);
  return { field: last.field.id, op: "eq", value: choice ?? isYes };
}

function yesNoChoice(field: FormField, isYes: boolean): string | undefined {
  if (!("choices" in field)) return undefined;
  return field.choices.find(({ id }) => id === (isYes ? "yes" : "no"))?.id;
}

function negated(condition: Condition): Condition {
  if ("op" in condition && condition.op === "eq") return { ...condition, op: "ne" };
  return { not: condition };
}

/** The words between a field and its value. */
const LINKS = [
  "isNot",
  "is",
  "mustBe",
  "copulas",
  "isChosen",
  "choose",
  "they",
  "plain",
  "fillers",
  "answered",
  "if",
  "option",
  "attends",
] as const;

function byWords(text: Text, at: Range, earlier: readonly Earlier[]): Condition | undefined {
  const { prompt } = text;
  const chosen = byChoice(text, at, earlier);
  if (chosen) return isNegated(text, at) ? negated(chosen) : chosen;
  for (const subject of subjects(text, at)) {
    const item = fieldNamed(
      text,
      subject,
      earlier.map((one) => one.item),
    );
    const found = earlier.find((one) => one.item === item);
    if (!found) continue;
    const rest = prompt.trim({ from: subject.to, to: at.to });
    const test = testOf(text, rest, found.field);
    if (test) return isNegated(text, rest) ? negated(test) : test;
  }
  return undefined;
}

/** "is not", "!=" before the value; "no" as the value negates nothing. */
function isNegated(text: Text, range: Range): boolean {
  const { prompt, lexicon } = text;
  const { from } = valueRange(text, range);
  const isSign = prompt.isMark(range.from, "≠") || (prompt.isMark(range.from, "!") && from > range.from);
  return isSign || lexicon.table("isNot", "not", "negations").all(prompt.tokens, range.from, from).length > 0;
}

/** The ranges at the beginning that may name a field, longer ones first. */
function subjects({ prompt }: Text, { from, to }: Range): Range[] {
  const parts: Range[] = [];
  const start = prompt.isOpenQuote(from) ? from : from;
  for (let end = Math.min(to, start + 14); end > start; end--) parts.push({ from: start, to: end });
  return parts;
}

/** The test of a field that the rest of a condition is; nothing more: the field is answered or says yes. */
function testOf(text: Text, rest: Range, field: FormField): Condition | undefined {
  const value = valueRange(text, rest);
  const base = { field: field.id };
  if (text.prompt.isEmpty(value)) {
    if (field.type === "yes_no" || field.type === "consent") return { ...base, op: "eq", value: true };
    return text.prompt.isEmpty(rest) || isAnswered(text, rest) ? { ...base, op: "answered" } : undefined;
  }
  if (field.type === "yes_no" || field.type === "consent") {
    const answer = yesOrNo(text, value);
    return answer === undefined ? undefined : { ...base, op: "eq", value: answer };
  }
  if ("choices" in field) return choiceTest(text, value, field);
  return numberTest(text, value, field);
}

function isAnswered({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  return lexicon.table("answered").all(prompt.tokens, from, to).length > 0;
}

/** What is left of a condition without the words that link a field and its value. */
function valueRange({ prompt, lexicon }: Text, { from, to }: Range): Range {
  let [start, end] = [from, to];
  for (;;) {
    const link = lexicon.table(...LINKS).at(prompt.tokens, start, end);
    const next = link?.to ?? (prompt.isMark(start, "=:,\"'“”≠!") ? start + 1 : undefined);
    if (next === undefined || next > end || start >= end) break;
    start = next;
  }
  for (let at = end - 1; at >= start; at--) {
    const isLink =
      lexicon.table(...LINKS).whole(prompt.tokens, at, end) !== undefined || prompt.isMark(at, "\"'”“.,");
    if (!isLink) continue;
    end = at;
  }
  return { from: start, to: Math.max(start, end) };
}

function yesOrNo({ prompt, lexicon }: Text, range: Range): boolean | undefined {
  const words = fold(prompt.textOf(range));
  if (
    words === fold(lexicon.labels.choices.yes) ||
    words === "yes" ||
    words === "true" ||
    words === "checked"
  )
    return true;
  return words === fold(lexicon.labels.choices.no) || words === "no" || words === "false" ? false : undefined;
}

type Choosing = Extract<FormField, { choices: unknown }>;

function choiceTest(text: Text, value: Range, field: Choosing): Condition | undefined {
  const { prompt, lexicon } = text;
  const names = splitOr(text, value).map((part) => phraseKey(prompt.textOf(part)));
  const ids = names.map((name) => choiceNamed(name, field, lexicon.language));
  const [first] = ids;
  if (first === undefined || ids.some((id) => id === undefined)) return undefined;
  const known = ids.flatMap((id) => (id === undefined ? [] : [id]));
  if (known.length > 1) return { field: field.id, op: "in", value: [first, ...known.slice(1)] };
  return { field: field.id, op: field.type === "multiple_choice" ? "contains" : "eq", value: first };
}

function splitOr({ prompt, lexicon }: Text, { from, to }: Range): Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const or = lexicon.table("or").at(prompt.tokens, at, to);
    const next = or?.to ?? (prompt.isMark(at, ",/") ? at + 1 : undefined);
    if (next === undefined) continue;
    parts.push({ from: start, to: at });
    start = next;
    at = next - 1;
  }
  parts.push({ from: start, to });
  return parts.filter((part) => !prompt.isEmpty(part));
}

function choiceNamed(name: string, field: Choosing, language: string): string | undefined {
  const labels = field.choices.map(({ id, label }) => ({
    id,
    name: phraseKey(
      Object.entries(label).find(([code]) => code === language)?.[1] ?? Object.values(label)[0] ?? "",
    ),
  }));
  const same = labels.find((choice) => choice.name === name);
  if (same) return same.id;
  const partly = name.length > 2 ? labels.filter((choice) => ` ${choice.name} `.includes(` ${name} `)) : [];
  return partly.length === 1 ? partly[0]?.id : undefined;
}

const OPS = { min: "gte", max: "lte" } as const;

/** "below 3", "at least 2", "3" */
function numberTest(text: Text, value: Range, field: FormField): Condition | undefined {
  const { prompt, lexicon } = text;
  const takesNumbers =
    field.type === "number" || field.type === "rating" || field.type === "scale" || field.type === "nps";
  if (!takesNumbers) return undefined;
  const number = numberAt(prompt, value.from, lexicon);
  if (number?.to === value.to) return { field: field.id, op: "eq", value: number.value };
  const says = modifiersIn(text, value);
  const { bounds } = says ?? {};
  if (!bounds || (bounds.min !== undefined && bounds.max !== undefined)) return undefined;
  const side = bounds.min !== undefined ? "min" : "max";
  const limit = bounds[side];
  if (limit === undefined) return undefined;
  const isStrict =
    lexicon.table("moreThan", "lessThan").at(prompt.tokens, value.from, value.to) !== undefined ||
    (prompt.isMark(value.from, "<>") && !prompt.isMark(value.from + 1, "="));
  return { field: field.id, op: isStrict ? (side === "min" ? "gt" : "lt") : OPS[side], value: limit };
}

/** "they pick other", "premium is chosen": the choice of one earlier field alone says which. */
function byChoice(text: Text, at: Range, earlier: readonly Earlier[]): Condition | undefined {
  const value = valueRange(text, at);
  if (keysOf(text, value).length === 0) return undefined;
  for (const { field } of earlier.toReversed()) {
    if (!("choices" in field)) continue;
    const test = choiceTest(text, value, field);
    if (test) return test;
  }
  return undefined;
}
