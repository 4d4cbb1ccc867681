/** Judges the cases of kind access: accounts without access get no data of a private entity. */
import { isDeepStrictEqual } from "node:util";
import { type Called, showAnswer } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { isBeyondWaiting } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeMarkedInput } from "../../behaviour/observe/marks.ts";
import { unchangedVerdict } from "../../behaviour/observe/refused-calls.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { findMachine, listLastingStates, makeInState } from "../../behaviour/states/in-state.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { AccessEntry } from "../../results/run-log.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { foreignCompletionsVerdict } from "../entities/completions.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { listVerdict, recordAnswer } from "./access-lists.ts";
import { secondsUntilUnshared, unsharedVerdict } from "./ended-shares.ts";
import { exclusiveVerdict, secondsUntilFree } from "./exclusive.ts";
import { type ArgumentCase, callAsOther, fillAsOther, isTriedAlone } from "./foreign-arguments.ts";
import { roleVerdict } from "./roles.ts";
import { seenPlaceVerdict, sharedVerdict } from "./shared-access.ts";

/** The costs for calls in each state of the entity, between two observations, unless a law has the case. */
const costs: Readonly<Partial<Record<AccessCase["check"], number>>> = {
  list: 12,
  "other-account": 40,
  shared: 16,
  unshared: 8,
  role: 16,
  sees: 1,
  exclusive: 18,
  completions: 14,
};

export const access: KindOfBehaviour<AccessCase> = {
  cost: ({ check }) => costs[check] ?? 0,
  seconds: secondsFor,
  hooks: (each, rules) => (isBeyondWaiting(secondsFor(each, rules)) ? ["clock"] : []),
  writes: (each, { tools }) => each.check !== "unknown-id" || tools[each.tool]?.readOnly === false,
  account: (each, rules) =>
    each.check === "unknown-id" || isOfShares(each, rules) ? undefined : otherAccount,
  names: (each, rules) =>
    isOfShares(each, rules) ? rules.entities[each.entity]?.sharedBy?.account.slice(1) : undefined,
  async verdict(each, engine) {
    if (each.check === "shared") return sharedVerdict(each, engine);
    if (each.check === "unshared") return unsharedVerdict(each, engine);
    if (each.check === "sees") return seenPlaceVerdict(each, engine);
    if (each.check === "role") return roleVerdict(each, engine);
    if (each.check === "exclusive") return exclusiveVerdict(each, engine);
    if (each.check === "completions") return foreignCompletionsVerdict(each, engine);
    try {
      if (each.check === "list")
        return await listVerdict(each, engine, () => makeInEveryState(each.entity, engine));
      return await otherVerdict(each, engine);
    } catch (error) {
      if (!(error instanceof PreconditionError)) throw error;
      recordAnswer(each, engine, "other account", "not verified", "unverified");
      throw error;
    }
  },
};

/** Whether a case is about an account that is given access. */
function isOfShares({ check, entity }: AccessCase, { entities }: Behaviour): boolean {
  if (check === "exclusive") return entities[entity]?.sharedBy !== undefined;
  return check === "shared" || check === "sees" || check === "unshared" || check === "role";
}

function secondsFor(each: AccessCase, rules: Behaviour): number {
  if (each.check === "unshared") return secondsUntilUnshared(each, rules);
  return each.check === "exclusive" ? secondsUntilFree(each, rules) : 0;
}

/** Tries the other account in every state of the entity, with every example of the tool. */
async function otherVerdict(each: ArgumentCase, engine: Engine): Promise<Verdict> {
  // Check this before creating instances.
  await engine.context.caller.requireToken(otherAccount);
  const examples = listExamples(each, engine.context.cases);
  let last: Verdict = held;
  for (const state of listLastingStates(each.entity, engine.rules)) {
    const instance = await makeInState(each.entity, state, engine);
    last = await verdictInState(each, engine, instance, examples);
    if (last.status !== "held") return last;
    if (state === undefined || state === findMachine(each.entity, engine.rules)?.[1].initial)
      await showThatOwnerMay(each, engine, examples[0]!, instance);
  }
  return last;
}

async function verdictInState(
  each: ArgumentCase,
  engine: Engine,
  instance: EntityInstance,
  examples: readonly Json[],
): Promise<Verdict> {
  const observe = () => engine.observer.observe(instance);
  // Filling in arguments makes other entities, maybe within this one: so it comes before the first look.
  const tries: { readonly input: Json; readonly codes: readonly string[] }[] = [];
  for (const example of examples) {
    // The other arguments are of the caller, and then within the foreign entity, where a refusal may be about them.
    if (isTriedAlone(each, engine, example)) {
      const input = await fillAsOther(each, engine, example, { id: instance.id });
      tries.push({ input, codes: codesOf([each.entity], engine) });
    }
    const input = await fillAsOther(each, engine, example, { about: instance, id: instance.id });
    tries.push({ input, codes: codesOfNamed(each, engine, input) });
  }
  const before = await observe();
  let called: Called | undefined;
  for (const { input, codes } of tries) {
    called = await engine.calls.call({ tool: each.tool, input }, { account: otherAccount });
    const of = `an account without access to the ${each.entity}`;
    const verdict = refusalVerdict(each, engine, called, of, codes);
    if (verdict.status !== "held") return note(each, engine, "other account", called, verdict);
  }
  called = requireDeclared(called, `no example of ${each.tool} has ${each.argument}`);
  const unchanged = await unchangedVerdict(called, before, observe, engine);
  if (unchanged.status !== "held") return note(each, engine, "other account", called, unchanged);
  const last = await sameFormVerdict(each, engine, called, instance, examples.at(-1)!);
  return note(each, engine, "other account", called, last);
}

/** Checks that every tool with the id refuses an account as soon as its access ends, even after a reading tool was just used. */
export async function endedVerdict(
  { entity, id = null, account }: { readonly [name: string]: Json | undefined },
  engine: Engine,
  end: () => Promise<unknown>,
): Promise<Verdict> {
  const { cases, tools } = engine.context.cases;
  const tries = cases.filter(
    (each): each is ArgumentCase =>
      each.kind === "access" && "check" in each && each.check === "other-account" && each.entity === entity,
  );
  const callBy = (each: ArgumentCase) =>
    callAsOther(
      each,
      engine,
      exampleArguments(engine.context.cases, each),
      { id },
      { account: account as string },
    );
  for (const each of tries) if (tools[each.tool]?.readOnly !== false) await callBy(each);
  await end();
  for (const each of tries) {
    const of = `an account whose access to the ${entity} has ended`;
    const called = await callBy(each);
    const verdict = refusalVerdict(each, engine, called, of, codesOfNamed(each, engine, called.input));
    if (verdict !== held) return verdict;
  }
  return held;
}

/** Requires a refusal with the declared code. A refusal without a code counts here; it is compared with the refusal of an unknown id. */
function refusalVerdict(
  each: ArgumentCase,
  engine: Engine,
  called: Called,
  of: string,
  codes: readonly string[] = codesOf([each.entity], engine),
): Verdict {
  const code = codes[0]!;
  const { outcome, exchange } = called;
  if (outcome.is === "refusal" && outcome.code === "not_implemented")
    throw engine.verdicts.setupFailed(called);
  if (outcome.is === "refusal" && (outcome.code === undefined || codes.includes(outcome.code))) return held;
  return engine.verdicts.failed(
    `${each.tool} refuses ${of} with ${code}`,
    called,
    describeAnswer(exchange.answer),
  );
}

function codesOf(entities: Iterable<string>, { rules }: Engine): string[] {
  return [...entities].flatMap((entity) => rules.entities[entity]?.private ?? []);
}

/** Codes of everything that a call names, since all of it is foreign: a server may look for the contract before the reading. */
function codesOfNamed({ tool, entity }: ArgumentCase, engine: Engine, input: Json): string[] {
  return codesOf(new Set([entity, ...listNamedEntities(engine.rules, tool, input)]), engine);
}

/**
 * Checks that the refusals of a foreign id and of an unknown id differ only in the id. Otherwise they reveal that the foreign id
 * exists. Both are named with the same parents.
 */
async function sameFormVerdict(
  each: ArgumentCase,
  engine: Engine,
  foreign: Called,
  instance: EntityInstance,
  example: Json,
): Promise<Verdict> {
  const callUnknown = () => {
    const id = engine.instances.unknownId(each.tool, each.argument, example);
    return callAsOther(each, engine, example, instance, { id });
  };
  const [got, expected] = [findForm(foreign, each.argument), findForm(await callUnknown(), each.argument)];
  if (isDeepStrictEqual(got, expected)) return held;
  // Differences that also exist between two unknown ids reveal nothing, such as the id of a request.
  const another = findForm(await callUnknown(), each.argument);
  if (!isDeepStrictEqual(expected, another)) return held;
  return engine.verdicts.failed(
    `${each.tool} refuses a foreign id like an unknown one: ${JSON.stringify(expected)}`,
    foreign,
    JSON.stringify(got),
  );
}

/** Returns a refusal without the id that was sent. */
function findForm({ outcome, input }: Called, argument: string): Json {
  if (outcome.is !== "refusal") return null;
  return JSON.parse(withoutId(JSON.stringify(outcome.result), valueAt(input, argument)));
}

/** Masks an id. A number must be whole: 14 is not a part of 140 or 3.14. */
function withoutId(text: string, id: Json | undefined): string {
  if (typeof id === "number")
    return text.replaceAll(new RegExp(`(?<![\\d.])${id}(?!\\.?\\d)`, "g"), `${maskedNumber}`);
  if (typeof id !== "string" || id === "") return text;
  return text.replaceAll(JSON.stringify(id).slice(1, -1), "ID");
}

/** Replaces an id that is a number, also where it is not a text. */
const maskedNumber = 0;

/** Checks that the owner is not refused in the same way: otherwise the refusal proves nothing. */
async function showThatOwnerMay(
  each: ArgumentCase,
  engine: Engine,
  example: Json,
  instance: EntityInstance,
): Promise<void> {
  const input = await engine.instances.fill(each.tool, example, { instances: { [each.entity]: instance } });
  const called = await engine.calls.call({ tool: each.tool, input });
  const code = engine.rules.entities[each.entity]!.private;
  const isRefusedToo = called.outcome.is === "refusal" && called.outcome.code === code;
  note(each, engine, "owner", called, held);
  if (isRefusedToo) throw engine.verdicts.setupFailed(called);
}

/** Lists the arguments of the case, and of every example of the tool that has the argument. */
function listExamples(each: ArgumentCase, cases: CaseFile): Json[] {
  const own = exampleArguments(cases, each);
  const others = cases.cases.flatMap((other) =>
    other.kind === "output" && other.tool === each.tool && "base" in other
      ? [exampleArguments(cases, other)]
      : [],
  );
  const texts = new Map([own, ...others].map((example) => [JSON.stringify(example), example]));
  return [...texts.values()].filter((example) => valueAt(example, each.argument) !== undefined);
}

/** Creates an instance in every state, with a unique text by which a search finds it. */
async function makeInEveryState(entity: string, engine: Engine): Promise<EntityInstance[]> {
  const instances: EntityInstance[] = [];
  for (const state of listLastingStates(entity, engine.rules))
    instances.push(
      await makeInState(entity, state, engine, { input: await makeMarkedInput(engine, entity) }),
    );
  return instances;
}

function note(
  each: ArgumentCase,
  engine: Engine,
  caller: AccessEntry["caller"],
  called: Called,
  verdict: Verdict,
): Verdict {
  recordAnswer(each, engine, caller, showAnswer(called), verdict.status === "failed" ? "failed" : "held");
  return verdict;
}
