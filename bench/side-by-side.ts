import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Load, loadOn } from "./load.ts";
import { median } from "./measure.ts";
import type { Row } from "./row.ts";

const warmUpMs = 5_000;
export const roundMs = 700;
export const rounds = 9;

/** Requests a second and microseconds of the server's processor a request. */
export interface Speed {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

interface Running<Ask extends string> {
  readonly program: ChildProcess;
  readonly load: Load<Ask>;
}

type Servers<Peer extends string, Ask extends string> = Readonly<Record<Peer, Running<Ask>>>;

/**
 * Starts servers of the folder `servers`, each in a process of its own.
 * @param requests what each of them will be asked, by the name of the question
 * @param args of the servers
 */
export async function start<Peer extends string, Ask extends string>(
  peers: readonly Peer[],
  requests: (url: URL) => Readonly<Record<Ask, readonly Buffer[]>>,
  args: readonly string[] = [],
): Promise<Servers<Peer, Ask>> {
  if (availableParallelism() < 2) throw new Error("Server and load need a processor each.");
  const running = await Promise.allSettled(
    peers.map(async (peer) => [peer, await startOne(peer, requests, args)] as const),
  );
  const servers = Object.fromEntries(
    running.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
  const failed = running.find((one) => one.status === "rejected");
  if (failed) {
    stop(servers);
    throw failed.reason;
  }
  return servers as Record<Peer, Running<Ask>>;
}

export function stop(servers: Servers<string, string>): void {
  for (const { program } of Object.values(servers)) program.kill();
}

async function startOne<Ask extends string>(
  peer: string,
  requests: (url: URL) => Readonly<Record<Ask, readonly Buffer[]>>,
  args: readonly string[],
): Promise<Running<Ask>> {
  const program = fork(join(import.meta.dirname, "servers", `${peer}.ts`), args, {
    execArgv: ["--conditions=toolwright-source"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = await ready(program).catch((error: unknown) => {
    program.kill();
    throw error;
  });
  return { program, load: loadOn(url, requests(url)) };
}

/** Its address, once it answers. */
async function ready(program: ChildProcess): Promise<URL> {
  const [address] = (await once(program, "message")) as [string];
  const url = new URL(address);
  // Those that keep a session open it with this; to the others it means nothing.
  await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: "Bearer bench-token-0",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" },
      },
    }),
  }).then((response) => response.text());
  return url;
}

/** Asks them in turn, round after round. @returns the medians of each */
export async function measure<Peer extends string, Ask extends string>(
  ask: Ask,
  measured: readonly Peer[],
  servers: Servers<Peer, Ask>,
): Promise<Readonly<Partial<Record<Peer, Speed>>>> {
  for (const peer of measured) await servers[peer].load.run(ask, warmUpMs);
  const seen = new Map<Peer, Speed[]>(measured.map((peer) => [peer, []]));
  for (let round = 0; round < rounds; round++) {
    for (const peer of measured) seen.get(peer)!.push(await oneRound(servers[peer], ask));
  }
  return Object.fromEntries([...seen].map(([peer, speeds]) => [peer, middle(speeds)])) as Record<Peer, Speed>;
}

async function oneRound<Ask extends string>({ program, load }: Running<Ask>, ask: Ask): Promise<Speed> {
  const before = await processorMicros(program);
  const answers = await load.run(ask, roundMs);
  const used = (await processorMicros(program)) - before;
  return { perSecond: (answers * 1000) / roundMs, cpuMicros: used / answers };
}

async function processorMicros(program: ChildProcess): Promise<number> {
  program.send("usage");
  const [micros] = (await once(program, "message")) as [number];
  return micros;
}

function middle(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpuMicros: median(speeds.map(({ cpuMicros }) => cpuMicros)),
  };
}

/** One line: how much faster the first is. */
export function ratio(what: string, ours: Speed, theirs: Speed, atLeast: number | undefined): Row {
  const of = ({ perSecond, cpuMicros }: Speed) => `${Math.round(perSecond)}/s at ${cpuMicros.toFixed(1)} us`;
  const cpu = (theirs.cpuMicros / ours.cpuMicros).toPrecision(3);
  return {
    what,
    value: ours.perSecond / theirs.perSecond,
    unit: "x",
    ...(atLeast !== undefined && { bar: { atLeast } }),
    note: `by processor time ${cpu} x (${of(ours)}, ${of(theirs)})`,
  };
}
