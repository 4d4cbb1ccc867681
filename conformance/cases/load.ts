/** Loads the cases of a project or of a spec folder. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { UsageError } from "../usage/usage-error.ts";
import type { CaseFile } from "./format.ts";
import { expand, type StoredCases } from "./stored.ts";

const runProgram = promisify(execFile);
const maxBytes = 512 * 1024 * 1024;

/**
 * Reads the generated cases of the project in the current folder.
 * @param server the options that name the server
 * @throws UsageError if there are none
 */
export function generatedCases(server = ""): CaseFile {
  const file = join("generated", "cases.json");
  if (existsSync(file)) return readCaseFile(pathToFileURL(file));
  throw new UsageError(
    `There is no spec: --spec is missing, and there is no ${file} here.
For a server without a spec, \`npx toolwright import ${server || "--url URL"}\` writes one to spec/. Then add --spec spec to this command.
In a project that has a spec, \`npx toolwright generate\` writes ${file}.`,
  );
}

/** Reads generated cases from an existing file, and the manifest in the same folder. */
export function readCaseFile(file: URL): CaseFile {
  const stored = parseCases(readFileSync(file, "utf8"), fileURLToPath(file));
  if (stored.manifest !== undefined) return expand(stored);
  const { tools: manifest } = JSON.parse(readFileSync(new URL("manifest.json", file), "utf8"));
  return expand({ ...stored, manifest });
}

/**
 * Derives the cases of any spec with the toolwright command, in a separate process.
 * @throws UsageError with the command's report if the spec has mistakes
 */
export async function casesOfSpec(folder: string): Promise<CaseFile> {
  const command = [toolwrightProgram(), "cases", "--spec", folder];
  try {
    const { stdout } = await runProgram(process.execPath, command, { maxBuffer: maxBytes });
    return expand(parseCases(stdout, folder));
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (stderr === undefined) throw error;
    throw new UsageError(`No cases could be derived from the spec ${folder}.\n${stderr.trim()}`);
  }
}

/**
 * Finds the program of the package `toolwright`.
 * @throws UsageError if the package is not installed
 */
function toolwrightProgram(): string {
  try {
    const manifest = fileURLToPath(import.meta.resolve("toolwright/package.json"));
    return join(dirname(manifest), "bin", "toolwright.js");
  } catch {
    throw new UsageError(
      "The package toolwright, which derives cases from a spec, is not installed here. Run npm install --save-dev toolwright.",
    );
  }
}

function parseCases(text: string, from: string): StoredCases {
  const file: StoredCases = JSON.parse(text);
  if (file.toolwright === 4) return file;
  throw new UsageError(
    `${from} has cases of format ${file.toolwright}, but this suite reads format 4. Generate them again.`,
  );
}
