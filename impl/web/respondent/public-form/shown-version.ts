import type { FormStructure } from "../../../../generated/types.ts";
import { structureJson } from "../../../forms/forms.ts";
import { MAX_COST, structureCost } from "../../../forms/structure/cost.ts";
import { readStored } from "../../../forms/structure/stored.ts";
import { boundedCache } from "../../../platform/bounded-cache.ts";
import type { Queries } from "../../../platform/storage/storage.ts";
import { pageOfAll, shownStructure } from "./one-question.ts";

/** A version of a form in the pages that respondents see. No caller may change it. */
export interface ShownVersion {
  readonly structure: FormStructure;
  /** With what is retired: its choices keep their places. */
  readonly stored: FormStructure;
  /** Points of a visit: see `structureCost`. */
  readonly cost: number;
  /** It shows one question at a time, and a page with all of them costs no more than a page may. */
  readonly isStepped: boolean;
}

/** By form and version, which never change. It has room for four of the largest, or for thousands of ordinary ones. */
const versions = boundedCache<ShownVersion>(4_000_000);

/** Points of reading and compiling a character of JSON. */
const READ = 0.7;

/** Reads a version once for all visits, so that its conditions and formulas are compiled once, too. Undefined: there is none. */
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
  const all = structureCost({ ...structure, pages: [pageOfAll(structure)] }).points;
  const isStepped = structure.settings?.display === "one_question" && all <= MAX_COST;
  const cost = isStepped ? all : structureCost(structure).points;
  versions.set(key, { structure, stored, cost, isStepped }, json.length);
  return { structure, stored, cost: cost + READ * json.length, isStepped };
}
