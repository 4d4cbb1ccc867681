/** Prints conditions as texts for users. */
import type { Condition, FieldCondition, Scalar } from "../../../../generated/types.ts";
import { shorten } from "../../../texts/shorten.ts";
import type { Parts } from "../context.ts";
import type { Source } from "../model/sources.ts";

interface Words {
  readonly say: Parts["say"];
  readonly sources: readonly Source[];
}

export function readCondition(condition: Condition, words: Words, isInner = false): string {
  const { say } = words;
  if (typeof condition === "string") return condition;
  if ("all" in condition || "any" in condition) {
    const parts = "all" in condition ? condition.all : condition.any;
    const text = parts
      .map((part) => readCondition(part, words, parts.length > 1))
      .join(` ${say("all" in condition ? "and" : "or")} `);
    return isInner && parts.length > 1 ? `(${text})` : text;
  }
  return readTest(condition, words);
}

function readTest(test: FieldCondition, words: Words): string {
  const { say } = words;
  const name = sourceName(test.field, words);
  if (!("value" in test)) return `${name} ${say(`op_${test.op}`)}`;
  const values: readonly Scalar[] = Array.isArray(test.value) ? test.value : [test.value as Scalar];
  return `${name} ${say(`op_${test.op}`)} ${values.map((value) => readValue(test.field, value, words)).join(", ")}`;
}

function readValue(field: string, value: Scalar, { say, sources }: Words): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  const answer = sources.find(({ id }) => id === field)?.answer;
  const choice =
    answer !== undefined && "choices" in answer ? answer.choices.find(({ id }) => id === value) : undefined;
  const label = choice && Object.values(choice.label)[0];
  return typeof value === "number" ? String(value) : `“${label ?? value}”`;
}

function sourceName(id: string, { sources }: Words): string {
  return shorten(sources.find((source) => source.id === id)?.label ?? id, 40);
}
