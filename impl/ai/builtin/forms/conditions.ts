/** Turns the words of a condition into one: "accommodation is yes", "Q3 = Yes", "they pick other", "below 3". */
import type { FieldCondition, FormField } from "../../../../generated/types.ts";
import { oppositeTest } from "../../../forms/answers/expression.ts";
import { readText } from "../../../forms/operations/merge.ts";
import { phraseKey } from "../../../texts/fold.ts";
import { wordLength } from "../items/choices.ts";
import type { DraftCondition } from "../items/draft.ts";
import type { Item } from "../items/item.ts";
import { modifiersIn } from "../items/modifiers.ts";
import { isYes } from "../items/readers/kinds.ts";
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
): FieldCondition | undefined {
  if (condition.kind === "answer") return answered(condition.isYes, earlier);
  const items = earlier.map(({ item }) => item);
  const fields = earlier.map(({ field }) => field);
  const named = (range: Range) => {
    const item = fieldNamed(text, range, items);
    return earlier.find((one) => one.item === item)?.field;
  };
  const found = conditionIn(text, condition.at, { fields, named });
  return found && condition.isNegated ? oppositeTest(found) : found;
}

/** "If yes" is about the last question that yes or no answers. */
function answered(isYes: boolean, earlier: readonly Earlier[]): FieldCondition | undefined {
  const last = earlier.findLast(({ field }) => field.type === "yes_no");
  return last && { field: last.field.id, op: "equals", value: isYes };
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
/** A name of a field has at most so many tokens. */
const LONGEST_NAME = 14;

/** The condition that a whole range is; undefined if any of its words is not read. */
export function conditionIn(
  text: Text,
  at: Range,
  { fields, named }: ConditionScope,
): FieldCondition | undefined {
  const found = values(text, at);
  const choosing = fields.filter((field) => "choices" in field).toReversed();
  // "they pick other", "premium is chosen": the choice of one earlier field alone says which.
  const chosen = first(found, (value) => first(choosing, (field) => valueTest(text, value, field)));
  return (
    chosen ??
    first(found, (value) => {
      const test = first(subjects(text, value), ([subject, rest]) => {
        const field = named(subject);
        return field && testOf(text, text.prompt.trim(rest), field);
      });
      return test && value.isNegated ? oppositeTest(test) : test;
    })
  );
}

/** The first result of a reader. */
function first<Part, Read>(parts: readonly Part[], read: (part: Part) => Read | undefined): Read | undefined {
  for (const part of parts) {
    const found = read(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The ranges at the beginning and at the end that may name a field, longer ones first, each with the rest. */
function subjects({ prompt }: Text, at: Range): (readonly [subject: Range, rest: Range])[] {
  const { from, to } = prompt.trim(at);
  const partAt = (cut: number) =>
    [
      { from, to: cut },
      { from: cut, to },
    ] as const;
  const lengths = Array.from({ length: Math.min(to - from, LONGEST_NAME) }, (_, index) => index + 1);
  return lengths.reverse().flatMap((length) => {
    const [rest, subject] = partAt(to - length);
    return [partAt(from + length), [subject, rest] as const];
  });
}

/** The test of a field that the rest of a condition is; nothing more: the field is answered or says yes. */
function testOf(text: Text, rest: Range, field: FormField): FieldCondition | undefined {
  const found = values(text, rest);
  const test = first(found, (value) => valueTest(text, value, field));
  const last = found.at(-1);
  if (test || !last || !text.prompt.isEmpty(last)) return test;
  if (saysYes(field)) return { field: field.id, op: "equals", value: !last.isNegated };
  return text.prompt.isEmpty(rest)
    ? { field: field.id, op: last.isNegated ? "empty" : "answered" }
    : undefined;
}

const saysYes = ({ type }: FormField): boolean => type === "yes_no" || type === "consent";

function valueTest(text: Text, value: Value, field: FormField): FieldCondition | undefined {
  const { prompt, lexicon } = text;
  if (prompt.isEmpty(value)) return undefined;
  const isEmpty = lexicon.table("empty").whole(prompt.tokens, value.from, value.to);
  const test: FieldCondition | undefined = isEmpty
    ? { field: field.id, op: "empty" }
    : sameTest(text, value, field);
  return test && value.isNegated ? oppositeTest(test) : test;
}

function sameTest(text: Text, value: Range, field: FormField): FieldCondition | undefined {
  if (!saysYes(field))
    return "choices" in field ? choiceTest(text, value, field) : numberTest(text, value, field);
  const answer = isYes(text, value.from, value.to);
  return answer === undefined ? undefined : { field: field.id, op: "equals", value: answer };
}

/** A part of a condition without words that link a field and its value, of which one may deny it. */
interface Value extends Range {
  readonly isNegated: boolean;
}

/** What is left of a condition without fewer, then more of the words that link a field and its value. */
function values({ prompt, lexicon }: Text, { from, to }: Range): Value[] {
  const links = lexicon.table(...LINKS);
  const last = withoutEnd({ prompt, lexicon }, { from, to });
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

type Choosing = Extract<FormField, { choices: unknown }>;

function choiceTest(text: Text, value: Range, field: Choosing): FieldCondition | undefined {
  const { prompt } = text;
  const or = (at: number) => (prompt.isMark(at, ",/") ? 1 : wordLength(text, at, value.to, "or"));
  const ids = prompt.split(value, or).map((part) => choiceNamed(text, part, field));
  const [id, ...others] = ids.flatMap((known) => known ?? []);
  if (id === undefined || others.length + 1 < ids.length) return undefined;
  if (others.length > 0) return { field: field.id, op: "in", value: [id, ...others] };
  return { field: field.id, op: field.type === "multiple_choice" ? "contains" : "equals", value: id };
}

function choiceNamed({ prompt, lexicon }: Text, part: Range, { choices }: Choosing): string | undefined {
  const words = phraseKey(prompt.textOf(part));
  const labels = choices.map(({ id, label }) => ({
    id,
    name: phraseKey(readText(label, lexicon.language) ?? Object.values(label)[0] ?? ""),
  }));
  const same = labels.find(({ name }) => name === words);
  const partly = words.length > 2 ? labels.filter(({ name }) => ` ${name} `.includes(` ${words} `)) : [];
  return same?.id ?? (partly.length === 1 ? partly[0]?.id : undefined);
}

/** "below 3", "at least 2", "3" */
function numberTest(text: Text, value: Range, { id, type }: FormField): FieldCondition | undefined {
  const { prompt, lexicon } = text;
  if (!/^(number|rating|scale|nps)$/.test(type)) return undefined;
  const number = numberAt(prompt, value.from, lexicon);
  if (number?.to === value.to) return { field: id, op: "equals", value: number.value };
  const { min, max } = modifiersIn(text, value)?.bounds ?? {};
  const limit = min ?? max;
  if (limit === undefined || (min !== undefined && max !== undefined)) return undefined;
  const list = min === undefined ? "lessThan" : "moreThan";
  const isMarked = prompt.isMark(value.from, "<>") && !prompt.isMark(value.from + 1, "=");
  const isStrict = isMarked || lexicon.table(list).all(prompt.tokens, value.from, value.to).length > 0;
  const [strict, other] = min === undefined ? (["lt", "lte"] as const) : (["gt", "gte"] as const);
  return { field: id, op: isStrict ? strict : other, value: limit };
}
