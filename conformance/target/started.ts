/** Starts and stops the server of a target with a start command. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { makeFreshFolder } from "../server-options/fresh-folder.ts";
import { groupOf, groupOptions, type ProcessGroup } from "../server-options/process-group.ts";
import { UsageError } from "../usage/usage-error.ts";
import { resolveProgram } from "./program.ts";
import type { StartSpec } from "./target.ts";

/** A server that was started for this run. */
export interface StartedServer {
  /** The URL of the endpoint. */
  readonly url: string;
  /** A token with every scope; undefined if the server prints none. */
  readonly token: string | undefined;
  /** The environment variables of the target file, with the folder of this run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;
const stopTimeoutMs = 5_000;
const pollMs = 20;

/**
 * Starts a target's server in a fresh folder. Rejects with a UsageError that shows the server's output if it does
 * not start. If the signal aborts before the server is ready, the server is stopped and the promise rejects.
 */
export async function startServer(
  { command, env = {}, url, token }: StartSpec,
  workingFolder: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<StartedServer> {
  const folder = makeFreshFolder();
  const { command: words, environment } = folder.fill({ command, environment: env });
  const [program, ...args] = words;
  // The output goes to a file: a pipe that is not read would block a server that logs every request.
  const output = `${folder.path}.log`;
  const log = openSync(output, "w");
  const child = spawn(resolveProgram(program!), args, {
    cwd: workingFolder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", log, log],
    ...groupOptions,
  });
  const group = groupOf(child);
  closeSync(log);
  const remove = () => rmSync(output, { force: true });
  process.once("exit", remove);
  const stop = async () => {
    await stopGroup(child, group);
    process.off("exit", remove);
    remove();
    folder.remove();
  };
  try {
    const sources = token === undefined ? [url] : [url, token];
    const [endpoint, secret] = await waitForOutput(child, output, sources, signal);
    return { url: endpoint!, token: secret, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until every pattern matches the server's output, and returns their groups. */
async function waitForOutput(
  child: ChildProcess,
  output: string,
  sources: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const patterns = sources.map((source) => new RegExp(source));
  const deadline = AbortSignal.timeout(startTimeoutMs);
  let failure: string | undefined;
  child.once("error", (error) => (failure = `could not be started: ${error.message}`));
  child.once("exit", (code, signal) => (failure ??= `ended with ${code ?? signal}`));
  for (;;) {
    const text = readFileSync(output, "utf8");
    const matches = patterns.map((pattern) => pattern.exec(text)?.[1]);
    if (signal.aborted) throw new UsageError("Interrupted before the server of the target was ready.");
    if (matches.every((match) => match !== undefined)) return matches;
    if (deadline.aborted) failure ??= `did not print its address within ${startTimeoutMs / 1000} s`;
    if (failure) throw new UsageError(`The server of the target ${failure}.\n${text.slice(-2_000)}`.trim());
    await delay(pollMs);
  }
}

/**
 * Stops the server: first the started process, then the processes that it left behind, as a shell does.
 */
async function stopGroup(child: ChildProcess, group: ProcessGroup): Promise<void> {
  const deadline = performance.now() + stopTimeoutMs;
  child.kill("SIGTERM");
  while (isRunning(child) && performance.now() < deadline) await delay(pollMs);
  let hasProcesses = group.kill("SIGTERM");
  while (hasProcesses && performance.now() < deadline) {
    await delay(pollMs);
    hasProcesses = group.kill(0);
  }
  group.end();
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
