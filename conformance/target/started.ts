import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { programOf } from "./program.ts";
import { type StartSpec, TargetError } from "./target.ts";

/** A server that was started for this run. */
export interface Started {
  readonly url: string;
  /** A token with every scope, where the server printed one. */
  readonly token: string | undefined;
  /** For the hooks: they may need to know where the server keeps its data. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const patienceMs = 30_000;
const graceMs = 5_000;
const lookMs = 20;
const roomBytes = 512 * 1024 * 1024;

/** Starts a target's server in a fresh folder. Rejects with a TargetError that shows what the server said. */
export async function startServer(
  { command, env = {}, url, token }: StartSpec,
  workingFolder: string,
): Promise<Started> {
  const folder = freshFolder();
  const environment = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll("{folder}", folder)]),
  );
  const [program, ...args] = command;
  // Into a file: a server that logs every request would wait for a pipe that somebody has to read.
  const output = `${folder}.log`;
  const log = openSync(output, "w");
  const child = spawn(programOf(program!), args, {
    cwd: workingFolder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", log, log],
    // Ctrl-C is for the suite, which then ends the server itself.
    detached: true,
  });
  closeSync(log);
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  const stop = async () => {
    await end(child);
    process.off("exit", onExit);
    for (const made of [folder, output]) rmSync(made, { recursive: true, force: true });
  };
  try {
    const [endpoint, secret] = await printed(child, output, token === undefined ? [url] : [url, token]);
    return { url: endpoint!, token: secret, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * In memory where the system has a file system for that: what a server writes under test need not outlive a power cut, and
 * a disk that makes sure of that takes longer than all else.
 */
function freshFolder(): string {
  for (const parent of ["/dev/shm", tmpdir()]) {
    try {
      const { bavail, bsize } = statfsSync(parent);
      if (bavail * bsize >= roomBytes) return mkdtempSync(join(parent, "conformance-"));
    } catch {
      // There is no such file system here, or it is not for us.
    }
  }
  return mkdtempSync(join(tmpdir(), "conformance-"));
}

/** What the groups of the patterns match in the output, once all of them do. */
async function printed(child: ChildProcess, output: string, sources: readonly string[]): Promise<string[]> {
  const patterns = sources.map((source) => new RegExp(source));
  const deadline = AbortSignal.timeout(patienceMs);
  let failure: string | undefined;
  child.once("error", (error) => (failure = `could not be started: ${error.message}`));
  child.once("exit", (code, signal) => (failure ??= `ended with ${code ?? signal}`));
  for (;;) {
    const text = readFileSync(output, "utf8");
    const matches = patterns.map((pattern) => pattern.exec(text)?.[1]);
    if (matches.every((match) => match !== undefined)) return matches;
    if (deadline.aborted) failure ??= `did not print its address within ${patienceMs / 1000} s`;
    if (failure) throw new TargetError(`The server of the target ${failure}.\n${text.slice(-2_000)}`.trim());
    await delay(lookMs);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await closed;
  clearTimeout(timer);
}
