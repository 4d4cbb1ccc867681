/** Judges that a used idempotency key is refused with other arguments, one argument at a time. */
import { isDeepStrictEqual } from "node:util";
import { type Called, readStructured, refusalCode, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import {
  describeAdded,
  type MarkedCall,
  observeEffects,
  waitForStableEffects,
} from "../../behaviour/observe/effects.ts";
import { oncePerRun, whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { listIdArguments } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { listLeaves, valuesAt } from "../../cases/places.ts";
import type { ReplayCase } from "../../cases/rules/repetition.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { type ObserveEffects, useKey } from "./used-key.ts";

type OtherArguments = Extract<ReplayCase, { readonly check: "other-arguments" }>;

/** Case -> its verdict. */
type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdicts of trials with a key that the cases with the same arguments share. */
const sharedTrials = whileInstancesLast<Promise<Verdicts>>();

/**
 * Tries all arguments of a call with one used key. What does not hold is tried again with a key of its own: an apparent effect may be
 * work that the first call started, or the effect of another argument.
 */
export async function otherArgumentsVerdict(each: OtherArguments, engine: Engine): Promise<Verdict> {
  if (each.entity !== undefined) return entityVerdict({ ...each, entity: each.entity }, engine);
  const name = JSON.stringify([each.tool, each.base, each.edits]);
  const verdicts = await sharedTrials(engine, name, () => {
    const isShared = (other: Engine["selected"][number]): other is OtherArguments =>
      "check" in other &&
      other.check === "other-arguments" &&
      other.entity === undefined &&
      JSON.stringify([other.tool, other.base, other.edits]) === name;
    return tryArguments(engine.selected.filter(isShared), engine, observeEffects);
  });
  if (verdicts.get(each.id) === held) return held;
  return (await tryArguments([each], engine, waitForStableEffects)).get(each.id)!;
}

/**
 * Checks a used key with the id of another entity. It is refused, or it makes a call of its own: a server may keep the keys of each
 * entity by themselves. A result about the first entity is that of the first call.
 */
async function entityVerdict(
  each: OtherArguments & { readonly entity: string },
  engine: Engine,
): Promise<Verdict> {
  const { tool, argument, entity } = each;
  const { call, first } = await useKey(each, engine, observeEffects);
  const { id } = await engine.instances.make(entity);
  const input = applyEdits(call.input, [{ set: argument, to: id }]);
  const second = await engine.calls.call({ tool, input });
  if (second.outcome.is === "refusal") {
    if (hasOwnCode(each, second, engine)) return held;
    return (await isOfKey(each, second, [], engine))
      ? judgeCode(each, second, engine)
      : refusedAnyway(each, second);
  }
  const [was, is] = [readStructured(first), readStructured(second)];
  const names = (named: Json | undefined) => listLeaves(is).some(({ value }) => value === named);
  const isAboutFirst = names(valueAt(call.input, argument)) && !names(id);
  const isOwnCall = second.outcome.is === "success" && !isAboutFirst && !isDeepStrictEqual(was, is);
  return isOwnCall ? held : engine.verdicts.failed(describeExpected(each, engine), second);
}

/** Makes a call with a new key, and then calls with that key and another value of each argument. */
async function tryArguments(
  cases: readonly OtherArguments[],
  engine: Engine,
  observe: ObserveEffects,
): Promise<Verdicts> {
  const [{ tool, ...one }] = cases as readonly [OtherArguments, ...OtherArguments[]];
  const { call, once } = await useKey({ tool, ...one }, engine, observe);
  const tried: { readonly each: OtherArguments; readonly verdict: Verdict; readonly last: Called }[] = [];
  for (const each of cases) tried.push({ each, ...(await tryArgument(each, call, engine)) });
  const added = await describeAdded(engine, call, once);
  return new Map(
    tried.map(({ each, verdict, last }) => [
      each.id,
      added !== undefined && verdict === held
        ? engine.verdicts.failed(describeExpected(each, engine), last, added)
        : verdict,
    ]),
  );
}

/** Tool -> refusals of calls that pass with a new key. A later equal one says the same, whatever argument differs. */
const refusalsOfKeys = oncePerRun<Set<string>>();

/** Whether arguments are refused because of their used key: they pass with a new one, or others with an equal refusal did. */
async function isOfKey(
  each: OtherArguments,
  called: Called,
  edits: readonly Edit[],
  engine: Engine,
): Promise<boolean> {
  const known = refusalsOfKeys(engine, each.tool, () => new Set());
  const refusal = describeAnswer(called.exchange.answer);
  if (known.has(refusal)) return true;
  if (!(await isValid(each, called, edits, engine))) return false;
  known.add(refusal);
  return true;
}

/** Tries other values until one is refused because of the key. One of several may mean the same as the first value. */
async function tryArgument(
  each: OtherArguments,
  { tool, input }: MarkedCall,
  engine: Engine,
): Promise<{ readonly verdict: Verdict; readonly last: Called }> {
  const expected = describeExpected(each, engine);
  let accepted: Called | undefined;
  let last: Called | undefined;
  const others = each.others.filter((edits) => !isDeepStrictEqual(applyEdits(input, edits), input));
  if (others.length === 0)
    throw new PreconditionError(
      "setup",
      `the call that was accepted has the other ${each.argument.slice(1)}`,
    );
  for (const edits of others) {
    const called = await engine.calls.call({ tool, input: applyEdits(input, edits) });
    last = called;
    if (called.outcome.is === "success") accepted = called;
    else if (called.outcome.is !== "refusal")
      return { verdict: engine.verdicts.failed(expected, called), last };
    else if (hasOwnCode(each, called, engine)) return { verdict: held, last };
    else if (await isOfKey(each, called, edits, engine))
      return { verdict: judgeCode(each, called, engine), last };
  }
  if (accepted) return { verdict: engine.verdicts.failed(expected, accepted), last: accepted };
  return { verdict: refusedAnyway(each, last!), last: last! };
}

function refusedAnyway({ argument }: OtherArguments, { exchange }: Called): Verdict {
  const why = `each other value of ${argument.slice(1)} is refused with a new key, too`;
  return unverified("domain-rule", why, exchange);
}

/** Whether a refusal has the declared code, which arguments that break the schema do not get. */
function hasOwnCode({ tool }: OtherArguments, { outcome }: Called, { rules }: Engine): boolean {
  const { refused } = rules.idempotency[tool]!;
  const code = refusalCode({ outcome });
  return refused !== undefined && code === refused && code !== "invalid_input";
}

/** Whether the other arguments are accepted with a new key, so that only the used key is a reason to refuse them. */
async function isValid(
  { tool, base, edits: own = [] }: OtherArguments,
  { outcome }: Called,
  edits: readonly Edit[],
  engine: Engine,
): Promise<boolean> {
  const example = exampleArguments(engine.context.cases, {
    ...(base && { base }),
    edits: [...own, ...edits],
  });
  const ids = listIdArguments(engine.rules, tool).flatMap(({ path }) => valuesAt(example, path));
  const keep = edits
    .flatMap((edit) => ("set" in edit ? [edit.set] : []))
    .filter((pointer) => !ids.some((id) => id.pointer === pointer || id.pointer.startsWith(`${pointer}/`)));
  const control = await engine.calls.call({
    tool,
    input: await engine.instances.fill(tool, example, { keep }),
  });
  if (control.outcome.is === "success") return true;
  // Another refusal than that with the used key says nothing about the key.
  const code = refusalCode({ outcome });
  return control.outcome.is === "refusal" && code !== undefined && control.outcome.code !== code;
}

function judgeCode(each: OtherArguments, called: Called, engine: Engine): Verdict {
  const { refused } = engine.rules.idempotency[each.tool]!;
  const code = showAnswer(called);
  const hasNone = called.outcome.is === "refusal" && called.outcome.code === undefined;
  if (refused === undefined || hasNone || code === refused) return held;
  const got = `${code}: ${describeAnswer(called.exchange.answer)}`;
  return engine.verdicts.failed(describeExpected(each, engine), called, got);
}

function describeExpected({ tool, argument }: OtherArguments, { rules }: Engine): string {
  const { refused } = rules.idempotency[tool]!;
  const withCode = refused === undefined ? "" : ` with ${refused}`;
  return `${tool} refuses a key that was used with another ${argument.slice(1)}${withCode}`;
}
