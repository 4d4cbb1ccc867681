/** Writes the missing handlers of a project to its folder of handlers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DiskError } from "../files/disk-error.ts";
import { removeStale, withStaging } from "../files/staging.ts";
import type { Model } from "../model/model.ts";
import { type NamedText, scaffold } from "../scaffold/index.ts";
import { ScaffoldError } from "../scaffold/index-file.ts";

/** The folder that `toolwright.handlers` in package.json names, else `impl/handlers`, or `src/handlers` if only that exists. */
export function defaultHandlersFolder(): string {
  const [usual, other] = [join("impl", "handlers"), join("src", "handlers")];
  return namedFolder() ?? (!existsSync(usual) && existsSync(join(other, "index.ts")) ? other : usual);
}

function namedFolder(): string | undefined {
  if (!existsSync("package.json")) return undefined;
  const folder = readPackage().toolwright?.handlers;
  if (folder === undefined || typeof folder === "string") return folder;
  throw new DiskError("package.json: toolwright.handlers is not the path of a folder.");
}

function readPackage(): { toolwright?: { handlers?: unknown } } {
  try {
    return JSON.parse(readFileSync("package.json", "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new DiskError(`package.json is not JSON: ${error.message}`);
    throw error;
  }
}

/** Adds the missing handlers to a folder. @returns the messages for the user */
export function scaffoldHandlers(model: Model, generated: string, folder: string): string[] {
  const path = relative(folder, generated).replaceAll("\\", "/");
  try {
    const { changed, created, bound, orphans } = scaffold(model, {
      files: readHandlers(folder),
      generated: path.startsWith(".") ? path : `./${path}`,
    });
    writeHandlers(folder, created, changed);
    return [
      ...bound.map(({ name, file }) => `${folder}/${file}: bound to ${name}. Write its handler.`),
      ...orphans.map(
        ({ name, file }) =>
          `${folder}/${file}: the spec has no ${name} any more. Take it out when you no longer need it.`,
      ),
      ...(bound.length === 0 ? ["No handler is missing."] : []),
    ];
  } catch (error) {
    if (error instanceof ScaffoldError) throw new DiskError(`${folder}: ${error.message}`);
    throw error;
  }
}

/** The texts of the files in the folder, if there is one. */
function readHandlers(folder: string): Map<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
  return new Map(files.map(({ name }) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Creates handler files, never replacing one, then puts the changed files in place. */
function writeHandlers(folder: string, created: readonly NamedText[], changed: readonly NamedText[]): void {
  mkdirSync(folder, { recursive: true });
  removeStale(folder);
  for (const { name, text } of created) writeNewFile(join(folder, name), text);
  if (changed.length === 0) return;
  withStaging(folder, (staging) => {
    for (const { name, text } of changed) writeFileSync(join(staging, name), text);
    for (const { name } of changed) renameSync(join(staging, name), join(folder, name));
  });
}

/** @throws DiskError if the file exists, also under a name that differs only in case on a file system that ignores case */
function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new DiskError(`${path} exists already, under this name or another spelling of it.`);
  }
}
