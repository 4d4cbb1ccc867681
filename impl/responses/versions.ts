import { setImmediate } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { structureOfVersion } from "../forms/forms.ts";
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
  for (const version of new Set(versions)) {
    const structure = await structureOfVersion(queries, formId, version);
    if (structure !== undefined) yield [version, structure];
    await setImmediate();
  }
}
