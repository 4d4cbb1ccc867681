import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Ask, type Load, loadOn } from "./load.ts";
import { median } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const peers = [
  "bare",
  "bare-ready",
  "toolwright",
  "sdk1-lean",
  "sdk1-documented",
  "sdk2-lean",
  "sdk2-documented",
  "fastmcp",
] as const;
type Peer = (typeof peers)[number];

/** The peers that list the same 14 tools. */
const listing: readonly Peer[] = ["bare", "bare-ready", "toolwright", "sdk1-lean", "sdk2-lean"];
const pinging: readonly Peer[] = peers.filter((peer) => peer !== "bare-ready");

const warmUpMs = 5_000;
const roundMs = 700;
const rounds = 9;

/** Requests a second and microseconds of the server's processor a request. */
interface Speed {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Server and load in two processes; on a machine with other work, processor time says more than requests a second. */
export const bench: Bench = {
  title: `the wire, side by side: ${rounds} rounds of ${roundMs} ms, interleaved; load over 10,000 tokens`,
  async rows() {
    if (availableParallelism() < 2) throw new Error("Server and load need a processor each.");
    const running = await Promise.all(peers.map(async (peer) => [peer, await start(peer)] as const));
    try {
      const servers = Object.fromEntries(running) as Record<Peer, Running>;
      const ping = await measure("ping", pinging, servers);
      const list = await measure("list", listing, servers);
      return [...pingRows(ping), ...listRows(list)];
    } finally {
      for (const [, { program }] of running) program.kill();
    }
  },
};

type Speeds = Readonly<Partial<Record<Peer, Speed>>>;

function pingRows(speeds: Speeds): Row[] {
  const what = (peer: Peer) => `service_ping: toolwright / ${peer}`;
  return pinging
    .filter((peer) => peer !== "toolwright")
    .map((peer) => {
      const bar = { bare: 0.8, "sdk2-lean": 5, fastmcp: 20 }[peer as string];
      return ratio(what(peer), speeds.toolwright!, speeds[peer]!, bar);
    });
}

function listRows(speeds: Speeds): Row[] {
  return listing
    .filter((peer) => peer !== "toolwright")
    .map((peer) => {
      const bar = { bare: 2.5, "bare-ready": 0.9 }[peer as string];
      return ratio(`tools/list: toolwright / ${peer}`, speeds.toolwright!, speeds[peer]!, bar);
    });
}

function ratio(what: string, ours: Speed, theirs: Speed, atLeast: number | undefined): Row {
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

interface Running {
  readonly program: ChildProcess;
  readonly load: Load;
}

async function start(peer: Peer): Promise<Running> {
  const program = fork(join(import.meta.dirname, "servers", `${peer}.ts`), {
    execArgv: ["--conditions=toolwright-source"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
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
  return { program, load: loadOn(url) };
}

async function measure(
  ask: Ask,
  measured: readonly Peer[],
  servers: Readonly<Record<Peer, Running>>,
): Promise<Speeds> {
  for (const peer of measured) await servers[peer].load.run(ask, warmUpMs);
  const seen = new Map<Peer, Speed[]>(measured.map((peer) => [peer, []]));
  for (let round = 0; round < rounds; round++) {
    for (const peer of measured) seen.get(peer)!.push(await oneRound(servers[peer], ask));
  }
  return Object.fromEntries([...seen].map(([peer, speeds]) => [peer, middle(speeds)]));
}

async function oneRound({ program, load }: Running, ask: Ask): Promise<Speed> {
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
