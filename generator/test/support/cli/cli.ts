import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../temporary-project.ts";

/** What a finished process left. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const toolwrightProgram = join(repository, "generator", "bin", "toolwright.js");

/**
 * `toolwright new` without packing, which would build the packages of this repository: only one test at a time can do that. It takes
 * the folder as its one argument.
 */
export const newProgram = join(repository, "generator", "test", "support", "new-program.ts");

/** Starts `toolwright ARGS` in a folder, as people do, without the colours and caches of the person who runs the tests. */
export function start(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  stdio: StdioOptions = "pipe",
  program = toolwrightProgram,
): ChildProcess {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  return spawn(process.execPath, ["--conditions=toolwright-source", program, ...args], {
    cwd: folder,
    stdio,
    env: { ...inherited, XDG_CACHE_HOME: join(folder, ".cache"), ...env },
  });
}

export async function toolwright(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program = toolwrightProgram,
): Promise<Ended> {
  const child = start(folder, args, env, "pipe", program);
  const output = { stdout: "", stderr: "" };
  child.stdout!.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr!.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, ...output };
}

/** A project of its own with the spec of the fixture `library`: one tool, one type. */
export async function inProject<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-cli-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    cpSync(join(repository, "generator/test/fixtures/library/spec"), join(folder, "spec"), {
      recursive: true,
    });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
