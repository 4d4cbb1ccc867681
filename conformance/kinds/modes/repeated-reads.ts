/** Finds data that a reading tool changes at each call, in its own results, by several calls in a row. */

import { setTimeout as delay } from "node:timers/promises";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { type Change, compareObservations, type Observation } from "../../behaviour/observe/observation.ts";
import type { Context } from "../../calls/context.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import { parseTime } from "../../cases/times.ts";

/** The pause before the last read, as a multiple of the time of the others. Values that depend on time then change more. */
const pauseFactor = 2;
/** The shortest pause, after which a clock that counts seconds has advanced. */
const leastPauseMs = 1_200;

/** The part of an engine that knows which places may change. */
interface ReadingEngine extends Pick<Engine, "observer" | "rules"> {
  readonly context: Pick<Context, "cases">;
}

/** The last call, and the first place that every call has changed. */
export interface RepeatedReads {
  readonly last: Called;
  readonly change?: Change;
}

/**
 * Calls a tool several times and compares its results. A place counts if it differs between all reads and does not depend on the
 * time between them. New ids and links in each answer do not count. If the world can change a result (`openWorldHint`), only
 * counters count: values with the same step each time.
 * @param read calls the tool; it throws if the call fails
 */
export async function readRepeatedly(
  tool: string,
  engine: ReadingEngine,
  read: () => Promise<Called>,
): Promise<RepeatedReads> {
  const startedAt = performance.now();
  const second = [await read(), await read()] as const;
  if (compareObservations(look(second[0]), look(second[1])).length === 0) return { last: second[1] };
  const last = await read();
  const reads = [...second, last];
  const changes = listChanges(reads);
  const otherItems = listOtherItems(tool, changes, engine);
  const candidates = changes.filter(
    ({ at }) => !isDeclared(tool, at, engine) && !otherItems.some((item) => at.startsWith(`${item}/`)),
  );
  if (candidates.length === 0 || engine.observer.isAtWork(reads.flatMap(look))) return { last };
  await delay(Math.max(leastPauseMs, pauseFactor * (performance.now() - startedAt)));
  reads.push(await read());
  const lasting = new Set(listChanges(reads).map(({ at }) => at));
  const isOpen = readsOpenWorld(tool, engine);
  const isEffect = ({ at }: Change) =>
    lasting.has(at) &&
    isChangedByReading(
      reads.map((called) => valueAt(readStructured(called), at)),
      isOpen,
    );
  const change = candidates.find(isEffect);
  for (const { at } of candidates) if (change?.at !== at) engine.observer.addVolatile(tool, at);
  return { last, ...(change && { change }) };
}

/** Lists the places that differ between each read and the previous one. */
function listChanges(reads: readonly Called[]): Change[] {
  const [first = [], ...others] = pairs(reads).map(([was, is]) => compareObservations(look(was), look(is)));
  return first.filter(({ at }) => others.every((changes) => changes.some((change) => change.at === at)));
}

/** Lists the items of lists that are others in each answer, as their ids show: somebody else adds to the list meanwhile. */
function listOtherItems(
  tool: string,
  changes: readonly Change[],
  { rules }: Pick<Engine, "rules">,
): string[] {
  const ids = Object.values(rules.entities).flatMap(({ results }) =>
    results.flatMap((place) => (place.tool === tool ? [place.path] : [])),
  );
  const changedIds = changes.filter(({ at }) => ids.includes(toPattern(at)));
  return changedIds.flatMap(({ at }) => /^.*\/\d+(?=\/)/.exec(at) ?? []);
}

function pairs<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.slice(1).map((next, index) => [items[index]!, next] as const);
}

function look(called: Called): Observation {
  return [{ tool: called.tool, value: readStructured(called), called }];
}

/** Whether reading changes a place. @param values the values of the place in all reads, the last one after a pause */
function isChangedByReading(values: readonly (Json | undefined)[], isOpen: boolean): boolean {
  const numbers = values.map(toNumber);
  if (numbers.every((value) => value !== undefined)) {
    const steps = pairs(numbers).map(([was, is]) => is - was);
    const last = steps.at(-1) ?? 0;
    const isByTime = steps.slice(0, -1).every((step) => Math.abs(last) > 2 * Math.abs(step));
    return isOpen ? steps.every((step) => step === last) : !isByTime;
  }
  const isOpaque = (value: Json | undefined) => typeof value === "string" && /^\S{12,}$/.test(value);
  return !isOpen && !values.some(isOpaque);
}

function toNumber(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  return isTime(value) ? parseTime(String(value)) : undefined;
}

/** Whether the spec declares that a place changes: cursors are new in each answer, and so are values that end after a duration. */
function isDeclared(tool: string, at: string, { rules }: Pick<Engine, "rules">): boolean {
  if (rules.pages[tool]?.next === at) return true;
  return Object.values(rules.limits).some(
    (rule) =>
      rule.kind === "duration" && rule.tools.includes(tool) && (rule.field === at || rule.ends?.value === at),
  );
}

function readsOpenWorld(tool: string, { context }: Pick<ReadingEngine, "context">): boolean {
  const entry = context.cases.manifest.find(({ name }) => name === tool);
  return valueAt(entry ?? {}, "/annotations/openWorldHint") !== false;
}

/** Whether a number that grows at each observation grew more while the tool was read: other tools may also count. */
export function grewByMore({ tool, at, before, after }: Change, around: readonly Change[]): boolean {
  if (typeof before !== "number" || typeof after !== "number") return false;
  const steps = around
    .filter((change) => change.tool === tool && toPattern(change.at) === toPattern(at))
    .map((change) => Number(change.after) - Number(change.before));
  const [step = after, other] = steps;
  return step === other && after - before > step;
}
