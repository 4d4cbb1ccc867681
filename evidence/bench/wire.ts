import { loadOn, requestBytes, tokens } from "./load.ts";
import type { Bench, Row } from "./row.ts";
import { measure, ratio, roundMs, rounds, type Speed, shortPace, start, stop } from "./side-by-side.ts";

const peers = [
  "bare",
  "bare-ready",
  "toolwright",
  "toolwright-observed",
  "toolwright-fetch",
  "mcp-lite",
  "sdk1-lean",
  "sdk1-documented",
  "sdk2-lean",
  "sdk2-documented",
  "fastmcp-lean",
  "fastmcp-documented",
] as const;
type Peer = (typeof peers)[number];

/** The peers that list the same 14 tools. */
const listing: readonly Peer[] = ["bare", "bare-ready", "toolwright", "sdk1-lean", "sdk2-lean"];
const pinging: readonly Peer[] = peers.filter((peer) => peer !== "bare-ready");

/** The peers of the short form: ours, and those of others that are fast at once. */
const fastPeers: readonly Peer[] = ["bare", "toolwright", "toolwright-fetch", "mcp-lite"];

/** Concurrent requests have different ids: servers with sessions match responses by id. */
const bodies: Readonly<Record<"ping" | "list", (id: number) => string>> = {
  ping: (id) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"service_ping","arguments":{}}}`,
  list: (id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`,
};

/** Tool calls and tools/list of our runtime and of other servers over HTTP; each server and the load are separate processes. */
export const bench: Bench = {
  title: `the wire, side by side: ${rounds} rounds of ${roundMs} ms, interleaved; load over 10,000 tokens`,
  async rows() {
    const servers = await startPeers(peers);
    try {
      const ping = await measure("ping", pinging, servers);
      const list = await measure("list", listing, servers);
      return [...pingRows(ping), ...listRows(list)];
    } finally {
      stop(servers);
    }
  },
  async shortRows() {
    const servers = await startPeers(fastPeers);
    try {
      return pingRows(await measure("ping", fastPeers, servers, shortPace));
    } finally {
      stop(servers);
    }
  },
};

function startPeers(names: readonly Peer[]) {
  return start(names, (url) =>
    loadOn(url, {
      ping: tokens.map((token, at) => requestBytes(url, token, bodies.ping(at))),
      list: tokens.map((token, at) => requestBytes(url, token, bodies.list(at))),
    }),
  );
}

type Speeds = Readonly<Partial<Record<Peer, Speed>>>;

function pingRows(speeds: Speeds): Row[] {
  const bars: Readonly<Partial<Record<Peer, number>>> = {
    bare: 0.85,
    "sdk2-lean": 7,
    "fastmcp-documented": 12,
  };
  const others = pinging.filter((peer) => !peer.startsWith("toolwright"));
  return [
    ...rowsAgainst("service_ping", others, speeds, bars),
    ...rowAgainst("service_ping", "toolwright-observed", "toolwright", speeds),
    ...rowAgainst("service_ping", "toolwright-fetch", "toolwright", speeds),
    ...rowAgainst("service_ping", "toolwright-fetch", "mcp-lite", speeds, 1),
  ];
}

function listRows(speeds: Speeds): Row[] {
  const others = listing.filter((peer) => peer !== "toolwright");
  return rowsAgainst("tools/list", others, speeds, { bare: 3, "bare-ready": 0.9 });
}

function rowsAgainst(
  call: string,
  others: readonly Peer[],
  speeds: Speeds,
  bars: Readonly<Partial<Record<Peer, number>>>,
): Row[] {
  return others.flatMap((peer) => rowAgainst(call, "toolwright", peer, speeds, bars[peer]));
}

function rowAgainst(call: string, one: Peer, other: Peer, speeds: Speeds, bar?: number): Row[] {
  const [ours, theirs] = [speeds[one], speeds[other]];
  return ours && theirs ? [ratio(`${call}: ${one} / ${other}`, ours, theirs, bar)] : [];
}
