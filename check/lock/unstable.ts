/** Values that a server says differently at each start: dates, counts, random ids. They are left out of comparisons. */
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import type { Surface } from "./surface.ts";

/** The way to a value of a surface. Entries of lists are named, not counted: `tools`, `search`, `description`. */
export type SurfacePath = readonly string[];

/** The places at which two readings of the same server differ. */
export function findUnstable(first: Surface, second: Surface): SurfacePath[] {
  const found: SurfacePath[] = [];
  compare(toTree(withoutVersions(first)), toTree(withoutVersions(second)), []);
  return found;

  function compare(one: unknown, other: unknown, path: SurfacePath): void {
    if (canonical(one ?? null) === canonical(other ?? null)) return;
    if (!isSchemaObject(one) || !isSchemaObject(other)) {
      found.push(path);
      return;
    }
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(one[name], other[name], [...path, name]);
  }
}

/** The surface without the values at these places. */
export function withoutPlaces(surface: Surface, places: readonly SurfacePath[]): Surface {
  if (places.length === 0) return surface;
  const copy = structuredClone(surface) as unknown as Record<string, unknown>;
  removePlaces(copy, places);
  // A value that differs at each start differs in each version.
  for (const version of Object.values((copy.versions ?? {}) as Readonly<Record<string, unknown>>))
    removePlaces(version as Record<string, unknown>, places);
  return copy as unknown as Surface;
}

function removePlaces(copy: Record<string, unknown>, places: readonly SurfacePath[]): void {
  for (const [list = "", ...path] of places) {
    const entries = copy[list];
    // A surface has each of its lists: without what differs, one is empty.
    if (path.length === 0 && Array.isArray(entries)) copy[list] = [];
    else if (path.length === 0) delete copy[list];
    else if (Array.isArray(entries))
      remove(
        entries.find((entry) => readName(entry) === path[0]),
        path.slice(1),
      );
    else remove(entries, path);
  }
}

/** A version that is not equal to the main one differs at the same places. */
function withoutVersions({ versions: _, ...rest }: Surface): Surface {
  return rest;
}

function remove(value: unknown, [name, ...rest]: SurfacePath): void {
  if (typeof value !== "object" || value === null || name === undefined) return;
  const object = value as Record<string, unknown>;
  if (rest.length === 0) delete object[name];
  else remove(object[name], rest);
}

/** Lists of entries as maps by name, so that one entry more or less does not move the others. */
function toTree(surface: Surface): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(surface).map(([key, value]) => [key, isListOfEntries(key) ? byName(value) : value]),
  );
}

function isListOfEntries(key: string): boolean {
  return ["tools", "resources", "resourceTemplates", "prompts"].includes(key);
}

function byName(entries: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.map((entry) => [readName(entry), entry]));
}

/** The key by which clients know an entry. */
function readName(entry: unknown): string {
  if (!isSchemaObject(entry)) return "";
  return String(entry.uri ?? entry.uriTemplate ?? entry.name);
}
