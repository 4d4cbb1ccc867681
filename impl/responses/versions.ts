import { setImmediate } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { structureJson } from "../forms/forms.ts";
import { readStored } from "../forms/structure/stored-structure.ts";
import type { Queries } from "../platform/storage/storage.ts";

/**
 * Structures of a form by version, as responses refer to them: one after the other, as a structure may have a megabyte. Only one is
 * held, and other calls have their turn between two.
 */
export async function* walkVersions(
  queries: Queries,
  formId: string,
  versions: Iterable<number>,
): AsyncGenerator<readonly [version: number, structure: FormStructure]> {
  for await (const [version, stored] of walkStoredVersions(queries, formId, versions))
    yield [version, readStored(stored)];
}

/** The same structures as they are stored. */
export async function* walkStoredVersions(
  queries: Queries,
  formId: string,
  versions: Iterable<number>,
): AsyncGenerator<readonly [version: number, structure: string]> {
  for (const version of new Set(versions)) {
    const stored = await structureJson(queries, formId, version);
    if (stored !== undefined) yield [version, stored];
    await setImmediate();
  }
}
