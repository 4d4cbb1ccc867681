/** Finds the entities whose state a result shows: the one that the call names, or those of a list. */
import type { StateField } from "../../cases/behaviour.ts";
import type { Place } from "../../cases/call-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";

/** Lists where the result about an entity, or its item of a list, has ids. @param results places of ids in results of tools */
export function placesInShown({ tool, list }: StateField, results: readonly Place[]): string[] {
  const places = results.filter((place) => place.tool === tool).map(({ path }) => path);
  if (list === undefined) return places;
  const item = list.slice(0, list.lastIndexOf("*") + 1);
  return places.flatMap((path) => (path.startsWith(`${item}/`) ? [path.slice(item.length)] : []));
}

/** An entity whose state a result shows. */
export interface ShownEntity {
  readonly id: Json;
  /** The result about it, or its item of a list. */
  readonly shown: Json;
}

/** Lists the entities whose state a result shows: the one that the call names, or those of a list. */
export function listShown({ id, list }: StateField, input: Json, result: Json): readonly ShownEntity[] {
  if (list === undefined) {
    const named = id === undefined ? undefined : valueAt(input, id);
    return named === undefined ? [] : [{ id: named, shown: result }];
  }
  const depth = list.split("/").lastIndexOf("*");
  return valuesAt(result, list).map(({ pointer, value }) => {
    const item = pointer
      .split("/")
      .slice(0, depth + 1)
      .join("/");
    return { id: value, shown: valueAt(result, item)! };
  });
}
