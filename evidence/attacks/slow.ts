/** Clients that send or read as slowly as they can. */
import { connect, type Socket } from "node:net";
import { type Attack, judgeResults } from "./attack.ts";
import { healthMs, type World } from "./world.ts";

const PEERS = 200;
/** Heads and messages have 30 s to arrive; a page has to bring something every 30 s. */
const LONGEST_S = 90;

export const slowPeers: Attack = {
  name: "slow peers",
  async run(world) {
    const token = await world.mint("slow@example.org");
    const { host } = new URL(world.origin);
    const kinds: Readonly<Record<string, string>> = {
      "heads that trickle": `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
      "messages that trickle": `POST /api/mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      "pages that trickle": `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${world.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n`,
    };
    const names = Object.keys(kinds);
    const ends = await Promise.all(
      Array.from({ length: PEERS }, (_, at) => trickle(world, kinds[names[at % names.length]!]!)),
    );
    const health = await healthMs(world.origin);
    return judgeResults(
      names.map((name, at) => {
        const seconds = ends.filter((_, peer) => peer % names.length === at);
        const longest = Math.max(...seconds);
        return [`${seconds.length} ${name}`, longest < LONGEST_S, `${longest} s`];
      }),
      `ended after ${Math.min(...ends)} to ${Math.max(...ends)} s, health check ${Math.round(health)} ms`,
    );
  },
};

/** Sends a byte a second. Resolves to the seconds until the server ends the connection. */
export function trickle({ origin }: World, head: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.on("error", () => {}).resume();
  socket.write(head);
  let seconds = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      seconds += 1;
      socket.write("a");
      if (seconds > LONGEST_S) socket.destroy();
    }, 1_000);
    socket.once("close", () => {
      clearInterval(timer);
      resolve(seconds);
    });
  });
}
