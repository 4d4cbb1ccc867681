/** Judges the cases of kind fields: a field that needs a scope, in results and in files. */
import { addressAt, readText } from "../behaviour/calls/addresses.ts";
import { type Called, readStructured } from "../behaviour/calls/called.ts";
import { readPages } from "../behaviour/calls/pages.ts";
import type { Engine } from "../behaviour/engine.ts";
import { findGivingArguments, findShownEntity } from "../behaviour/instances/giving-arguments.ts";
import { findMaker, type ListRule, lastStep, narrowTo } from "../behaviour/lists/list-rule.ts";
import { createSupply, type Supply } from "../behaviour/lists/supply.ts";
import { fieldWith } from "../behaviour/lists/wanted-field.ts";
import { whileInstancesLast } from "../behaviour/once-per-run.ts";
import { addParents, readNamedEntities } from "../behaviour/rules/address.ts";
import { findLongestTimer } from "../behaviour/rules/transitions.ts";
import { findMachine, listLastingStates } from "../behaviour/states/in-state.ts";
import { exampleArguments } from "../calls/arguments.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { FieldCase } from "../cases/behaviour-cases.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../cases/edits.ts";
import { listLeafValues, valuesAt } from "../cases/places.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { findRepeated, isSecret } from "./secrets.ts";

type FileCase = Extract<FieldCase, { readonly check: "file" }>;
type ResultCase = Exclude<FieldCase, FileCase>;

export const fields: KindOfBehaviour<FieldCase> = {
  cost: () => 5,
  // An item that a filter selects may have to be in a state to which time leads.
  seconds: (each, rules) =>
    each.check === "without" && each.filter !== undefined ? findLongestTimer(rules) : 0,
  // The hook makes an item of the list around the field if no tool does.
  hooks(each, rules) {
    const field = each.check === "file" ? undefined : rules.fields[each.field];
    const items = field && listAround(field.path);
    if (field === undefined || items === undefined) return [];
    return isFilledByCall(rules, { tool: field.tool, items }) ||
      findMaker(rules, { tool: field.tool, input: {}, items }) !== undefined
      ? []
      : ["respond"];
  },
  verdict: (each, engine) =>
    each.check === "file" ? fileVerdict(each, engine) : resultVerdict(each, engine),
};

async function resultVerdict(each: ResultCase, engine: Engine): Promise<Verdict> {
  const { tool, path, scope } = requireDeclared(engine.rules.fields[each.field]);
  const { shown, isNew } = await resultWithField(each, path, engine);
  const there = valuesAt(readStructured(shown), path);
  if (each.check === "with") {
    if (there.length > 0) return held;
    if (isInEmptyList(path, readStructured(shown)))
      throw new PreconditionError("unobserved", `no result has an item of the list around ${path}`);
    const expected = `a value at ${path} for a token with ${scope}`;
    return engine.verdicts.failed(expected, shown, "there is none");
  }
  if (there.length === 0)
    throw new PreconditionError("unobserved", `no result has a value at ${path}, even with ${scope}`);
  // A writing call may not be allowed again for the same entities.
  const isReading = engine.context.cases.tools[tool]?.readOnly === true;
  const input = isReading || !isNew ? shown.input : await fillNew(each, path, engine);
  const called = await callWithout(scope, tool, input, engine);
  const result = readStructured(called);
  const [own] = valuesAt(result, path);
  const secrets = there.map(({ value }) => value);
  const leak = own ?? findRepeated(secrets, path, result);
  if (leak === undefined) return held;
  return engine.verdicts.failed(
    `no value at ${path} for a token without ${scope}`,
    called,
    `${leak.pointer} is there`,
  );
}

function callWithout(scope: string, tool: string, input: Json, engine: Engine): Promise<Called> {
  const scopes = engine.context.cases.scopes.filter((name) => name !== scope);
  return engine.calls.requireSuccess({ tool, input }, { scopes });
}

/** A result that should have the field, and whether its call named new entities that nothing was added to. */
interface Shown {
  readonly shown: Called;
  readonly isNew: boolean;
}

/** Gets a result that should have the field. If the field is in an empty list, adds an item. */
async function resultWithField(each: ResultCase, path: string, engine: Engine): Promise<Shown> {
  const { tool } = each;
  const example = exampleArguments(engine.context.cases, each);
  const items = listAround(path);
  if (items === undefined || isFilledByCall(engine.rules, { tool, items })) {
    const shown = await engine.calls.requireSuccess({ tool, input: await fillNew(each, path, engine) });
    if (items === undefined || valuesAt(readStructured(shown), path).length > 0)
      return { shown, isNew: true };
  }
  const supply = await createSupply(engine, { tool, input: example, items });
  const before = await engine.calls.requireSuccess({ tool, input: supply.input });
  if (valuesAt(readStructured(before), path).length > 0) return { shown: before, isNew: false };
  const filter = each.check === "without" && each.filter !== undefined ? each.filter : undefined;
  const maker = findMaker(engine.rules, { tool, input: example, items });
  const giving =
    maker === undefined ? undefined : findGivingArguments(maker, path, engine.rules, engine.context.cases);
  const wanted = filter === undefined ? {} : wantedValues(tool, [filter], supply.input, engine);
  await supply.add(1, { ...pick(giving, lastStep(path)), ...wanted });
  const found =
    (await findPage(tool, supply.input, path, engine)) ??
    (await findInOtherState({ tool, input: supply.input, items }, path, supply, engine));
  return { shown: found ?? (await engine.calls.requireSuccess({ tool, input: supply.input })), isNew: false };
}

/** Finds a value in a list by things in their other states: a reservation shows the lots from which it was issued, and none before. */
async function findInOtherState(
  list: ListRule,
  path: string,
  supply: Supply,
  engine: Engine,
): Promise<Called | undefined> {
  const filters = Object.values(engine.rules.pages[list.tool]?.filters ?? {});
  for (const state of listOtherStates(list, engine)) {
    if ((await ifPossible(supply.add(1, state))) === undefined) continue;
    const [field = "", value = null] = Object.entries(state)[0] ?? [];
    const selecting = filters.filter((filter) => lastStep(filter.path) === field);
    const edits = selecting.map(({ argument }) => ({ set: argument, to: value }));
    const found = await findPage(list.tool, applyEdits(list.input, edits), path, engine);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the innermost list around a place has no item in a result: what its items show cannot be seen there. */
function isInEmptyList(path: string, result: Json | undefined): boolean {
  const end = path.lastIndexOf("/*/");
  return end >= 0 && valuesAt(result, path.slice(0, end + 2)).length === 0;
}

/** Finds the page of a list that has a value at the place: a new item may be on the last one. */
async function findPage(
  tool: string,
  input: Json,
  path: string,
  { rules, calls, verdicts }: Engine,
): Promise<Called | undefined> {
  for await (const { called } of readPages(rules, calls, { tool, input })) {
    if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
    if (valuesAt(readStructured(called), path).length > 0) return called;
  }
  return undefined;
}

/**
 * Whether the call that makes an entity may fill a list of it, such as the speakers of a talk: no tool makes its items by themselves, and
 * it has no pages.
 */
function isFilledByCall(
  rules: Behaviour,
  { tool, items }: { readonly tool: string; readonly items: string },
): boolean {
  return rules.pages[tool] === undefined && findMaker(rules, { tool, input: {}, items }) === undefined;
}

/** The values of a new item that filters of a list select. */
function wantedValues(tool: string, filters: readonly string[], input: Json, { rules }: Engine): JsonObject {
  const fields = filters.map((name): JsonObject => {
    const { argument, path } = rules.pages[tool]!.filters[name]!;
    const value = valueAt(input, argument);
    return value === undefined ? {} : fieldWith(path, value);
  });
  return Object.assign({}, ...fields);
}

/** A list whose items show the field to tokens with the scope, and the values that other tokens see nowhere in it. */
interface GuardedList {
  readonly input: Json;
  readonly secrets: readonly string[];
}

const guardedLists = whileInstancesLast<Promise<GuardedList>>();

async function fileVerdict(each: FileCase, engine: Engine): Promise<Verdict> {
  const { scope, path, tool: shower } = requireDeclared(engine.rules.fields[each.field]);
  const { url } = requireDeclared(engine.rules.files[each.tool]?.[each.rule]);
  const key = JSON.stringify([each.field, each.filters, each.tool]);
  const { input: listed, secrets } = await guardedLists(engine, key, () => makeGuardedList(each, engine));
  const instances = addParents(readNamedEntities(engine.rules, shower, listed));
  const example = exampleArguments(engine.context.cases, each);
  const input = await engine.instances.fill(each.tool, example, {
    instances,
    keep: (each.edits ?? []).flatMap((edit) => ("set" in edit ? [edit.set] : [])),
  });
  const called = await callWithout(scope, each.tool, input, engine);
  const file = await readText(addressAt(url, called, engine));
  const leak = secrets.find((secret) => file.includes(secret));
  if (leak === undefined) return held;
  return engine.verdicts.failed(each.must, called, `the file has a value that ${shower} shows at ${path}`);
}

async function makeGuardedList(each: FileCase, engine: Engine): Promise<GuardedList> {
  const { field, filters } = each;
  const { tool, scope, path } = requireDeclared(engine.rules.fields[field]);
  const { cases } = engine.context;
  const edits = Object.entries(filters).map(([set, to]) => ({ set, to }));
  const base = requireDeclared(cases.bases[tool] && tool, `no valid arguments of ${tool} were found`);
  const items = listAround(path) ?? "";
  const about = { tool: each.tool, input: exampleArguments(cases, each) };
  const plain = narrowTo(about, { tool, input: exampleArguments(cases, { base }) }, engine);
  const example = applyEdits(plain, edits);
  const isFilled = cases.tools[tool]?.readOnly === true && isFilledByCall(engine.rules, { tool, items });
  const filled = isFilled ? await engine.instances.fill(tool, example) : undefined;
  const hasItems =
    filled && valuesAt(await engine.calls.requireResult({ tool, input: filled }), path).length > 0;
  const input = hasItems ? filled : await fillByItems({ field, filters }, example, engine);
  const shown = await engine.calls.requireResult({ tool, input });
  const seen = listLeafValues(readStructured(await callWithout(scope, tool, input, engine)));
  const secrets = valuesAt(shown, path)
    .map(({ value }) => value)
    .filter(isSecret)
    .filter((value) => !seen.has(value));
  if (secrets.length > 0) return { input, secrets };
  throw new PreconditionError(
    "unobserved",
    `no result of ${tool} has a value at ${path} that only ${scope} shows`,
  );
}

/** Adds an item to a new list that the filters select. Returns the arguments of the call that shows it. */
async function fillByItems(
  { field, filters }: Pick<FileCase, "field" | "filters">,
  example: Json,
  engine: Engine,
): Promise<Json> {
  const { tool, path } = requireDeclared(engine.rules.fields[field]);
  const items = listAround(path) ?? "";
  const supply = await createSupply(engine, { tool, input: example, items });
  const input = applyEdits(
    supply.input,
    Object.entries(filters).map(([set, to]) => ({ set, to })),
  );
  const names = Object.entries(engine.rules.pages[tool]?.filters ?? {})
    .filter(([, { argument }]) => Object.hasOwn(filters, argument))
    .map(([name]) => name);
  const wanted = wantedValues(tool, names, input, engine);
  await supply.add(1, wanted);
  for (const state of listOtherStates({ tool, input, items }, engine))
    await ifPossible(supply.add(1, { ...state, ...wanted }));
  return input;
}

/** Lists the states that items of a list can have besides their first one. A file may have only items in one of them: the guests of paid orders. */
function listOtherStates(list: ListRule, { rules, isBrief }: Engine): JsonObject[] {
  const entity = findMaker(rules, list) ?? "";
  const [, machine] = findMachine(entity, rules) ?? [];
  if (machine === undefined || isBrief) return [];
  return listLastingStates(entity, rules)
    .filter((state) => state !== undefined && state !== machine.initial)
    .map((state) => ({ [lastStep(machine.field.path)]: state! }));
}

/** Fills in the arguments with new entities that have a value at the place if calls can give one, in a state in which the call is allowed. */
async function fillNew(each: ResultCase, path: string, engine: Engine): Promise<Json> {
  const { rules, context, instances } = engine;
  const { tool } = each;
  const entity = findShownEntity(tool, path, rules);
  const giving = entity && findGivingArguments(entity, path, rules, context.cases);
  const example = exampleArguments(context.cases, each);
  const isMaker = entity !== undefined && rules.entities[entity]!.madeBy?.tool === tool;
  const shown =
    entity && giving && !isMaker ? { [entity]: await instances.make(entity, { input: giving }) } : {};
  const input = await instances.fill(tool, isMaker ? (giving ?? example) : example, { instances: shown });
  await engine.states.bringToState(tool, input);
  return input;
}

function pick(values: JsonObject | undefined, name: string): JsonObject {
  const value = values?.[name];
  return value === undefined ? {} : { [name]: value };
}

/** Returns the place of the outermost array in a pattern, such as `/issues` for the reporter of each issue. */
function listAround(path: string): string | undefined {
  const end = path.split("/").indexOf("*");
  return end < 0 ? undefined : path.split("/").slice(0, end).join("/");
}
