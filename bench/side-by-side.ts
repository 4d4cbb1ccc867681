import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Load, loadOn } from "./load.ts";
import type { Row } from "./row.ts";

const warmUpMs = 5_000;
export const roundMs = 300;
export const rounds = 21;

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
    // The second is what our service sets for itself (impl/server/pretenuring.ts); the others may have what it gains, too.
    execArgv: ["--conditions=toolwright-source", "--no-allocation-site-pretenuring"],
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

/** Asks them in turn, round after round. @returns what each reached in a good round */
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
  return Object.fromEntries([...seen].map(([peer, speeds]) => [peer, undisturbed(speeds)])) as Record<
    Peer,
    Speed
  >;
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

/** The better quartile of the rounds: other work of the machine takes from a round, and never gives it anything. */
function undisturbed(speeds: readonly Speed[]): Speed {
  const quarter = Math.floor(speeds.length / 4);
  const perSecond = speeds.map((speed) => speed.perSecond).toSorted((a, b) => b - a);
  const cpuMicros = speeds.map((speed) => speed.cpuMicros).toSorted((a, b) => a - b);
  return { perSecond: perSecond[quarter]!, cpuMicros: cpuMicros[quarter]! };
}

/** One line: how much less processor time the first takes. On a machine with other work that says more than requests a second. */
export function ratio(what: string, ours: Speed, theirs: Speed, atLeast: number | undefined): Row {
  const of = ({ perSecond, cpuMicros }: Speed) => `${Math.round(perSecond)}/s at ${cpuMicros.toFixed(1)} us`;
  const bySecond = (ours.perSecond / theirs.perSecond).toPrecision(3);
  return {
    what,
    value: theirs.cpuMicros / ours.cpuMicros,
    unit: "x",
    ...(atLeast !== undefined && { bar: { atLeast } }),
    note: `by requests a second ${bySecond} x (${of(ours)}, ${of(theirs)})`,
  };
}
