import { setImmediate } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { readStored } from "../forms/structure/stored.ts";
import type { Queries } from "../platform/storage/storage.ts";

/** Structures of a form by version, as responses refer to them. */
async function readVersions(
  queries: Queries,
  formId: string,
  versions: Iterable<number>,
): Promise<ReadonlyMap<number, FormStructure>> {
  const distinct = [...new Set(versions)];
  if (distinct.length === 0) return new Map();
  const rows = await queries
    .selectFrom("form_versions")
    .select(["version", "structure"])
    .where("form_id", "=", formId)
    .where("version", "in", distinct)
    .execute();
  return new Map(rows.map(({ version, structure }) => [version, readStored(structure)]));
}

/**
 * The same, one after the other, as a structure may have a megabyte: only one is held, and other calls have their turn between
 * two.
 */
export async function* walkVersions(
  queries: Queries,
  formId: string,
  versions: Iterable<number>,
): AsyncGenerator<readonly [version: number, structure: FormStructure]> {
  for (const version of new Set(versions)) {
    yield* await readVersions(queries, formId, [version]);
    await setImmediate();
  }
}
