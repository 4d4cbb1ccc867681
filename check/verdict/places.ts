import type { JudgedCheckFinding } from "./verdict-data.ts";

/**
 * The new places of a finding; those that the base had, and those after the first few, are counted: `input /id of get_form, list_forms
 * and 3 more (2 as before)`.
 */
export function placesText(
  { places, knownPlaces }: Pick<JudgedCheckFinding, "places" | "knownPlaces">,
  most: number,
  show: (place: string) => string,
): string {
  const fresh = places.slice(0, places.length - knownPlaces.length);
  const listed = fresh.length > 0 ? fresh : places;
  const { part, names } = findSharedPart(listed);
  const more = listed.length - most;
  const known = fresh.length > 0 && knownPlaces.length > 0 ? ` (${knownPlaces.length} as before)` : "";
  const of = part === undefined ? "" : `${show(part)} of `;
  return `${of}${names.slice(0, most).map(show).join(", ")}${more > 0 ? ` and ${more} more` : ""}${known}`;
}

/** Places of several tools are often the same part of each. */
function findSharedPart(places: readonly string[]): {
  readonly part?: string;
  readonly names: readonly string[];
} {
  const split = places.map((place) => /^(\S+) (.+)$/s.exec(place) ?? []);
  const [[, , part] = []] = split;
  const isShared = places.length > 1 && part !== undefined && split.every(([, , other]) => other === part);
  return isShared ? { part, names: split.map(([, name = ""]) => name) } : { names: places };
}
