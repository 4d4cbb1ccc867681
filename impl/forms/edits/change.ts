/** The common part of all comparisons of structures: the place of a change, and its description. */
import { isDeepStrictEqual } from "node:util";
import type { FormChange, Language, LocalizedText } from "../../../generated/types.ts";
import { shorten } from "../../texts/shorten.ts";

/** Limits that keep messages readable. */
const MAX_LIST_LENGTH = 20;
const MAX_VALUE_LENGTH = 120;

/** The context of a comparison of two structures. */
export interface Comparison {
  /** The language in which messages name fields: the default language after the edit. */
  readonly language: Language;
  /** Languages in which verified responses were given. */
  readonly usedLanguages: ReadonlySet<Language>;
}

/** The place of a change: a JSON Pointer into the structure after the edit; for a removed part, into the structure before. */
export interface Place {
  readonly path: string;
  readonly field?: string;
}

export function change(
  kind: FormChange["kind"],
  impact: FormChange["impact"],
  { path, field }: Place,
  message: string,
): FormChange {
  return { kind, impact, path, ...(field !== undefined && { field }), message };
}

export function at(place: Place, path: string): Place {
  return { ...place, path: `${place.path}/${path}` };
}

/** A missing boolean means false, so adding `false` is no change. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before === false ? undefined : before, after === false ? undefined : after);
}

/** Texts may always change: responses contain ids and refer to the version that they answered. */
export function compareText(
  before: LocalizedText | undefined,
  after: LocalizedText | undefined,
  place: Place,
  what: string,
): FormChange[] {
  const languages = Object.keys({ ...before, ...after }) as Language[];
  const changed = languages.filter((language) => before?.[language] !== after?.[language]);
  if (changed.length === 0) return [];
  return [change("text_changed", "safe", place, `${what} changed in ${list(changed)}.`)];
}

export function list(names: readonly string[]): string {
  if (names.length <= MAX_LIST_LENGTH) return names.join(", ");
  return `${names.slice(0, MAX_LIST_LENGTH).join(", ")} and ${names.length - MAX_LIST_LENGTH} more`;
}

export function formatValue(value: unknown): string {
  if (value === undefined) return "none";
  return shorten(JSON.stringify(value), MAX_VALUE_LENGTH);
}
