import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** Wall time and processor time (user, all threads) in milliseconds. */
export interface Timing {
  readonly wall: number;
  readonly cpu: number;
}

/** The median. A single disturbed round does not change it much. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Runs each function once a round, so that other load on the machine disturbs all of them equally.
 *
 * @returns the median of each.
 */
export async function interleave<Name extends string>(
  rounds: number,
  runs: Readonly<Record<Name, () => Promise<Timing>>>,
): Promise<Record<Name, Timing>> {
  const measured = new Map<string, Timing[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries<() => Promise<Timing>>(runs))
      measured.set(name, [...(measured.get(name) ?? []), await run()]);
  }
  return Object.fromEntries(
    [...measured].map(([name, timings]) => [
      name,
      { wall: median(timings.map(({ wall }) => wall)), cpu: median(timings.map(({ cpu }) => cpu)) },
    ]),
  ) as Record<Name, Timing>;
}

/**
 * A module that writes the processor time of its process to file descriptor 3 when the process exits: Node cannot read the time of
 * child processes. Worker threads load it too, and write nothing.
 */
const reportCpuTime = `data:text/javascript,import{writeSync}from"node:fs";import{isMainThread}from"node:worker_threads";isMainThread&&process.on("exit",()=>writeSync(3,String(process.cpuUsage().user)))`;

/** Starts a script of this repository in a process of its own. */
export function startScript(script: string, args: readonly string[]): ChildProcess {
  return spawn(
    process.execPath,
    ["--conditions=toolwright-source", `--import=${reportCpuTime}`, script, ...args],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    },
  );
}

/** Runs a script until it exits. @throws if the exit code is not 0 */
export async function runScript(script: string, args: readonly string[]): Promise<Timing> {
  const started = performance.now();
  const child = startScript(script, args);
  const [errors, cpu] = [collectText(child.stderr!), collectText(child.stdio[3] as Readable)];
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${code}: ${errors()}`);
  return { wall: performance.now() - started, cpu: Number(cpu()) / 1_000 };
}

function collectText(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}
