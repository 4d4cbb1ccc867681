/** Judges the key `round_trip`: what is written of an entity makes, once it is read again, one of which the same is written. */
import { canonical, differences } from "@toolwright/runtime/json";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { withoutIdsOf } from "../../behaviour/rules/rule-calls.ts";
import { baseArguments, exampleArguments } from "../../calls/arguments.ts";
import type { RoundTripCase } from "../../cases/change-rules.ts";
import { holds } from "../../cases/conditions.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";

/** The looks at the new entity until a difference counts: a server may go on working after its answer. */
const mostLooks = 4;

/** Tries what the first calls make; if requests are not limited, also what the others make. */
export async function roundTripVerdict(each: RoundTripCase, engine: Engine): Promise<Verdict> {
  const first = await tripVerdict(each, engine);
  if (first.status === "failed" || engine.isBrief) return first;
  const { change: _, ...rest } = each;
  let last = first;
  for (const other of each.others) {
    const verdict = await ifPossible(tripVerdict({ ...rest, ...other }, engine));
    if (verdict?.status === "failed") return verdict;
    if (verdict?.status === "held") last = verdict;
  }
  return last;
}

async function tripVerdict(each: RoundTripCase, engine: Engine): Promise<Verdict> {
  const { calls, verdicts, context, observer } = engine;
  const { tool, entity, argument, writer } = each;
  const source = await makeSource(each, engine);
  if (source === undefined) return inapplicable(`a new ${entity} does not take this change`);
  const { value: written } = await read(each, source, engine);
  const input = await fillWith(each, written, engine);
  if (!context.schemas.fits(tool, input))
    return inapplicable(`what ${writer.tool} writes of it does not fit ${argument.slice(1)}`);
  const called = await calls.requireSuccess({ tool, input });
  const scope = { inputs: {}, outputs: {}, result: { structuredContent: readStructured(called) ?? null } };
  if (each.when !== undefined && !holds(each.when.condition, scope))
    return inapplicable(`the result does not meet ${each.when.text}`);
  const made = findMade(each, input, called, engine);
  if (made === undefined) return verdicts.failed(`the id of the ${entity} at ${each.copy}`, called);
  const before = normalise(written, source, made, each);
  for (let looks = 1; ; looks++) {
    const again = await read(each, made, engine);
    const difference = describeFirst(before, normalise(again.value, made, made, each));
    if (difference === undefined) return samePlaces(each, [source, made], again.called, engine);
    if (looks === mostLooks) return verdicts.failed(each.must, again.called, `${writer.tool}: ${difference}`);
    await observer.waitForClockTick();
  }
}

/** Makes an instance, and makes the call that changes it; undefined if that is refused. */
async function makeSource(
  { entity, made, change }: Pick<RoundTripCase, "entity" | "made" | "change">,
  { rules, instances, calls, states, context }: Engine,
): Promise<EntityInstance | undefined> {
  const maker = requireDeclared(rules.entities[entity]?.madeBy).tool;
  const example = withoutIdsOf(rules, entity, { tool: maker, input: baseArguments(context.cases, made) });
  const instance = await instances.make(entity, { input: example });
  if (change === undefined) return instance;
  const tool = change.split(":")[0]!;
  const input = await instances.fill(tool, baseArguments(context.cases, change), {
    instances: { [entity]: instance },
  });
  await states.bringToState(tool, input);
  const { outcome } = await calls.call({ tool, input });
  return outcome.is === "success" ? instance : undefined;
}

/** Compares the places that the spec names: what is not written, and not read either, is missing there. */
async function samePlaces(
  { same, must }: RoundTripCase,
  [source, made]: readonly [EntityInstance, EntityInstance],
  called: Called,
  { observer, verdicts }: Engine,
): Promise<Verdict> {
  if (same.length === 0) return held;
  const before = await observer.observeBriefly(source);
  const now = await observer.observeBriefly(made);
  for (const place of same)
    for (const { tool, value = null } of before) {
      const other = now.find((snapshot) => snapshot.tool === tool)?.value ?? null;
      const [was, is] = [value, other].map((shown) => valuesAt(shown, place).map((found) => found.value));
      if (canonical(was!) === canonical(is!)) continue;
      const got = `${tool}: ${place} is ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`;
      return verdicts.failed(must, called, got);
    }
  return held;
}

/** Reads what is written of an instance. */
async function read(
  { writer }: RoundTripCase,
  instance: EntityInstance,
  { instances, calls, context }: Engine,
): Promise<{ readonly called: Called; readonly value: Json }> {
  const example = baseArguments(context.cases, writer.tool);
  const input = await instances.fill(writer.tool, example, { instances: { [instance.entity]: instance } });
  const called = await calls.requireSuccess({ tool: writer.tool, input });
  const { outcome } = called;
  const result: Json = outcome.is === "success" ? outcome.result : null;
  const place = writer.path === undefined ? "/content/0/resource/text" : `/structuredContent${writer.path}`;
  return { called, value: requireDeclared(valueAt(result, place), `${writer.tool} writes nothing`) };
}

/** Returns the arguments with what was written. Where the tool takes the id of the entity, it is that of another, new one. */
async function fillWith(each: RoundTripCase, written: Json, { instances, context }: Engine): Promise<Json> {
  const example = exampleArguments(context.cases, each);
  const input = await instances.fill(each.tool, example);
  return applyEdits(input, [{ set: each.argument, to: written }]);
}

/** Finds the entity that was made of what was written; undefined if the result has no id of it. */
function findMade(
  { entity, tool, copy }: RoundTripCase,
  input: Json,
  called: Called,
  { rules }: Engine,
): EntityInstance | undefined {
  const place = rules.entities[entity]!.arguments.find((each) => each.tool === tool)?.path;
  const id = copy === undefined ? valueAt(input, place ?? "") : valueAt(readStructured(called), copy);
  return id === undefined ? undefined : makeNamedInstance({ entity, id }, called, {});
}

/** Leaves out the lines that are not compared, and writes the id of the new entity in the place of the old one. */
function normalise(
  written: Json,
  { id }: EntityInstance,
  made: EntityInstance,
  { ignores }: RoundTripCase,
): Json {
  if (typeof written !== "string") return written;
  const pattern = ignores === undefined ? undefined : new RegExp(ignores, "u");
  const lines = written.split("\n").filter((line) => pattern === undefined || !pattern.test(line));
  const text = lines.join("\n");
  return typeof id === "string" && id !== "" ? text.replaceAll(id, String(made.id)) : text;
}

/** Describes the first difference: of texts, the first line in which they differ. */
function describeFirst(before: Json, after: Json): string | undefined {
  if (canonical(before) === canonical(after)) return undefined;
  if (typeof before !== "string" || typeof after !== "string") {
    const [first] = differences(before, after, 1);
    return first && describeDifference(first);
  }
  const [was, is] = [before.split("\n"), after.split("\n")];
  const index = was.findIndex((line, at) => line !== is[at]);
  const line = index === -1 ? was.length : index;
  return `line ${line + 1} is ${show(is[line])} instead of ${show(was[line])}`;
}

function show(line: string | undefined): string {
  return line === undefined ? "missing" : JSON.stringify(line);
}
