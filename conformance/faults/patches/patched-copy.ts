/** Makes copies of the service with a mistake in it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../usage/usage-error.ts";
import type { Patch, SourceEdit } from "./patches.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
/** The folders that a patch may change, and what is imported by a path. The packages of npm are linked. */
const copied = ["impl", "runtime", "generated", "package.json"];
const scope = "@toolwright";

/** A copy of the service's sources, which one patch after the other changes. */
export interface ServiceCopy {
  readonly folder: string;
  /** @throws UsageError if an edit does not find its place: the service has changed since the patch was written */
  apply(patch: Patch): void;
  /** Takes the last patch back. */
  restore(): void;
  remove(): void;
}

/** One folder for all patches, so that starting again finds the code compiled. */
export function makeServiceCopy(): ServiceCopy {
  const folder = mkdtempSync(join(tmpdir(), "patched-service-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let changed: readonly string[] = [];
  try {
    for (const name of copied) {
      cpSync(join(repository, name), join(folder, name), { recursive: true, filter: isNeeded });
    }
    linkPackages(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, apply, restore, remove };

  function apply(patch: Patch): void {
    const texts = patchedSources(patch);
    changed = [...texts.keys()];
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  }

  function restore(): void {
    for (const file of changed) cpSync(join(repository, file), join(folder, file));
    changed = [];
  }
}

function isNeeded(path: string): boolean {
  return !/[/\\](test|node_modules|dist|data)$/.test(path);
}

/** The packages of the repository are those of the copy; all others are linked, those of the top one by one. */
function linkPackages(folder: string): void {
  const installed = join(repository, "node_modules");
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, scope), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== scope) symlinkSync(join(installed, name), join(packages, name));
  }
  symlinkSync(join(folder, "runtime"), join(packages, scope, "runtime"));
  for (const workspace of ["impl", "runtime"]) {
    const own = join(workspace, "node_modules");
    if (existsSync(join(repository, own))) symlinkSync(join(repository, own), join(folder, own));
  }
}

/**
 * The changed files, from the top of the repository, with their texts.
 *
 * @throws UsageError if an edit does not find its place
 */
export function patchedSources(patch: Patch): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of patch.edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(repository, edit.file), "utf8");
    texts.set(edit.file, edited(text, edit, patch));
  }
  return texts;
}

function edited(text: string, { file, find, replace }: SourceEdit, { id }: Patch): string {
  if (!text.includes(find)) {
    throw new UsageError(
      `The patch ${id} does not find its place in ${file}: ${JSON.stringify(find)}. Write it anew.`,
    );
  }
  return text.replace(find, () => replace);
}
