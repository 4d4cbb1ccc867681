import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Load } from "./load.ts";
import type { Row } from "./row.ts";

export const roundMs = 300;
export const rounds = 21;

/** How long the servers of a comparison are measured. */
export interface Pace {
  readonly warmUpMs: number;
  /** The answers after which a server is warm: on a busy machine, a slow one gives few within `warmUpMs`. */
  readonly warmUpAnswers: number;
  readonly rounds: number;
}

const usualPace: Pace = { warmUpMs: 5_000, warmUpAnswers: 20_000, rounds };
const maxWarmUpMs = 60_000;
/** Long enough to see a ratio fall by a tenth, for servers that need no long warm-up. */
export const shortPace: Pace = { warmUpMs: 1_500, warmUpAnswers: 5_000, rounds: 9 };

/** Requests a second, and processor time of the server in microseconds a request. */
export interface Speed {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** A server in a process of its own, which answers each message with the processor time that it has used (`reportUsage`). */
export interface Running<Name extends string> {
  readonly program: ChildProcess;
  readonly load: Load<Name>;
}

export type Servers<Peer extends string, Name extends string> = Readonly<Record<Peer, Running<Name>>>;

/**
 * Starts servers of the folder `servers`, each in a process of its own.
 * @param loadOf makes the load on a server
 * @param args command line arguments of the servers
 */
export async function start<Peer extends string, Name extends string>(
  peers: readonly Peer[],
  loadOf: (url: URL) => Load<Name>,
  args: readonly string[] = [],
): Promise<Servers<Peer, Name>> {
  if (availableParallelism() < 2) throw new Error("Server and load need a processor each.");
  const running = await Promise.allSettled(
    peers.map(async (peer) => [peer, await startOne(peer, loadOf, args)] as const),
  );
  const servers = Object.fromEntries(
    running.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
  const failed = running.find((one) => one.status === "rejected");
  if (failed) {
    stop(servers);
    throw failed.reason;
  }
  return servers as Record<Peer, Running<Name>>;
}

export function stop(servers: Servers<string, string>): void {
  for (const { program } of Object.values(servers)) program.kill();
}

async function startOne<Name extends string>(
  peer: string,
  loadOf: (url: URL) => Load<Name>,
  args: readonly string[],
): Promise<Running<Name>> {
  const program = fork(join(import.meta.dirname, "servers", `${peer}.ts`), args, {
    // The runtime sets the second flag itself (runtime/http/pretenuring.ts). All peers get it, since they gain from it too.
    execArgv: ["--conditions=toolwright-source", "--no-allocation-site-pretenuring"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = await ready(program).catch((error: unknown) => {
    program.kill();
    throw error;
  });
  return { program, load: loadOf(url) };
}

/** The URL of the server, when it answers. */
async function ready(program: ChildProcess): Promise<URL> {
  const [address] = (await once(program, "message")) as [string];
  const url = new URL(address);
  // Servers with sessions open theirs with this request.
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

/** Measures the servers in turn, round after round. @returns the speed of each in a good round */
export function measure<Peer extends string, Name extends string>(
  name: Name,
  peers: readonly Peer[],
  servers: Servers<Peer, Name>,
  pace: Pace = usualPace,
): Promise<Readonly<Partial<Record<Peer, Speed>>>> {
  return inTurn(peers, (peer) => [servers[peer], name], pace);
}

/** Measures the loads of one server in turn, round after round. @returns the speed of each in a good round */
export function measureLoads<Name extends string>(
  names: readonly Name[],
  server: Running<Name>,
): Promise<Readonly<Partial<Record<Name, Speed>>>> {
  return inTurn(names, (name) => [server, name], usualPace);
}

async function inTurn<Key extends string, Name extends string>(
  keys: readonly Key[],
  loadOf: (key: Key) => readonly [Running<Name>, Name],
  { warmUpMs, warmUpAnswers, rounds: count }: Pace,
): Promise<Readonly<Partial<Record<Key, Speed>>>> {
  for (const [{ load }, name] of keys.map(loadOf)) {
    let answered = 0;
    for (let ms = 0; ms < warmUpMs || (answered < warmUpAnswers && ms < maxWarmUpMs); ms += roundMs)
      answered += (await load.run(name, roundMs)).answers;
  }
  const speedsOf = new Map<Key, Speed[]>(keys.map((key) => [key, []]));
  for (let round = 0; round < count; round++) {
    for (const key of keys) speedsOf.get(key)!.push(await oneRound(...loadOf(key)));
  }
  return Object.fromEntries([...speedsOf].map(([key, speeds]) => [key, betterQuartile(speeds)])) as Record<
    Key,
    Speed
  >;
}

async function oneRound<Name extends string>({ program, load }: Running<Name>, name: Name): Promise<Speed> {
  const before = await processorMicros(program);
  const { answers, ms } = await load.run(name, roundMs);
  const used = (await processorMicros(program)) - before;
  return { perSecond: (answers * 1000) / ms, cpuMicros: used / answers };
}

async function processorMicros(program: ChildProcess): Promise<number> {
  program.send("usage");
  const [micros] = (await once(program, "message")) as [number];
  return micros;
}

/** The better quartile of the rounds: other work of the machine can only make a round slower. */
function betterQuartile(speeds: readonly Speed[]): Speed {
  const quarter = Math.floor(speeds.length / 4);
  const perSecond = speeds.map((speed) => speed.perSecond).toSorted((a, b) => b - a);
  const cpuMicros = speeds.map((speed) => speed.cpuMicros).toSorted((a, b) => a - b);
  return { perSecond: perSecond[quarter]!, cpuMicros: cpuMicros[quarter]! };
}

/** A row with the ratio of processor times. On a busy machine that is more reliable than requests a second. */
export function ratio(what: string, ours: Speed, theirs: Speed, atLeast?: number): Row {
  const of = ({ perSecond, cpuMicros }: Speed) => `${Math.round(perSecond)}/s at ${cpuMicros.toFixed(1)} us`;
  const bySecond = (ours.perSecond / theirs.perSecond).toPrecision(3);
  return {
    what,
    value: theirs.cpuMicros / ours.cpuMicros,
    unit: "x",
    isRatio: true,
    ...(atLeast !== undefined && { bar: { atLeast } }),
    note: `by requests a second ${bySecond} x (${of(ours)}, ${of(theirs)})`,
  };
}
