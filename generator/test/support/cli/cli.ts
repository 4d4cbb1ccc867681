import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { colourFor, type Io, type Output } from "../../../cli/command.ts";
import { run } from "../../../cli/run.ts";
import { repository } from "../temporary-project.ts";

/** The exit code and the output of a finished process. */
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

/** Runs a program to its end, in a process of its own. */
export async function inProcess(
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

/** Runs `toolwright ARGS` in a folder, in the process of the test. */
export function toolwright(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return captured(folder, env, (io) => run(args, io));
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Captures the output of a command. Commands run one after the other, since their paths are relative to the folder of the
 * process.
 */
export function captured(
  folder: string,
  env: NodeJS.ProcessEnv,
  command: (io: Io) => Promise<number>,
): Promise<Ended> {
  const ended = last.then(async () => {
    const stdout: string[] = [];
    const stderr: string[] = [];
    const output = (texts: string[]): Output => ({
      isColoured: colourFor({}, env),
      write: (text) => void texts.push(text),
    });
    const before = process.cwd();
    process.chdir(folder);
    try {
      const io = { stdout: output(stdout), stderr: output(stderr), env, hide: () => undefined };
      const code = await command(io);
      return { code, stdout: stdout.join(""), stderr: stderr.join("") };
    } finally {
      process.chdir(before);
    }
  });
  last = ended.catch(() => undefined);
  return ended;
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
