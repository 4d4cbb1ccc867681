import type { Locus, Violation } from "../diagnostic.ts";
import { below } from "../limits.ts";
import type { Model } from "../model.ts";
import { automatonOf } from "../patterns/automaton.ts";
import { type Slowness, slownessOf } from "../patterns/slowness.ts";
import { isSchemaObject, type SchemaObject } from "../schema/keywords.ts";
import { meaningOf } from "../schema/meaning.ts";
import { everySchema, type Rule } from "./rule.ts";

/** Rules about the time that patterns take with what strangers send. They try none on a text of the spec. */
export const patternRules: readonly Rule[] = [
  {
    code: "pattern-terminates",
    acceptable: true,
    sentence: "A pattern comes to an end with every text, also with one that it dislikes.",
    violations: (model) => slowPatterns(model).filter(isHopeless).map(violationOf),
  },
  {
    code: "pattern-in-proportion",
    severity: "warning",
    sentence: "A pattern takes time in proportion to the text, or `maxLength` keeps texts short.",
    violations: (model) =>
      slowPatterns(model)
        .filter((found) => !isHopeless(found) && !isReadSteadily(found))
        .map(violationOf),
  },
];

interface SlowPattern {
  readonly source: string;
  readonly at: Locus;
  /** Of the texts that the keyword is asked about. */
  readonly maxLength: number | undefined;
  readonly slowness: Slowness;
}

const known = new WeakMap<Model, readonly SlowPattern[]>();

function slowPatterns(model: Model): readonly SlowPattern[] {
  const found =
    known.get(model) ??
    everySchema(model).flatMap(({ schema, root, at }) => slowIn(meaningOf(schema, root.dialect), at));
  known.set(model, found);
  return found;
}

function slowIn({ pattern, maxLength, patternProperties }: SchemaObject, at: Locus): SlowPattern[] {
  const most = typeof maxLength === "number" ? maxLength : undefined;
  const names = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === "string" ? slow(pattern, below(at, ["pattern"]), most) : []),
    ...names.flatMap((name) =>
      slow(name, { ...below(at, ["patternProperties", name]), key: true }, undefined),
    ),
  ];
}

function slow(source: string, at: Locus, maxLength: number | undefined): SlowPattern[] {
  const slowness = slownessOf(source, maxLength);
  return slowness ? [{ source, at, maxLength, slowness }] : [];
}

/** Whether a text of some hundred characters is too long already, not only one of thousands. */
function isHopeless(found: SlowPattern): boolean {
  const { growth } = found.slowness;
  return growth.kind === "multiplied" || growth.of > 3 || (growth.of === 3 && !isReadSteadily(found));
}

/** Generated validators read such texts with an automaton; names of properties are read in other places too. */
function isReadSteadily({ source, at }: SlowPattern): boolean {
  return at.key !== true && automatonOf(source) !== undefined;
}

function violationOf({ source, at, maxLength, slowness }: SlowPattern): Violation {
  const { growth, steps, isStopped, pump } = slowness;
  const count = `${isStopped ? "more than " : ""}${steps.toLocaleString("en")} steps`;
  const further =
    growth.kind === "multiplied"
      ? `each ${JSON.stringify(pump)} more takes ${timesAsMany(growth.by)} as many`
      : `one that is twice as long takes ${timesAsMany(2 ** growth.of)} as many`;
  return {
    at,
    detail: `With ${spelled(slowness)} it takes ${count}, and ${further}.`,
    hint: hintFor(source, at, maxLength, slowness),
  };
}

function timesAsMany(times: number): string {
  const rounded = Math.round(times * 10) / 10;
  return rounded === 2 ? "twice" : `${rounded} times`;
}

/** A text as people can take it in: in full where it is short. */
function spelled({ before, pump, times, after }: Slowness): string {
  const text = before + pump.repeat(times) + after;
  if (text.length <= 40) return JSON.stringify(text);
  const turns = before === pump ? times + 1 : times;
  const parts = [before === pump ? "" : before, pump, after].map((part) => part && JSON.stringify(part));
  return [parts[0], `${turns} times ${parts[1]}`, parts[2]].filter((part) => part !== "").join(", then ");
}

function hintFor(
  source: string,
  at: Locus,
  maxLength: number | undefined,
  { growth, bearable }: Slowness,
): string {
  const isUnbound = !source.startsWith("^") && slownessOf(`^(?:${source})`, maxLength) === undefined;
  if (isUnbound) return "Begin it with ^, so that it is not tried at each character anew.";
  const rewrite = "Let no two repetitions, in each other or one after the other, take the same characters";
  if (growth.kind === "multiplied" || at.key) return `${rewrite}.`;
  return maxLength === undefined
    ? `${rewrite}, or put a maxLength of at most ${bearable} beside it.`
    : `${rewrite}, or lower maxLength to ${bearable} or less.`;
}
