import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { CaseFile } from "toolwright/runtime";
import { TargetError } from "./target/target.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const mostBytes = 512 * 1024 * 1024;

/** The cases of our own spec, as they were generated. */
export function ownCases(): CaseFile {
  return parsed(readFileSync(join(root, "generated", "cases.json"), "utf8"), "generated/cases.json");
}

/**
 * The cases of another spec: the toolwright command derives them, in a process of its own.
 * @throws TargetError with the command's own report if the spec has mistakes
 */
export async function casesOfSpec(folder: string): Promise<CaseFile> {
  const command = [
    "--conditions=toolwright-source",
    join(root, "generator", `cli${extname(import.meta.filename)}`),
    "cases",
    "--spec",
    folder,
  ];
  try {
    const { stdout } = await run(process.execPath, command, { maxBuffer: mostBytes });
    return parsed(stdout, folder);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (stderr === undefined) throw error;
    throw new TargetError(`The spec ${folder} gives no cases.\n${stderr.trim()}`);
  }
}

function parsed(text: string, from: string): CaseFile {
  const file = JSON.parse(text) as CaseFile;
  if (file.toolwright === 1) return file;
  throw new TargetError(
    `${from} has cases of format ${file.toolwright}, and this suite reads format 1. Generate them anew.`,
  );
}
