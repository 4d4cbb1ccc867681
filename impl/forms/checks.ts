/** The check list of a form: what generators and the structure leave for a person to look at, until it is ticked off. */
import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import type { FormStructure, Warning } from "../../generated/types.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { placedFields } from "./structure/places.ts";
import { structureWarnings } from "./structure/warnings/warnings.ts";

export interface Check {
  /** A hash of its text: the same check has the same id. */
  readonly id: string;
  readonly code: string;
  /** The message in English; `warningText` translates it. */
  readonly message: string;
  /** Id of the question that it is about. */
  readonly field?: string;
}

/** The checks in their stored form. */
interface StoredChecks {
  /** Checks that cannot be found again in the structure. */
  readonly noted: readonly Check[];
  /** Checks found in the current structure. */
  readonly found: readonly Check[];
  /** Ids of found checks that were marked as done. */
  readonly done: readonly string[];
}

/** The maximum number of stored checks; users do not work through longer lists. */
const MAX_CHECKS = 50;
const MAX_MESSAGE = 500;

const nothing: StoredChecks = { noted: [], found: [], done: [] };

/** Returns the checks that are not done. @param kept the form with unpublished changes, if they are to be checked instead */
export function readChecks(json: string | null | undefined, kept?: FormStructure): Check[] {
  const { noted, found, done } = kept ? checkAgain(parse(json), kept) : parse(json);
  return [...noted, ...found].filter(({ id }) => !done.includes(id));
}

/** Finds the checks of another structure, and leaves out notes on questions that it does not have. */
function checkAgain({ noted, done }: StoredChecks, structure: FormStructure): StoredChecks {
  const ids = new Set(placedFields(structure).map(({ value }) => value.id));
  return {
    noted: noted.filter(({ field }) => !field || ids.has(field)),
    found: distinct(structureWarnings(structure).map((warning) => toCheck(warning, structure))),
    done,
  };
}

function parse(json: string | null | undefined): StoredChecks {
  return json ? (JSON.parse(json) as StoredChecks) : nothing;
}

/**
 * Brings the list up to the structure that is stored in this transaction.
 * @param warnings of the generator that made it
 */
export async function updateChecks(
  transaction: Transaction<Schema>,
  formId: string,
  structure: FormStructure,
  warnings: readonly Warning[] = [],
): Promise<void> {
  const before = parse(await storedChecks(transaction, formId));
  const { noted: earlier, found } = checkAgain(before, structure);
  // Checks of the structure are found again with each change.
  const codes = new Set(["untranslated", ...found.map(({ code }) => code)]);
  const fresh = warnings.filter(({ code }) => !codes.has(code)).map((warning) => toCheck(warning, structure));
  const noted = distinct([...earlier, ...fresh]);
  const done = before.done.filter((id) => found.some((check) => check.id === id));
  await store(transaction, formId, { noted, found, done });
}

/**
 * @param kept the form with unpublished changes, which have checks, too
 * @returns whether there was something with this id
 */
export async function tickOff(
  transaction: Transaction<Schema>,
  formId: string,
  id: string,
  kept?: FormStructure,
): Promise<boolean> {
  const stored = await storedChecks(transaction, formId);
  const { noted, found, done } = parse(stored);
  const isThere = [...readChecks(stored), ...readChecks(stored, kept)].some((check) => check.id === id);
  if (!isThere) return false;
  const isFound = !noted.some((check) => check.id === id);
  const left = noted.filter((check) => check.id !== id);
  await store(transaction, formId, { noted: left, found, done: isFound ? [...done, id] : done });
  return true;
}

/** Returns the warnings about a structure that nobody has ticked off in its form. */
export async function openWarnings(
  queries: Queries,
  formId: string,
  structure: FormStructure,
): Promise<Warning[]> {
  const { done } = parse(await storedChecks(queries, formId));
  return structureWarnings(structure).filter((warning) => !done.includes(toCheck(warning, structure).id));
}

async function storedChecks(queries: Queries, formId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom("form_checks")
    .select("checks")
    .where("form_id", "=", formId)
    .executeTakeFirst();
  return row?.checks;
}

async function store(
  transaction: Transaction<Schema>,
  formId: string,
  { noted, found, done }: StoredChecks,
): Promise<void> {
  await transaction.deleteFrom("form_checks").where("form_id", "=", formId).execute();
  if (noted.length === 0 && found.length === 0) return;
  const checks = JSON.stringify({
    noted: noted.slice(0, MAX_CHECKS),
    found: found.slice(0, MAX_CHECKS),
    done: done.slice(0, MAX_CHECKS),
  } satisfies StoredChecks);
  await transaction.insertInto("form_checks").values({ form_id: formId, checks }).execute();
}

function toCheck({ code, message, path }: Warning, { pages }: FormStructure): Check {
  const [, page, at] = /^\/pages\/(\d+)\/fields\/(\d+)/.exec(path ?? "") ?? [];
  const field = pages[Number(page)]?.fields[Number(at)]?.id;
  const text = message.slice(0, MAX_MESSAGE);
  const id = hash("sha256", JSON.stringify([code, text, field])).slice(0, 16);
  return { id, code, message: text, ...(field !== undefined && { field }) };
}

function distinct(checks: readonly Check[]): Check[] {
  return [...new Map(checks.map((check) => [check.id, check])).values()];
}
