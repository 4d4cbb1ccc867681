/** Reads conditions: "if they attend", "when the size is L", "for guests who bring more than two people". */
import type { Condition, FieldCondition, FormField } from "../../../../generated/types.ts";
import type { Found } from "../reading/phrases.ts";
import { coversOf, type Parts } from "./cover.ts";
import type { EditText } from "./edit-text.ts";
import { CONDITIONS, type ConditionName } from "./frame.ts";

/** The condition that begins at a token, with all ends that it may have. */
export function conditionsAt(text: EditText, at: number): Found<Condition>[] {
  const only = text.cueAt(at, "only");
  const words = text.cuesAt(only ? text.skip(only.to) : at);
  return words.flatMap(({ value: word, to }) => {
    if (word !== "if" && word !== "unless" && word !== "forThose") return [];
    const found = [...simpleAt(text, to), ...joinedAt(text, to)];
    return found.map((one) => ({
      ...one,
      value: word === "unless" ? negated(one.value) : one.value,
      from: at,
    }));
  });
}

/** Two conditions with "and" or "or" between. */
function joinedAt(text: EditText, at: number): Found<Condition>[] {
  return simpleAt(text, at).flatMap(({ value, to }) => {
    const joint = text.cueAt(to, "and", "or");
    const start = joint && (text.cueAt(joint.to, "if")?.to ?? joint.to);
    return (start === undefined ? [] : simpleAt(text, start)).map((second) => ({
      ...second,
      value: joint?.value === "or" ? { any: [value, second.value] } : { all: [value, second.value] },
    }));
  });
}

/** Conditions of more words are not read. */
const LONGEST = 20;

function simpleAt(text: EditText, from: number): Found<Condition>[] {
  return text.once("simple condition", from, () => {
    const limit = Math.min(from + LONGEST, text.prompt.tokens.length);
    const ends = Array.from({ length: limit - from }, (_, index) => from + index + 1);
    const best = new Map<number, { score: number; value: Condition }>();
    for (const frame of CONDITIONS)
      for (const [to, { parts, score }] of coversOf(text, frame, from, ends)) {
        const value = READ[frame.name](parts, text);
        if (value && score > (best.get(to)?.score ?? 0)) best.set(to, { score, value });
      }
    return [...best].map(([to, { value }]) => ({ value, from, to }));
  });
}

const READ: Readonly<Record<ConditionName, (parts: Parts, text: EditText) => Condition | undefined>> = {
  attends: (_, { names }) => test(names.attendance, "eq", true),
  attendsNot: (_, { names }) => test(names.attendance, "eq", false),
  choice: (parts, text) => isChosen(parts, text, parts.cues.has("not")),
  notChoice: (parts, text) => isChosen(parts, text, true),
  answer: (parts, text) => test(fieldOf(parts, text, ["yes_no", "consent"]), "eq", parts.cues.has("yes")),
  compare: compared,
  equals: (parts, text) => test(fieldOf(parts, text, NUMBERS), "eq", parts.count ?? 0),
  answered: (parts, text) => test(fieldOf(parts, text), "answered"),
  empty: (parts, text) => test(fieldOf(parts, text), "empty"),
};

const NUMBERS = ["number", "rating", "scale", "nps"] as const;

function test(field: FormField | undefined, op: FieldCondition["op"], value?: boolean | number | string) {
  return field && ({ field: field.id, op, ...(value !== undefined && { value }) } as FieldCondition);
}

/** The one field that a condition names, if it is of one of these types. */
function fieldOf(
  { fields }: Parts,
  { names }: EditText,
  types?: readonly FormField["type"][],
): FormField | undefined {
  const [named, ...others] = fields?.kind === "named" ? fields.fields : [];
  if (named?.ids.length !== 1 || others.length > 0) return undefined;
  return names.fields.find(({ id, type }) => id === named.ids[0] && (types?.includes(type) ?? true));
}

function isChosen(parts: Parts, text: EditText, isNot: boolean): Condition | undefined {
  const holder = parts.fields && fieldOf(parts, text);
  const held = (parts.choices ?? []).map(({ of }) =>
    of.filter(({ field }) => !holder || field === holder.id),
  );
  const field = text.names.fields.find(({ id }) => id === held[0]?.[0]?.field);
  const isClear = held.every((of) => of.length === 1 && of[0]?.field === field?.id);
  if (!field || !isClear || (parts.fields && !holder)) return undefined;
  const op = field.type === "multiple_choice" ? "contains" : "eq";
  const condition = either(
    held.map(([of]) => test(field, op, of?.choice)),
    "any",
  );
  return condition && isNot ? negated(condition) : condition;
}

/** "more than 3", "at least 2", "between 2 and 5" */
function compared(parts: Parts, text: EditText): Condition | undefined {
  const field = fieldOf(parts, text, NUMBERS);
  const { bounds = {}, isInclusive: isOpen = false } = parts.said ?? {};
  const lowest = bounds.min === undefined ? undefined : test(field, isOpen ? "gt" : "gte", bounds.min);
  const highest = bounds.max === undefined ? undefined : test(field, isOpen ? "lt" : "lte", bounds.max);
  const condition = either([lowest, highest], "all");
  return condition && parts.cues.has("not") ? negated(condition) : condition;
}

function either(tests: readonly (Condition | undefined)[], joint: "any" | "all"): Condition | undefined {
  const [first, ...others] = tests.filter((one) => one !== undefined);
  if (!first || others.length === 0) return first;
  return joint === "any" ? { any: [first, ...others] } : { all: [first, ...others] };
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
