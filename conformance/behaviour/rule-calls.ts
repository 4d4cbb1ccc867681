/** Compares calls with the rules of the spec that describe them. */
import type { CallRule } from "../cases/behaviour.ts";
import { edited, type Json, type JsonObject } from "../cases/edits.ts";
import { listLeaves } from "../cases/places.ts";

/** Whether a call is the one that a rule describes, whatever id it names. */
export function matchesRule(
  { tool, input, id }: CallRule & { readonly id?: string },
  call: { readonly tool: string; readonly input: Json },
): boolean {
  if (call.tool !== tool) return false;
  const blank = (value: Json) => (id === undefined ? value : edited(value, [{ remove: id }]));
  const [wanted, sent] = [blank(input) as JsonObject, blank(call.input) as JsonObject];
  return JSON.stringify(sortedEntries(wanted)) === JSON.stringify(sortedEntries(sent));
}

/** Whether arguments have all those of a rule, whatever id they name. */
export function isSubset(part: Json, input: Json, id: string | undefined): boolean {
  const values = new Map(listLeaves(input).map(({ pointer, value }) => [pointer, value]));
  return listLeaves(part).every(({ pointer, value }) => pointer === id || values.get(pointer) === value);
}

function sortedEntries(input: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
}
