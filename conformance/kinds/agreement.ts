/** Judges the cases about agreement: two tools, or a list and a file, show the same values of one thing. */
import { canonical } from "@toolwright/runtime/json";
import { addressAt, readText } from "../behaviour/calls/addresses.ts";
import type { Called } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { fillList } from "../behaviour/lists/filled-list.ts";
import { createSupply, listOwners } from "../behaviour/lists/supply.ts";
import { isTime } from "../behaviour/observe/lost.ts";
import type { Observation, Snapshot } from "../behaviour/observe/observation.ts";
import { oncePerRun } from "../behaviour/once-per-run.ts";
import { addParents, readNamedEntities } from "../behaviour/rules/address.ts";
import { findMachine, listLastingStates } from "../behaviour/states/in-state.ts";
import { keepSpare, takeInstanceInState } from "../behaviour/states/spare-instances.ts";
import { baseArguments } from "../calls/arguments.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { listLeaves, valuesAt } from "../cases/places.ts";
import type { ResultCase } from "../cases/result-cases.ts";
import { ifPossible, requireDeclared } from "../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { listNumbers, parseRecords } from "./records.ts";

type AgreeCase = Extract<ResultCase, { readonly check: "agree" }>;
type FileCase = Extract<ResultCase, { readonly check: "file-agrees" }>;

/** A difference counts if it lasts: lists may be updated later. */
const mostLooks = 4;
/** A text that is shown in short elsewhere. */
const shortenedCharacters = 20;
/** The number of items that are compared with a file. */
const comparedItems = 2;

/** Observations of one instance in each state, repeated while two tools differ. */
type Looks = readonly (readonly Observation[])[];

const looksOf = oncePerRun<Promise<Looks>>();

export async function agreeVerdict(each: AgreeCase, engine: Engine): Promise<Verdict> {
  const [, machine] = findMachine(each.entity, engine.rules) ?? [];
  const looks = await looksOf(engine, each.entity, () => lookInStates(each.entity, engine));
  let compared = 0;
  for (const observations of looks) {
    const last = observations.at(-1)!;
    if (engine.observer.isAtWork(last)) continue;
    const values = readPair(each, last);
    if (values === undefined) continue;
    compared += 1;
    if (areEqual(...values)) continue;
    if (changesByItself(each, observations, engine))
      return inapplicable(`${each.places[0]} changes by itself`);
    const [shown, other] = values.map((value) => JSON.stringify(value));
    const got = `${each.tools[0]} shows ${each.places[0]} ${shown}, and ${each.tools[1]} shows ${each.places[1]} ${other}`;
    return engine.verdicts.failed(each.must, findSnapshot(last, each.tools[1])!.called, got);
  }
  if (compared > 0) return held;
  const where = machine === undefined ? "" : " in any state";
  return unverified("unobserved", `the two tools show no value at ${each.places.join(" and ")}${where}`);
}

/** Observes an instance in each lasting state, and one to which the items of a list belong. */
async function lookInStates(entity: string, engine: Engine): Promise<Looks> {
  const { rules, context } = engine;
  const agreements = context.cases.cases.filter(
    (other): other is AgreeCase => "check" in other && other.check === "agree" && other.entity === entity,
  );
  const [name] = findMachine(entity, rules) ?? [];
  const inStates = listLastingStates(entity, rules).map(async (state) => {
    const isBrought = name !== undefined && state !== undefined;
    const { instance } = isBrought
      ? await takeInstanceInState(engine, name, state)
      : { instance: await engine.instances.make(entity) };
    const observations = await lookUntilEqual(instance, agreements, engine);
    if (isBrought) keepSpare(engine, { instance });
    return observations;
  });
  const list = Object.entries(rules.pages).find(([tool, { first }]) =>
    listOwners(rules, { tool, input: first.input }).includes(entity),
  );
  // Both are awaited from the beginning: a server that makes no instance ends these cases, and not the run.
  const [observed, filled] = await Promise.all([
    Promise.all(inStates),
    list && ifPossible(fillList(engine, list[0])),
  ]);
  const owners = (filled?.parents ?? []).filter((parent) => parent.entity === entity);
  return [
    ...observed,
    ...(await Promise.all(owners.map((owner) => lookUntilEqual(owner, agreements, engine)))),
  ];
}

async function lookUntilEqual(
  instance: EntityInstance,
  agreements: readonly AgreeCase[],
  engine: Engine,
): Promise<Observation[]> {
  const observations = [await engine.observer.observe(instance)];
  while (observations.length < mostLooks && differ(observations.at(-1)!, agreements)) {
    await engine.observer.waitForClockTick();
    observations.push(await engine.observer.observe(instance));
  }
  return observations;
}

/** Whether two tools show other values at places that must agree. */
function differ(observation: Observation, agreements: readonly AgreeCase[]): boolean {
  return agreements.some((each) => {
    const values = readPair(each, observation);
    return values !== undefined && !areEqual(...values);
  });
}

/** Returns the values of both tools; undefined if one shows none. */
function readPair({ places, tools }: AgreeCase, observation: Observation): readonly [Json, Json] | undefined {
  const [first, second] = tools.map((tool) => findSnapshot(observation, tool));
  if (first?.value === undefined || second?.value === undefined) return undefined;
  const [a, b] = [valueAt(first.value, places[0]), valueAt(second.value, places[1])];
  return a === undefined || b === undefined || a === null || b === null ? undefined : [a, b];
}

function findSnapshot(observation: Observation, tool: string): Snapshot | undefined {
  return observation.find((snapshot) => snapshot.tool === tool);
}

/** Whether one of the places differs from look to look. */
function changesByItself(
  { tools, places }: AgreeCase,
  observations: readonly Observation[],
  { observer }: Engine,
) {
  return tools.some((tool, index) => {
    const at = places[index]!;
    const values = observations.map((all) => {
      const value = all.find((snapshot) => snapshot.tool === tool)?.value;
      return value === undefined ? undefined : JSON.stringify(valueAt(value, at) ?? null);
    });
    return observer.isVolatile(tool, at) || new Set(values).size > 1;
  });
}

/** Compares two values: times as moments, lists without their order, and a text also with its beginning. */
function areEqual(a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string") {
    if (isTime(a) && isTime(b)) return Math.abs(Date.parse(a) - Date.parse(b)) < 1_000;
    return a === b || isShortened(a, b) || isShortened(b, a);
  }
  if (Array.isArray(a) && Array.isArray(b)) return canonical(sortItems(a)) === canonical(sortItems(b));
  return canonical(a) === canonical(b);
}

function sortItems(items: readonly Json[]): Json[] {
  return items.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

function isShortened(short: string, long: string): boolean {
  const beginning = short.replace(/\s*(\.\.\.|…)$/, "");
  return beginning.length >= shortenedCharacters && long.startsWith(beginning);
}

export async function fileAgreesVerdict(each: FileCase, engine: Engine): Promise<Verdict> {
  const { url } = requireDeclared(engine.rules.files[each.tool]?.[each.rule]);
  const { items, id: declared } = requireDeclared(engine.rules.pages[each.list]);
  const id = requireDeclared(declared);
  const example = baseArguments(engine.context.cases, each.list);
  const supply = await createSupply(engine, { tool: each.list, input: example, items });
  await supply.add(comparedItems);
  const listed = await engine.calls.requireResult({ tool: each.list, input: supply.input });
  const instances = addParents(readNamedEntities(engine.rules, each.list, supply.input));
  const input = await engine.instances.fill(each.tool, baseArguments(engine.context.cases, each.base), {
    instances,
  });
  const called = await engine.calls.requireSuccess({ tool: each.tool, input });
  const records = parseRecords(await readText(addressAt(url, called, engine)));
  const name = id.slice(id.lastIndexOf("/") + 1);
  if (!records?.[0] || !Object.hasOwn(records[0], name))
    return inapplicable(`the file has no rows with ${name}`);
  return compareRecords(
    each,
    valuesAt(listed, `${items}/*`).map(({ value }) => value),
    { records, name, id },
    called,
    engine,
  );
}

interface FileRecords {
  readonly records: readonly Readonly<Record<string, Json>>[];
  /** The name of the column with the id. */
  readonly name: string;
  /** The place of the id in an item. */
  readonly id: string;
}

function compareRecords(
  { list, must }: FileCase,
  items: readonly Json[],
  { records, name, id }: FileRecords,
  called: Called,
  engine: Engine,
): Verdict {
  let compared = 0;
  for (const item of items) {
    const record = records.find((each) => String(each[name]) === String(valueAt(item, id)));
    if (record === undefined) continue;
    for (const { pointer, value } of listLeaves(item)) {
      const cell = readCell(record, pointer, value);
      if (cell === undefined || value === null) continue;
      compared += 1;
      if (isSameCell(cell, value)) continue;
      const got = `the file has ${JSON.stringify(cell)}, and ${list} shows ${pointer} ${JSON.stringify(value)}`;
      return engine.verdicts.failed(must, called, got);
    }
  }
  return compared > 0 ? held : unverified("unobserved", `the file has no row of an item that ${list} shows`);
}

/** Returns the cell with the name of a place; a number may also be in a column whose name has that of the place in brackets. */
function readCell(record: Readonly<Record<string, Json>>, pointer: string, value: Json): Json | undefined {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  if (Object.hasOwn(record, name)) return record[name];
  if (typeof value !== "number") return undefined;
  return Object.entries(record).find(
    ([column]) => column.endsWith(`[${name}]`) || column.endsWith(`(${name})`),
  )?.[1];
}

/** Compares a cell with a value. A cell may be guarded against formulas (OWASP), and be written for people. */
function isSameCell(cell: Json, value: Json): boolean {
  if (typeof cell !== "string") return areEqual(cell, value);
  const text = cell.replace(/^['\t](?=[=+\-@])/, "");
  if (typeof value === "number") return listNumbers(text).includes(value);
  if (typeof value !== "string") return !/^(true|false)$/i.test(text) || text.toLowerCase() === String(value);
  if (isTime(value)) return !isTime(text) || areEqual(text, value);
  return areEqual(toWords(text), toWords(value));
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}
