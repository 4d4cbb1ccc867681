/** A hook `clock` for servers in tests: their time goes on only when the hook moves it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ClockHook {
  readonly url: string;
  /** The time in milliseconds. */
  now(): number;
  /** Moves the time. */
  add(ms: number): void;
  close(): void;
}

/** Serves the hook on a free port of loopback. @param start the first time, in milliseconds */
export async function serveClock(start = Date.now()): Promise<ClockHook> {
  let now = start;
  const server = createServer(async (request, response) => {
    now += 1000 * (JSON.parse(await text(request)).seconds ?? 0);
    response.end(JSON.stringify({ now: new Date(now).toISOString() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => now,
    add: (ms) => {
      now += ms;
    },
    close: () => void server.close(),
  };
}
