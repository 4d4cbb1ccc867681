/** Clients that listen for changes by the thousand: at the form service, which reports those of tasks, and at a server of the runtime that reports all. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Attack, judgeResults } from "./attack.ts";
import type { World } from "./world.ts";

const program = fileURLToPath(new URL("listening-program.ts", import.meta.url));

const OF_ACCOUNT = 20;
const IN_ALL = 10_000;
/** At the same time; a server accepts so many in one turn. */
const AT_ONCE = 200;
const CLIENTS = 1_000;
/** More than the server holds, of as many accounts as that needs. */
const ACCOUNTS = IN_ALL / OF_ACCOUNT + 50;
const MOST_DESCRIPTORS = 20;
/** Caches that grow once. The streams themselves take 150 MB. */
const MOST_MEGABYTES_KEPT = 15;

interface Listener {
  readonly socket: Socket;
  readonly status: number;
  /** Returns the data that arrived after the start of the answer. */
  heard(): string;
}

/** Opens a stream as a client of MCP 2026-07-28 does, and leaves it open. */
export function listen(endpoint: string, token: string): Promise<Listener> {
  const { hostname, port, host, pathname } = new URL(endpoint);
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: "s",
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  const socket = connect(Number(port), hostname);
  let received = "";
  const { promise, resolve } = Promise.withResolvers<Listener>();
  const answer = (status: number) => resolve({ socket, status, heard: () => received });
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    if (received.includes("\r\n\r\n")) answer(Number(received.slice(9, 12)));
  });
  socket.on("error", () => {});
  // 0: the server closed the connection before it answered.
  socket.once("close", () => answer(0));
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return promise;
}

async function listenAll(endpoint: string, tokens: readonly string[]): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let at = 0; at < tokens.length; at += AT_ONCE)
    listeners.push(
      ...(await Promise.all(tokens.slice(at, at + AT_ONCE).map((token) => listen(endpoint, token)))),
    );
  return listeners;
}

function close(listeners: readonly Listener[]): void {
  for (const { socket } of listeners) socket.destroy();
}

/** Counts by status, such as `200: 20, 429: 980`. */
function countByStatus(listeners: readonly Listener[]): Readonly<Record<number, number>> {
  const groups = Object.entries(Object.groupBy(listeners, ({ status }) => status));
  return Object.fromEntries(groups.map(([status, all]) => [status, all?.length ?? 0]));
}

async function descriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Waits until the server has noticed that clients are gone. Returns what is still open. */
async function descriptorsLeft(pid: number, before: number): Promise<number> {
  let left = (await descriptors(pid)) - before;
  for (let waited = 0; waited < 100 && left > MOST_DESCRIPTORS; waited += 1) {
    await delay(100);
    left = (await descriptors(pid)) - before;
  }
  return left;
}

/** A server of the runtime that reports changes, in a process of its own. */
async function startListening() {
  const server = spawn(
    process.execPath,
    ["--expose-gc", "--conditions=toolwright-source", "--max-old-space-size=256", program],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const lines = createInterface(server.stdout);
  const nextLine = async () => ((await once(lines, "line")) as [string])[0];
  return {
    endpoint: await nextLine(),
    pid: server.pid!,
    reportChange: () => server.stdin.write("change\n"),
    /** Megabytes that are in use. */
    async memory() {
      server.stdin.write("memory\n");
      return Number(await nextLine()) / 1e6;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
  };
}

type Result = readonly [name: string, held: boolean, got: unknown];

/** The form service reports the changes of tasks, so an account may have its streams. */
async function attackForms(world: World): Promise<Result[]> {
  const before = await descriptors(world.pid);
  const one = await world.mint("listens@example.org");
  const many = [
    one,
    ...(await Promise.all(Array.from({ length: 9 }, () => world.mint("listens@example.org")))),
  ];
  const results: Result[] = [];
  for (const [name, tokens] of [
    ["one token", Array<string>(CLIENTS).fill(one)],
    ["ten tokens", Array.from({ length: CLIENTS }, (_, at) => many[at % many.length]!)],
  ] as const) {
    const listeners = await listenAll(world.endpoint, tokens);
    const counts = countByStatus(listeners);
    // 429: above the number of streams of an account, or above the rate of a token.
    const isBounded = counts[200] === OF_ACCOUNT && counts[429] === CLIENTS - OF_ACCOUNT;
    results.push([`${CLIENTS} clients with ${name} at the form service`, isBounded, counts]);
    close(listeners);
    await descriptorsLeft(world.pid, before);
  }
  const left = await descriptorsLeft(world.pid, before);
  results.push(["the form service has no descriptor left", left <= MOST_DESCRIPTORS, left]);
  return results;
}

type Listening = Awaited<ReturnType<typeof startListening>>;

/** One token, many tokens of one account, and as many accounts as fill the server. */
async function attackStreams({
  endpoint,
  pid,
  reportChange,
  memory,
}: Listening): Promise<readonly [Result[], string]> {
  const results: Result[] = [];
  const [before, atRest] = [await descriptors(pid), await memory()];
  const others = await listenAll(endpoint, ["other.token"]);
  for (const [name, tokens] of [
    ["one token", Array<string>(CLIENTS).fill("ana.token")],
    ["many tokens of one account", Array.from({ length: CLIENTS }, (_, at) => `ana.${at}`)],
  ] as const) {
    const listeners = await listenAll(endpoint, tokens);
    const counts = countByStatus(listeners);
    const held = counts[200] === OF_ACCOUNT && counts[429] === CLIENTS - OF_ACCOUNT;
    const said = listeners.find(({ status }) => status === 429)?.heard() ?? "";
    results.push([
      `${CLIENTS} clients with ${name}`,
      held && said.includes("Close one first"),
      { counts, said },
    ]);
    close(listeners);
    await descriptorsLeft(pid, before + 1);
  }
  const tokens = Array.from({ length: ACCOUNTS * OF_ACCOUNT }, (_, at) => `account${at % ACCOUNTS}.t`);
  const listeners = await listenAll(endpoint, tokens);
  const counts = countByStatus(listeners);
  // One of the streams is that of the other client.
  const isBounded = counts[200] === IN_ALL - 1 && counts[503] === tokens.length - IN_ALL + 1;
  results.push([`${tokens.length} clients of ${ACCOUNTS} accounts`, isBounded, counts]);
  const most = await memory();
  reportChange();
  const began = performance.now();
  while (!others[0]!.heard().includes("list_changed") && performance.now() - began < 30_000) await delay(10);
  const heardMs = performance.now() - began;
  results.push(["the other client hears of a change meanwhile", heardMs < 30_000, heardMs]);
  close(listeners);
  const left = await descriptorsLeft(pid, before + 1);
  results.push(["descriptors come back", left <= MOST_DESCRIPTORS, left]);
  const [again] = await listenAll(endpoint, ["ana.token"]);
  results.push(["after them there is room again", again!.status === 200, again!.status]);
  close([again!, ...others]);
  await descriptorsLeft(pid, before);
  const after = await memory();
  const megabytes = [atRest, most, after].map((each) => `${Math.round(each)} MB`).join(" -> ");
  results.push(["memory comes back", after - atRest < MOST_MEGABYTES_KEPT, megabytes]);
  return [results, `${counts[200]} streams open at once, ${counts[503]} refused; heap ${megabytes}`];
}

export const listeners: Attack = {
  name: "clients that listen by the thousand",
  async run(world) {
    const atForms = await attackForms(world);
    const server = await startListening();
    try {
      const [atStreams, note] = await attackStreams(server);
      return judgeResults([...atForms, ...atStreams], note);
    } finally {
      await server.stop();
    }
  },
};
