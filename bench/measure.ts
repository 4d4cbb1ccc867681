import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** What something took, in milliseconds: on the clock, and of processors (user time, all threads). */
export interface Taken {
  readonly wall: number;
  readonly cpu: number;
}

/** The middle of some measurements: one disturbed round does not move it. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Runs each of several things in turn, round after round, so that a busy moment of the machine meets all of them.
 *
 * @returns the medians of each.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  runs: Readonly<Record<Name, () => Promise<Taken>>>,
): Promise<Record<Name, Taken>> {
  const measured = new Map<string, Taken[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries<() => Promise<Taken>>(runs))
      measured.set(name, [...(measured.get(name) ?? []), await run()]);
  }
  return Object.fromEntries(
    [...measured].map(([name, taken]) => [
      name,
      { wall: median(taken.map(({ wall }) => wall)), cpu: median(taken.map(({ cpu }) => cpu)) },
    ]),
  ) as Record<Name, Taken>;
}

/**
 * Tells its processor time, of all its threads, when it ends, on a channel of its own: the system tells a parent nothing of
 * its children. Threads run this too, and have nothing to tell.
 */
const telling = `data:text/javascript,import{writeSync}from"node:fs";import{isMainThread}from"node:worker_threads";isMainThread&&process.on("exit",()=>writeSync(3,String(process.cpuUsage().user)))`;

/** Starts a script in a process of its own, with the sources of this repository. */
export function startScript(script: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--conditions=toolwright-source", `--import=${telling}`, script, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
}

/** Runs a script to its end. @throws if that is not 0. */
export async function runScript(script: string, args: readonly string[]): Promise<Taken> {
  const started = performance.now();
  const child = startScript(script, args);
  const [errors, cpu] = [textOf(child.stderr!), textOf(child.stdio[3] as Readable)];
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${code}: ${errors()}`);
  return { wall: performance.now() - started, cpu: Number(cpu()) / 1_000 };
}

function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}
