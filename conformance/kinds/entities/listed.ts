/** Judges lists whose items conditions choose (`lists`): they have every thing that meets the conditions, and no other. */
import { isDeepStrictEqual } from "node:util";
import { canonical } from "@toolwright/runtime/json";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { moveToBounds, setNumber } from "../../behaviour/lists/moved-to-bounds.ts";
import { type Walk, walk } from "../../behaviour/lists/walk.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { ObserverRule } from "../../cases/behaviour.ts";
import { operandValue } from "../../cases/calculations.ts";
import type { ListingRule } from "../../cases/change-rules.ts";
import { holds } from "../../cases/conditions.ts";
import { comparisonsIn, expressionsIn } from "../../cases/each-item.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { type Scope, showValues } from "../../cases/expressions.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import type { Condition, Operand } from "../../cases/workflows.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

type ListedCase = Extract<ResultCase, { readonly check: "listed" }>;

/** A list may be updated later than the thing: a difference counts if so many readings in a row show it. */
const readings = 3;

export async function listedVerdict(each: ListedCase, engine: Engine): Promise<Verdict> {
  const { context, instances, verdicts } = engine;
  const { tool, must } = each;
  const rule = requireDeclared(engine.rules.lists[tool]);
  const made = await makeAtBounds(each, rule, engine);
  const first = made[0];
  const input = await instances.fill(tool, baseArguments(context.cases, each.base), {
    ...(first && { instances: { ...first.parents, [rule.entity]: first } }),
  });
  // A list of a parent says nothing about things of another one.
  const isAbout = (id: string) =>
    listNamedEntities(engine.rules, tool, input).size === 0 || made.some((one) => canonical(one.id) === id);
  let earlier: ReadonlyMap<string, string> | undefined;
  for (let reading = 1; ; reading++) {
    const before = await readThings(tool, rule, made, engine);
    const list = await readList(tool, rule, input, engine);
    const after = await readThings(tool, rule, made, engine);
    const { called } = list.pages.at(-1)!;
    const wrongItem = list.items.flatMap((item) => describeItem(rule, item) ?? [])[0];
    if (wrongItem !== undefined) return verdicts.failed(must, called, wrongItem);
    const things = [...before].filter(
      ([id, thing]) => isAbout(id) && showsPlaces(rule, thing) && isDeepStrictEqual(after.get(id), thing),
    );
    const problems = new Map(things.flatMap(([id, thing]) => findProblem(rule, id, thing, list)));
    const [problem] = [...problems].filter(([id]) => earlier?.has(id) ?? true);
    if (problem === undefined) return decide(rule, things, list);
    if (reading === readings) return verdicts.failed(must, called, problem[1]);
    earlier = problems;
    await engine.observer.waitForClockTick();
  }
}

/** Returns the verdict where no difference was seen: things of both kinds prove it, or items that show all places. */
function decide(
  rule: ListingRule,
  things: readonly (readonly [string, Json])[],
  { items, pages }: Walk,
): Verdict {
  const isWanted = things.map(([, thing]) => meetsAll(rule, thing));
  const areAllSeen = items.length > 0 && items.every((item) => showsPlaces(rule, item));
  if (isWanted.includes(true) && (isWanted.includes(false) || areAllSeen)) return held;
  const missing = isWanted.includes(true) ? "does not meet" : "meets";
  const why = `no ${rule.entity} of the run ${missing} the conditions`;
  return unverified("unobserved", why, pages.at(-1)!.called.exchange);
}

/** Describes an item that does not meet a condition about its own places. */
function describeItem({ where }: ListingRule, item: Json): string | undefined {
  const broken = where.find(({ condition }) => hasPlaces(condition, item) && !meets(condition, item));
  if (broken === undefined) return undefined;
  return `the list has an item of which ${showPlaces(broken.condition, item)}`;
}

function findProblem(
  rule: ListingRule,
  id: string,
  thing: Json,
  { ids }: Walk,
): [id: string, problem: string][] {
  const { where, entity, items } = rule;
  const isListed = ids.some((each) => canonical(each) === id);
  const isWanted = meetsAll(rule, thing);
  if (isListed === isWanted) return [];
  const places = where.map(({ condition }) => showPlaces(condition, thing)).join(", ");
  return [[id, `the ${entity} ${id} is ${isListed ? "" : "not "}in ${items}, and its ${places}`]];
}

function meets(condition: Condition, item: Json): boolean {
  return holds(condition, { inputs: {}, outputs: {}, item });
}

function meetsAll({ where }: ListingRule, item: Json): boolean {
  return where.every(({ condition }) => meets(condition, item));
}

function showPlaces(condition: Condition, item: Json): string {
  return showValues(expressionsIn(condition), { inputs: {}, outputs: {}, item });
}

function showsPlaces({ where }: ListingRule, thing: Json): boolean {
  return where.every(({ condition }) => hasPlaces(condition, thing));
}

function hasPlaces(condition: Condition, item: Json): boolean {
  return expressionsIn(condition).every(
    (each) => each.from === "item" && valueAt(item, each.pointer) !== undefined,
  );
}

function readList(tool: string, rule: ListingRule, input: Json, engine: Engine): Promise<Walk> {
  const { items, id } = rule;
  const pages: PagesRule = engine.rules.pages[tool] ?? {
    at: rule.at,
    first: { tool, input: {} },
    items,
    id,
    filters: {},
  };
  return walk(engine, tool, pages, { input, account: undefined, limit: pages.limit?.max });
}

/** Reads what other tools show: another list of the entity, or else the things that the case has made. */
async function readThings(
  tool: string,
  rule: ListingRule,
  made: readonly EntityInstance[],
  engine: Engine,
): Promise<ReadonlyMap<string, Json>> {
  const { rules, instances } = engine;
  const { observedBy } = requireDeclared(rules.entities[rule.entity]);
  const isOther = (each: ObserverRule) => each.tool !== tool && each.id === undefined;
  const lister = observedBy.find((each) => isOther(each) && rules.pages[each.tool]?.id !== undefined);
  const first = made[0];
  if (lister !== undefined) {
    const pages = rules.pages[lister.tool]!;
    const input = await instances.fill(lister.tool, pages.first.input, {
      ...(first && { instances: { ...first.parents, [rule.entity]: first } }),
    });
    const read = await walk(engine, lister.tool, pages, {
      input,
      account: undefined,
      limit: pages.limit?.max,
    });
    const things = read.items.map((item, index) => [canonical(read.ids[index]!), item] as const);
    if (things.some(([, thing]) => showsPlaces(rule, thing))) return new Map(things);
  }
  const things = new Map<string, Json>();
  for (const instance of made) {
    const thing = await observeThing(instance, tool, rule, engine);
    if (thing !== undefined) things.set(canonical(instance.id), thing);
  }
  return things;
}

/** Reads a thing by the tools that show it beside the list. */
async function observeThing(
  instance: EntityInstance,
  tool: string,
  rule: ListingRule,
  { observer }: Engine,
): Promise<Json | undefined> {
  const observation = await observer.observe(instance, { without: [tool] });
  return observation.find(({ value }) => value !== undefined && showsPlaces(rule, value))?.value;
}

/** Makes a thing, and others of which a place that an argument sets lies at and beside the value that it is compared with. */
async function makeAtBounds(
  { tool, shown }: ListedCase,
  rule: ListingRule,
  engine: Engine,
): Promise<EntityInstance[]> {
  const { rules, instances, context } = engine;
  const maker = rules.entities[rule.entity]?.madeBy;
  if (maker === undefined) return [];
  const first = await instances.make(rule.entity);
  const made = [first];
  const thing = (await readThings(tool, rule, made, engine)).get(canonical(first.id));
  if (thing === undefined) return made;
  for (const { argument, place } of shown)
    for (const value of listBounds(rule, place, thing)) {
      const edited = applyEdits(maker.input, [{ set: argument, to: value }]);
      if (!context.schemas.fits(maker.tool, edited)) continue;
      const input = { [argument.slice(1)]: valueAt(edited, argument)! } as JsonObject;
      const other = await ifPossible(instances.make(rule.entity, { input, instances: { ...first.parents } }));
      if (other !== undefined) made.push(other);
    }
  // One that an argument has at its bound may be moved there, too.
  if (!engine.isBrief) made.push(...(await moveAll(tool, rule, thing, engine)));
  return made;
}

/** Sets a number of a thing so that it comes into the list, or leaves it. */
async function turn(
  instance: EntityInstance,
  places: readonly string[],
  { tool, rule }: { readonly tool: string; readonly rule: ListingRule },
  engine: Engine,
): Promise<void> {
  const thing = await observeThing(instance, tool, rule, engine);
  if (thing === undefined) return;
  for (const place of places)
    for (const to of listBounds(rule, place, thing)) {
      const isTurned = meetsAll(rule, applyEdits(thing, [{ set: place, to }])) !== meetsAll(rule, thing);
      if (isTurned && typeof to === "number" && (await setNumber(instance, place, to, engine))) return;
    }
}

/** Moves things to the bounds of each number that calls change, and then sets others with which these numbers are compared. */
async function moveAll(
  tool: string,
  rule: ListingRule,
  thing: Json,
  engine: Engine,
): Promise<EntityInstance[]> {
  const places = rule.where
    .flatMap(({ condition }) => expressionsIn(condition))
    .flatMap((each) => (each.from === "item" ? [each.pointer] : []));
  const moved: EntityInstance[] = [];
  for (const place of new Set(places)) {
    const now = valueAt(thing, place);
    const bounds = listBounds(rule, place, thing).filter((bound) => typeof bound === "number");
    if (typeof now === "number")
      moved.push(...(await moveToBounds({ entity: rule.entity, place, bounds, now }, engine)));
  }
  for (const instance of moved) await ifPossible(turn(instance, places, { tool, rule }, engine));
  return moved;
}

/** Lists the value with which conditions compare a place, and the values beside it. */
function listBounds({ where }: ListingRule, place: string, thing: Json): Json[] {
  const scope: Scope = { inputs: {}, outputs: {}, item: thing };
  const bounds = where
    .flatMap(({ condition }) => comparisonsIn(condition))
    .flatMap(({ left, right }) => [
      ...(isPlace(left, place) ? [operandValue(right, scope)] : []),
      ...(isPlace(right, place) ? [operandValue(left, scope)] : []),
    ]);
  return bounds.flatMap((value): Json[] => {
    if (Number.isNaN(value)) return [];
    if (typeof value === "number") return [value, value + 1, value - 1];
    return value === undefined ? [] : [value];
  });
}

function isPlace(operand: Operand, place: string): boolean {
  return (
    operand.kind === "expression" &&
    operand.expression.from === "item" &&
    operand.expression.pointer === place
  );
}
