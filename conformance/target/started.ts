import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Starts a target's server in a fresh folder. Rejects with a TargetError that shows what the server said. */
export async function startServer(
  { command, env = {}, url, token }: StartSpec,
  workingFolder: string,
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const environment = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll("{folder}", folder)]),
  );
  const [program, ...args] = command;
  const child = spawn(programOf(program!), args, {
    cwd: workingFolder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C is for the suite, which then ends the server itself.
    detached: true,
  });
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      // Only what comes first is read; a chatty server fills no memory.
      if (output.text.length < 100_000) output.text += text;
    });
  }
  const stop = async () => {
    await end(child);
    process.off("exit", onExit);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [endpoint, secret] = await printed(child, output, token === undefined ? [url] : [url, token]);
    return { url: endpoint!, token: secret, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the groups of the patterns match in the output, once all of them do. */
async function printed(
  child: ChildProcess,
  output: { text: string },
  sources: readonly string[],
): Promise<string[]> {
  const patterns = sources.map((source) => new RegExp(source));
  const deadline = AbortSignal.timeout(patienceMs);
  let failure: string | undefined;
  child.once("error", (error) => (failure = `could not be started: ${error.message}`));
  child.once("exit", (code, signal) => (failure ??= `ended with ${code ?? signal}`));
  for (;;) {
    const matches = patterns.map((pattern) => pattern.exec(output.text)?.[1]);
    if (matches.every((match) => match !== undefined)) return matches;
    if (deadline.aborted) failure ??= `did not print its address within ${patienceMs / 1000} s`;
    if (failure)
      throw new TargetError(`The server of the target ${failure}.\n${output.text.slice(-2_000)}`.trim());
    await somethingHappens(child, deadline);
  }
}

function somethingHappens(child: ChildProcess, deadline: AbortSignal): Promise<unknown> {
  const done = new AbortController();
  const signal = AbortSignal.any([deadline, done.signal]);
  const events = [
    once(child.stdout!, "data", { signal }),
    once(child.stderr!, "data", { signal }),
    once(child, "close", { signal }),
  ];
  return Promise.race(events)
    .catch(() => undefined)
    .finally(() => done.abort());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await closed;
  clearTimeout(timer);
}
