import type { FormStructure } from "../../../generated/types.ts";
import { structureJson } from "../../forms/forms.ts";
import { readStored } from "../../forms/structure/stored.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { shownStructure } from "./one-question.ts";

/** Of the JSON of all cached versions: four of the largest, thousands of ordinary ones. */
const MAX_CHARACTERS = 4_000_000;

interface CachedVersion {
  readonly structure: FormStructure;
  readonly characters: number;
}

/** By form and version, which never change, in the order of their last use. */
const versions = new Map<string, CachedVersion>();
let characters = 0;

/**
 * A version of a form in the pages that respondents see; undefined if there is no such version. It is read once for all visits,
 * so that its conditions and formulas are compiled once, too. No caller may change it.
 */
export async function shownVersion(
  queries: Queries,
  formId: string,
  version: number,
): Promise<FormStructure | undefined> {
  const key = `${formId} ${version}`;
  const cached = versions.get(key) ?? (await readVersion(queries, formId, version));
  if (cached === undefined) return undefined;
  if (!versions.delete(key)) characters += cached.characters;
  versions.set(key, cached);
  for (const [oldest, unused] of versions) {
    if (characters <= MAX_CHARACTERS) break;
    versions.delete(oldest);
    characters -= unused.characters;
  }
  return cached.structure;
}

async function readVersion(
  queries: Queries,
  formId: string,
  version: number,
): Promise<CachedVersion | undefined> {
  const json = await structureJson(queries, formId, version);
  return json === undefined
    ? undefined
    : { structure: shownStructure(readStored(json)), characters: json.length };
}
