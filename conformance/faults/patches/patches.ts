/** The list of patches: plausible mistakes in the form service, as edits of its sources. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { UsageError } from "../../usage/usage-error.ts";

/** A mistake: edits of source files. */
export interface Patch {
  /** The kind of mistake and a name: `lost-check/every-form-is-open`. */
  readonly id: string;
  /** The kind of mistake. */
  readonly operator: string;
  /** The mistake of the service, as a sentence. */
  readonly description: string;
  readonly edits: readonly SourceEdit[];
  /** The id of the case that is tried first, to save time. If it holds, all cases are tried. */
  readonly first?: string;
  /** The name of a mutant in the list of survivors: operator, file, function and the replaced code, but no line. */
  readonly key?: string;
  /** A mutant notes whether it gave another value, and counts only then. */
  readonly isMutant?: true;
}

/** An edit that replaces the only occurrence of `find`, or the first one after the position `at`. */
export interface SourceEdit {
  /** The path, relative to the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly at?: number;
  /** The code that gives the value of a mutant, where evaluating it once more has no effect: so a run without the mutant shows where it matters. */
  readonly mutantValue?: string;
}

/** Reads the list of patches. @throws UsageError if an entry has another shape, or two entries have the same id */
export function readPatches(file: string): Patch[] {
  const list: unknown = parse(readFileSync(file, "utf8"));
  if (!Array.isArray(list) || !list.every(isPatch))
    throw new UsageError(
      `${file} is not a list of { id, description, first, edits: [{ file, find, replace }] }.`,
    );
  const [twice] = list.filter(({ id }, index) => list.findIndex((other) => other.id === id) !== index);
  if (twice) throw new UsageError(`${file} has ${twice.id} twice.`);
  return list.map((patch) => ({ ...patch, operator: patch.id.slice(0, patch.id.indexOf("/")) }));
}

function isPatch(entry: unknown): entry is Omit<Patch, "operator"> {
  const { id, description, edits, first = "" } = (entry ?? {}) as Record<string, unknown>;
  return (
    areTexts(id, description, first) &&
    String(id).includes("/") &&
    Array.isArray(edits) &&
    edits.every(isEdit)
  );
}

function isEdit(entry: unknown): entry is SourceEdit {
  const { file, find, replace } = (entry ?? {}) as Record<string, unknown>;
  return areTexts(file, find, replace);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}
