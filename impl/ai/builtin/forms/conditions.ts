/** Turns the words of a condition into one: "accommodation is yes", "Q3 = Yes", "they pick other", "below 3". */
import type { Condition, FieldCondition, FormField } from "../../../../generated/types.ts";
import { fold, phraseKey } from "../../../texts/fold.ts";
import type { DraftCondition } from "../items/draft.ts";
import type { Item } from "../items/item.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { fieldNamed } from "./mentions.ts";

/** A field that comes before the one with the condition. */
export interface Earlier {
  readonly item: Item;
  readonly field: FormField;
}

/** What a condition may be about. */
export interface ConditionScope {
  readonly fields: readonly FormField[];
  /** The field that a whole range names. */
  named(range: Range): FormField | undefined;
}

/** @returns undefined if the condition names no earlier field, or not clearly */
export function conditionOf(
  text: Text,
  condition: DraftCondition,
  earlier: readonly Earlier[],
): Condition | undefined {
  if (condition.kind === "answer") return answered(condition.isYes, earlier);
  const items = earlier.map(({ item }) => item);
  const found = conditionIn(text, condition.at, {
    fields: earlier.map(({ field }) => field),
    named: (range) => {
      const item = fieldNamed(text, range, items);
      return earlier.find((one) => one.item === item)?.field;
    },
  });
  return found && condition.isNegated ? negated(found) : found;
}

/** "If yes" is about the last question that yes or no answers. */
function answered(isYes: boolean, earlier: readonly Earlier[]): Condition | undefined {
  const last = earlier.findLast(({ field }) => field.type === "yes_no");
  return last && { field: last.field.id, op: "eq", value: isYes };
}

const OPPOSITE: Readonly<Record<string, FieldCondition["op"]>> = {
  eq: "ne",
  ne: "eq",
  lt: "gte",
  gte: "lt",
  gt: "lte",
  lte: "gt",
  answered: "empty",
  empty: "answered",
};

export function negated(condition: Condition): Condition {
  if ("not" in condition) return condition.not;
  const op = "op" in condition ? OPPOSITE[condition.op] : undefined;
  return op ? ({ ...condition, op } as Condition) : { not: condition };
}

const NEGATIONS = ["isNot", "not", "negations"] as const;
/** Words that may end a condition: "L is chosen". */
const END_LINKS = [
  ...NEGATIONS,
  "is",
  "mustBe",
  "copulas",
  "isChosen",
  "choose",
  "answered",
  "option",
] as const;
/** No word between a field and its value is longer. */
const LONGEST_LINK = 6;
/** The words between a field and its value. */
const LINKS = [...END_LINKS, "they", "plain", "fillers", "if"] as const;

/** The condition that a whole range is; undefined if any of its words is not read. */
export function conditionIn(text: Text, at: Range, scope: ConditionScope): Condition | undefined {
  const chosen = byChoice(text, at, scope.fields);
  if (chosen) return chosen;
  return first(values(text, at), (value) => {
    const test = first(subjects(text, value), ([subject, rest]) => {
      const field = scope.named(subject);
      return field && testOf(text, text.prompt.trim(rest), field);
    });
    return test && value.isNegated ? negated(test) : test;
  });
}

/** The first result of a reader. */
function first<Part, Read>(parts: readonly Part[], read: (part: Part) => Read | undefined): Read | undefined {
  for (const part of parts) {
    const found = read(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name of a field has at most so many tokens. */
const LONGEST_NAME = 14;

/** The ranges at the beginning and at the end that may name a field, longer ones first, each with the rest. */
function subjects(text: Text, at: Range): [subject: Range, rest: Range][] {
  const { from, to } = text.prompt.trim(at);
  const cut = (place: number): [Range, Range] => [
    { from, to: place },
    { from: place, to },
  ];
  const lengths = Array.from({ length: Math.min(to - from, LONGEST_NAME) }, (_, index) => index + 1);
  return lengths
    .reverse()
    .flatMap((length) => [cut(from + length), cut(to - length).reverse() as [Range, Range]]);
}

/** The test of a field that the rest of a condition is; nothing more: the field is answered or says yes. */
function testOf(text: Text, rest: Range, field: FormField): Condition | undefined {
  const found = values(text, rest);
  const test = first(found, (value) => valueTest(text, value, field));
  const last = found.at(-1);
  if (test || !last || !text.prompt.isEmpty(last)) return test;
  const isYesNo = field.type === "yes_no" || field.type === "consent";
  if (isYesNo) return { field: field.id, op: "eq", value: !last.isNegated };
  if (!text.prompt.isEmpty(rest)) return undefined;
  return { field: field.id, op: last.isNegated ? "empty" : "answered" };
}

function valueTest(text: Text, value: Value, field: FormField): Condition | undefined {
  if (text.prompt.isEmpty(value)) return undefined;
  const isEmpty = text.lexicon.table("empty").whole(text.prompt.tokens, value.from, value.to);
  const test: Condition | undefined = isEmpty
    ? { field: field.id, op: "empty" }
    : sameTest(text, value, field);
  return test && value.isNegated ? negated(test) : test;
}

function sameTest(text: Text, value: Range, field: FormField): Condition | undefined {
  if (field.type === "yes_no" || field.type === "consent") {
    const answer = yesOrNo(text, value);
    return answer === undefined ? undefined : { field: field.id, op: "eq", value: answer };
  }
  return "choices" in field ? choiceTest(text, value, field) : numberTest(text, value, field);
}

/** A part of a condition without words that link a field and its value, of which one may deny it. */
interface Value extends Range {
  readonly isNegated: boolean;
}

/** What is left of a condition without fewer, then more of the words that link a field and its value. */
function values(text: Text, range: Range): Value[] {
  const { prompt, lexicon } = text;
  const { from, to } = range;
  const links = lexicon.table(...LINKS);
  const last = withoutEnd(text, range);
  const found: Value[] = [];
  let isNegated = false;
  for (let start = from; start <= to; ) {
    if (last.to < to) found.push({ from: start, to, isNegated });
    if (start <= last.to) found.push({ from: start, to: last.to, isNegated: isNegated || last.isNegated });
    const link = links.at(prompt.tokens, start, to);
    const next = link?.to ?? (prompt.isMark(start, "=:,\"'“”≠!?") ? start + 1 : undefined);
    if (next === undefined) break;
    isNegated ||= prompt.isMark(start, "≠!") || denies(link?.value);
    start = next;
  }
  return found;
}

/** Without the words at the end that link a field and its value, as in "L is chosen". */
function withoutEnd({ prompt, lexicon }: Text, { from, to }: Range): Value {
  const links = lexicon.table(...END_LINKS);
  let [end, isNegated] = [to, false];
  for (let at = end - 1; at >= Math.max(from, end - LONGEST_LINK); at--) {
    const link = links.whole(prompt.tokens, at, end);
    if (!link && !prompt.isMark(at, "\"'”“.,?")) continue;
    isNegated ||= denies(link?.value);
    end = at;
  }
  return { from, to: end, isNegated };
}

const denies = (list: string | undefined): boolean => NEGATIONS.some((one) => one === list);

function yesOrNo({ prompt, lexicon }: Text, range: Range): boolean | undefined {
  const words = fold(prompt.textOf(range));
  const { yes, no } = lexicon.labels.choices;
  if ([fold(yes), "yes", "true", "checked"].includes(words)) return true;
  return [fold(no), "no", "false"].includes(words) ? false : undefined;
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

/** "below 3", "at least 2", "3" */
function numberTest(text: Text, value: Range, { id, type }: FormField): Condition | undefined {
  const { prompt, lexicon } = text;
  if (!/^(number|rating|scale|nps)$/.test(type)) return undefined;
  const number = numberAt(prompt, value.from, lexicon);
  if (number?.to === value.to) return { field: id, op: "eq", value: number.value };
  const { min, max } = modifiersIn(text, value)?.bounds ?? {};
  const limit = min ?? max;
  if (limit === undefined || (min !== undefined && max !== undefined)) return undefined;
  const list = min === undefined ? "lessThan" : "moreThan";
  const isMarked = prompt.isMark(value.from, "<>") && !prompt.isMark(value.from + 1, "=");
  const isStrict = isMarked || lexicon.table(list).all(prompt.tokens, value.from, value.to).length > 0;
  const [strict, other] = min === undefined ? (["lt", "lte"] as const) : (["gt", "gte"] as const);
  return { field: id, op: isStrict ? strict : other, value: limit };
}

/** "they pick other", "premium is chosen": the choice of one earlier field alone says which. */
function byChoice(text: Text, at: Range, fields: readonly FormField[]): Condition | undefined {
  const choosing = fields.filter((field) => "choices" in field).toReversed();
  const filled = values(text, at).filter((one) => !text.prompt.isEmpty(one));
  return first(filled, (value) => first(choosing, (field) => valueTest(text, value, field)));
}
