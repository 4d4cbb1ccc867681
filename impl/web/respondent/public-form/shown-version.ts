/** Caches versions of forms with the pages that respondents see. */
import type { FormStructure } from "../../../../generated/types.ts";
import { structureJson } from "../../../forms/forms.ts";
import { MAX_COST, structureCost } from "../../../forms/structure/cost.ts";
import { readStored } from "../../../forms/structure/stored-structure.ts";
import { boundedCache } from "../../../platform/bounded-cache.ts";
import type { Queries } from "../../../platform/storage/storage.ts";
import { createPageOfAll, shownStructure } from "./one-question.ts";

/** A version of a form with the pages that respondents see. Callers must not change it. */
export interface ShownVersion {
  readonly structure: FormStructure;
  /** The version with its retired questions and choices, which still count for capacities. */
  readonly stored: FormStructure;
  /** The cost of a visit in points: see `structureCost`. */
  readonly cost: number;
  /** Whether it shows one question at a time, and a page with all of them is within the cost limit of a page. */
  readonly isStepped: boolean;
}

/** Versions by form and number; they never change. The cache holds four of the largest, or thousands of ordinary ones. */
const versions = boundedCache<ShownVersion>(4_000_000);

/** The cost of parsing and compiling a character of JSON, in points. */
const READ = 0.7;

/** Reads a version once for all visits, so its conditions and formulas are compiled once, too. Undefined: there is none. */
export async function shownVersion(
  queries: Queries,
  formId: string,
  version: number,
): Promise<ShownVersion | undefined> {
  const key = `${formId} ${version}`;
  const cached = versions.get(key);
  if (cached !== undefined) return cached;
  const json = await structureJson(queries, formId, version);
  if (json === undefined) return undefined;
  const stored = readStored(json);
  const structure = shownStructure(stored);
  const all = structureCost({ ...structure, pages: [createPageOfAll(structure)] }).points;
  const isStepped = structure.settings?.display === "one_question" && all <= MAX_COST;
  const cost = isStepped ? all : structureCost(structure).points;
  versions.set(key, { structure, stored, cost, isStepped }, json.length);
  return { structure, stored, cost: cost + READ * json.length, isStepped };
}
