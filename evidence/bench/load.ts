import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The tokens over which the load is spread. */
export const tokens: readonly string[] = Array.from({ length: 10_000 }, (_, at) => `bench-token-${at}`);

/** Enough that the server never waits for the load. One request at a time on each: MCP clients do not pipeline. */
export const connectionsAtOnce = 64;

/** Sends requests to a server as fast as it answers. */
export interface Load<Name extends string> {
  /** Sends requests for `ms` milliseconds. @throws if a response is not 200 */
  run(name: Name, ms: number): Promise<Answered>;
}

/** How many responses came, and within how many milliseconds. */
export interface Answered {
  readonly answers: number;
  readonly ms: number;
}

/** @param prepared the requests to send in turn, by the name of the load */
export function loadOn<Name extends string>(
  url: URL,
  prepared: Readonly<Record<Name, readonly Buffer[]>>,
): Load<Name> {
  let next = 0;
  return { run };

  async function run(name: Name, ms: number): Promise<Answered> {
    const clients = await Promise.all(
      Array.from({ length: connectionsAtOnce }, async () => {
        const socket = connect(Number(url.port), url.hostname).setNoDelay();
        await once(socket, "connect");
        return client(socket, () => prepared[name][next++ % prepared[name].length]!);
      }),
    );
    await busyWait(ms);
    for (const { socket } of clients) socket.destroy();
    const failed = clients.find(({ failure }) => failure() !== undefined);
    if (failed) throw new Error(`${url} answered ${failed.failure()}`);
    return { answers: clients.reduce((sum, { answered }) => sum + answered(), 0), ms };
  }
}

/**
 * Waits without sleeping. If the load process slept, each response would have to wake it, and the server would pay for that:
 * 3 to 4 us a request, more often for slower servers. The load has a processor of its own.
 */
async function busyWait(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}

const statusLine = Buffer.from("HTTP/1.1 ");

/** Sends the next request when a response starts. */
function client(socket: Socket, request: () => Buffer) {
  let answers = 0;
  let failed: string | undefined;
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", (error) => {
    failed ??= error.message;
  });
  socket.on("data", (chunk: Buffer) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let started = 0;
    let from = 0;
    for (;;) {
      const at = data.indexOf(statusLine, from);
      if (at < 0 || at + 12 > data.length) break;
      if (data[at + 9] !== 0x32) failed ??= data.toString("latin1", at, at + 400);
      from = at + 12;
      started++;
    }
    // The last bytes may be the start of a status line.
    rest = data.subarray(Math.max(from, data.length - 11));
    answers += started;
    if (started > 0) socket.write(Buffer.concat(Array.from({ length: started }, request)));
  });
  socket.write(request());
  return { socket, answered: () => answers, failure: () => failed };
}

/** The newest version that all peers speak. */
const version = "MCP-Protocol-Version: 2025-06-18";

/** An HTTP request, ready to be sent. @param ofVersion the headers of a version of MCP */
export function requestBytes(url: URL, token: string, body: string, ofVersion = [version]): Buffer {
  const lines = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    ...ofVersion,
    "Mcp-Session-Id: bench",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
