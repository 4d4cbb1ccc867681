/** Reads a list of an instance, and finds what a call has lost, left out or left there. */
import { canonical } from "@toolwright/runtime/json";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { ListRule } from "../../cases/change-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";

/**
 * A tool that shows the instance -> the entries of the list. They are undefined where it shows no list: an optional one, or one that
 * the token may not see.
 */
export type ShownLists = ReadonlyMap<string, readonly Json[] | undefined>;

/** A list of an instance. */
export interface InstanceList {
  readonly instance: EntityInstance;
  readonly rule: ListRule;
}

export async function readLists({ instance, rule }: InstanceList, engine: Engine): Promise<ShownLists> {
  const observers = engine.rules.entities[rule.entity]!.observedBy.map(({ tool }) => tool);
  const without = observers.filter((tool) => !rule.shownBy.includes(tool));
  const observation = await engine.observer.observe(instance, { without });
  return new Map(
    observation.flatMap(({ tool, value }) => (value === undefined ? [] : [[tool, readEntries(value, rule)]])),
  );
}

/** Reads the list in the result of a call that shows the instance. */
export function readOwnList({ instance, rule }: InstanceList, called: Called): readonly Json[] | undefined {
  if (rule.own === undefined) return undefined;
  const result = readStructured(called);
  const isShown = canonical(valueAt(result, rule.own) ?? null) === canonical(instance.id);
  return isShown ? readEntries(result, rule) : undefined;
}

function readEntries(value: Json, { entries }: ListRule): readonly Json[] | undefined {
  const isThere = Array.isArray(valueAt(value, entries.slice(0, entries.indexOf("/*"))));
  return isThere ? valuesAt(value, entries).map((found) => found.value) : undefined;
}

/** Whether two entries are the same, also where a server changes the case of texts or trims them. */
function isSameEntry(one: Json, other: Json): boolean {
  return normalise(one) === normalise(other);
}

function normalise(entry: Json): string {
  return canonical(typeof entry === "string" ? entry.normalize("NFC").trim().toLowerCase() : entry);
}

export function hasEntry(list: readonly Json[], entry: Json): boolean {
  return list.some((each) => isSameEntry(each, entry));
}

/** Whether an entry may be the same in another form, such as `#cart` for `cart`. */
export function hasSimilar(list: readonly Json[], entry: Json): boolean {
  const text = String(entry).toLowerCase();
  return hasEntry(list, entry) || list.some((each) => String(each).toLowerCase().includes(text));
}

/** Finds what is wrong with a list to which entries were added. */
export function findWrongAddition(
  before: readonly Json[],
  after: readonly Json[],
  sent: readonly Json[],
  { entryEntity }: ListRule,
): string | undefined {
  const lost = before.find((entry) => !hasEntry(after, entry));
  if (lost !== undefined) return `does not show ${JSON.stringify(lost)} any more`;
  const missing = sent.filter((entry) => !hasEntry(after, entry));
  const others = after.filter((entry) => !hasEntry(before, entry) && !hasEntry(sent, entry));
  // A server may give an entry another form, such as `#cart` for `cart`. Ids have one form.
  const isOfOtherForm = entryEntity === undefined && others.length >= missing.length;
  if (missing.length === 0 || isOfOtherForm) return undefined;
  return `does not show ${missing.map((entry) => JSON.stringify(entry)).join(" and ")}`;
}

export function findDuplicate(list: readonly Json[]): string | undefined {
  const texts = list.map((entry) => canonical(entry));
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  return twice === undefined ? undefined : `shows ${twice} twice`;
}

/** Finds what is wrong with a list from which entries were removed. One that was there twice may be left once. */
export function findWrongRemoval(
  before: readonly Json[],
  after: readonly Json[],
  sent: readonly Json[],
): string | undefined {
  const lost = before.find((entry) => !hasEntry(sent, entry) && !hasEntry(after, entry));
  if (lost !== undefined) return `does not show ${JSON.stringify(lost)} any more`;
  const wasOnce = (entry: Json) => before.filter((each) => isSameEntry(each, entry)).length === 1;
  const left = sent.find((entry) => wasOnce(entry) && hasEntry(after, entry));
  return left === undefined ? undefined : `still shows ${JSON.stringify(left)}`;
}
