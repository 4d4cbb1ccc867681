/** Makes copies of the service with a mistake. */
import { execFileSync } from "node:child_process";
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
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CaseFile } from "@toolwright/conformance/cases";
import { readCaseFile } from "../../cases/load.ts";
import { UsageError } from "../../usage/usage-error.ts";
import { readStartedTarget, type StartedTarget } from "../whole-run.ts";
import { effectVariable, tracer } from "./mutants.ts";
import type { Patch, SourceEdit } from "./patches.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
/** The folders that a patch may change, and the folders and files that they import by path. The packages of npm are linked. */
const copied = ["impl", "runtime", "generated", "package.json"];
const scope = "@toolwright";
export const ownTarget = join(repository, "conformance", "targets", "local.yaml");
const template = join(repository, "generator", "template");
const sourceCondition = "--conditions=toolwright-source";

/** A copy of the service's sources, or of a new project's, which one patch after the other changes. */
export interface Copy {
  readonly folder: string;
  readonly cases: CaseFile;
  /** The target that starts the copy without data. */
  readonly target: StartedTarget;
  /** Applies a patch. @throws UsageError if an edit finds no place, or two, because the sources have changed since the patch was written */
  apply(patch: Patch): void;
  /** Returns whether the applied mutant ever gave another value. */
  hadEffect(): boolean;
  /** Reverts the last patch. */
  restore(): void;
  remove(): void;
}

/** Copies the sources of the service. All patches use one folder, so that the compile cache of Node is reused. */
export function makeServiceCopy(): Copy {
  return makeCopy((folder) => {
    for (const name of copied) {
      cpSync(join(repository, name), join(folder, name), { recursive: true, filter: isNeeded });
    }
    linkPackages(folder);
    const target = readStartedTarget(ownTarget);
    const command = target.start.command.map((part) =>
      part.endsWith("impl/main.ts") ? join(folder, "impl", "main.ts") : part,
    );
    return { ...target, start: { ...target.start, command } };
  });
}

/** Copies the project that `toolwright new` makes, with the packages of this repository. */
export function makeTemplateCopy(): Copy {
  return makeCopy((folder) => {
    cpSync(template, folder, { recursive: true, filter: (path) => !/^_|^test$/.test(basename(path)) });
    for (const file of ["package.json", "spec/service.yaml", "conformance/targets/local.yaml"]) {
      const text = readFileSync(join(folder, file), "utf8").replaceAll("{{name}}", "notes");
      writeFileSync(join(folder, file), text.replace("{{auth}}", "{ scheme: bearer }"));
    }
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
    process.env.NODE_OPTIONS = sourceCondition;
    const generator = join(repository, "generator", "bin", "toolwright.js");
    execFileSync(process.execPath, [generator, "generate"], { cwd: folder, stdio: "ignore" });
    return readStartedTarget(join(folder, "conformance", "targets", "local.yaml"));
  });
}

function makeCopy(fill: (folder: string) => StartedTarget): Copy {
  const folder = mkdtempSync(join(tmpdir(), "patched-service-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const effectFile = join(folder, "effect");
  const originals = new Map<string, string>();
  try {
    const target = fill(folder);
    const env = { ...target.start.env, [effectVariable]: effectFile };
    return {
      folder,
      cases: readCaseFile(pathToFileURL(join(folder, "generated", "cases.json"))),
      target: { ...target, start: { ...target.start, env } },
      apply,
      hadEffect: () => existsSync(effectFile),
      restore,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }

  function apply(patch: Patch): void {
    for (const [file, text] of patchSources(patch, folder)) {
      originals.set(file, readFileSync(join(folder, file), "utf8"));
      writeFileSync(join(folder, file), patch.isMutant ? text + tracer : text);
    }
  }

  function restore(): void {
    for (const [file, text] of originals) writeFileSync(join(folder, file), text);
    originals.clear();
    rmSync(effectFile, { force: true });
  }
}

function isNeeded(path: string): boolean {
  return !/[/\\](test|node_modules|dist|data)$/.test(path);
}

/** Links the installed packages into the copy, and the copied runtime as the package of the runtime. */
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
 * Returns the texts of the changed files. The keys are paths relative to `root`.
 *
 * @throws UsageError if an edit does not find its place
 */
export function patchSources(patch: Patch, root = repository): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const edit of patch.edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(root, edit.file), "utf8");
    texts.set(edit.file, applyEdit(text, edit, patch));
  }
  return texts;
}

function applyEdit(text: string, { file, find, replace, at }: SourceEdit, { id }: Patch): string {
  const start = text.indexOf(find, at);
  const isAmbiguous = at === undefined && text.includes(find, start + 1);
  if (start !== -1 && !isAmbiguous) return text.slice(0, start) + replace + text.slice(start + find.length);
  const problem = start === -1 ? "does not find its place" : "finds two places";
  throw new UsageError(
    `The patch ${id} ${problem} in ${file}: ${JSON.stringify(find)}. Adapt the patch to the changed sources.`,
  );
}
