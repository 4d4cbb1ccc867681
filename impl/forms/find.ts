/** Finds forms by a name that resembles their title. */
import { limits } from "../../generated/limits.ts";
import type { FormAccess } from "../../generated/types.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Directories } from "./directory/directories.ts";
import { accessibleForm, type Form } from "./forms.ts";

export interface FormMatch extends Form {
  readonly access: FormAccess;
  /** From 0 (nothing in common) to 1 (the same but for case, accents and punctuation). */
  readonly score: number;
}

/** Extra candidates, because a form may be deleted before its row is read. */
const EXTRA_CANDIDATES = 5;

/** Accessible forms whose titles resemble the name, best first; of equal ones the latest changed first. */
export async function findFormsByName(
  queries: Queries,
  directories: Directories,
  accountId: string,
  name: string,
): Promise<FormMatch[]> {
  const index = await directories.of(accountId);
  const matches: FormMatch[] = [];
  for (const { id, score } of index.search(name, limits.fuzzy_matches.max + EXTRA_CANDIDATES)) {
    const form = await accessibleForm(queries, accountId, id);
    if (form) matches.push({ ...form, score });
  }
  const later = (a: FormMatch, b: FormMatch) => (a.updated_at < b.updated_at ? 1 : -1);
  return matches.sort((a, b) => b.score - a.score || later(a, b)).slice(0, limits.fuzzy_matches.max);
}
