import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DiskError } from "../files/disk-error.ts";
import { removeStale, withStaging } from "../files/staging.ts";
import type { Model } from "../model/model.ts";
import { scaffold } from "../scaffold/index.ts";
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
  const { index, files } = readHandlers(folder);
  const path = relative(folder, generated).replaceAll("\\", "/");
  try {
    const scaffolded = scaffold(model, {
      index,
      files,
      generated: path.startsWith(".") ? path : `./${path}`,
    });
    writeHandlers(folder, scaffolded.created, scaffolded.index === index ? undefined : scaffolded.index);
    return [
      ...scaffolded.bound.map(
        ({ tool, file }) => `${folder}/${file}: bound to ${tool.name}. Write its handler.`,
      ),
      ...scaffolded.orphans.map(
        (name) =>
          `${folder}/index.ts: no tool of the spec is called ${name} any more. Take it out when you no longer need it.`,
      ),
      ...(scaffolded.bound.length === 0 ? ["Every tool has a handler."] : []),
    ];
  } catch (error) {
    if (error instanceof ScaffoldError) throw new DiskError(`${folder}: ${error.message}`);
    throw error;
  }
}

/** Text of the folder's index.ts, if there is one, and the names of all files in it. */
function readHandlers(folder: string): { index: string | undefined; files: string[] } {
  const index = join(folder, "index.ts");
  return {
    index: existsSync(index) ? readFileSync(index, "utf8") : undefined,
    files: existsSync(folder) ? readdirSync(folder) : [],
  };
}

/** Creates handler files, never replacing one, then puts the new index in place. */
function writeHandlers(
  folder: string,
  created: readonly { name: string; text: string }[],
  index: string | undefined,
): void {
  mkdirSync(folder, { recursive: true });
  removeStale(folder);
  for (const { name, text } of created) writeNewFile(join(folder, name), text);
  if (index === undefined) return;
  withStaging(folder, (staging) => {
    writeFileSync(join(staging, "index.ts"), index);
    renameSync(join(staging, "index.ts"), join(folder, "index.ts"));
  });
}

/** @throws DiskError if the file exists, also under a name that differs only in case on a file system that ignores case */
function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new DiskError(`${path} is there already, under this name or another spelling of it.`);
  }
}
