/** Large messages, posts and forms, many at once or slowly: what they cost others. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { post } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { cpuSeconds, healthMs, healthWork, type World } from "./world.ts";

const LARGEST = 4_190_000;
const MESSAGES = 45;
/** Seconds of CPU until a health check is answered. Without bounds it took 19. */
const MOST_WORK = 10;

const list = (unit: string) =>
  Array.from({ length: (LARGEST - 400) / (unit.length + 1) }, () => unit).join(",");
const FORM = '"title":{"en":"T"},"default_language":"en","languages":["en"]';
const FIELD = '{"id":"abcd","type":"short_text","label":{"en":"A"}}';

/** Structures that cost as much as they can. */
export const EXPENSIVE: Readonly<Record<string, string>> = {
  "80,000 fields": `{${FORM},"pages":[{"id":"p","fields":[${list(FIELD)}]}]}`,
  "300,000 keys": `{"title":{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`)}}}`,
  "a million lists": `[${list("[]")}]`,
};

export const largeMessages: Attack = {
  name: `${MESSAGES} messages of 4 MB at once`,
  async run(world) {
    const results: (readonly [string, boolean, unknown])[] = [];
    const other = await world.mint("other@example.org");
    const began = await cpuSeconds(world);
    for (const [name, structure] of Object.entries(EXPENSIVE)) {
      const token = await world.mint("messages@example.org");
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_create_form","arguments":{"structure":${structure}}}}`;
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
      let isRunning = true;
      const all = Promise.all(
        Array.from({ length: MESSAGES }, () =>
          fetch(world.endpoint, { method: "POST", headers, body }).then(
            (response) => response.arrayBuffer().then(() => response.status),
            // The server closed the connection before all was sent.
            () => 0,
          ),
        ),
      ).finally(() => (isRunning = false));
      const work: number[] = [];
      while (isRunning) work.push(await healthWork(world));
      const statuses = await all;
      const most = Math.max(...work);
      // Each has more members than a message may: those that are read are refused before they are parsed.
      const strange = statuses.filter((status) => ![0, 400, 503].includes(status));
      results.push([name, strange.length === 0 && statuses.includes(400), statuses]);
      results.push([`the health check beside ${name}`, most < MOST_WORK, most]);
      const message = {
        jsonrpc: "2.0",
        id: 1,
        method: "ping",
        params: { _meta: { p: "x".repeat(1_000_000) } },
      };
      const { status } = await post(world.endpoint, other, message);
      results.push([`another account after ${name}`, status === 200, status]);
    }
    return judgeResults(
      results,
      `${((await cpuSeconds(world)) - began).toFixed(1)} s of CPU for ${3 * MESSAGES}`,
    );
  },
};

const texts: FormStructure = {
  title: { en: "Texts" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: Array.from({ length: 30 }, (_, at) => ({
        id: `t${at}`,
        type: "long_text" as const,
        label: { en: "Text" },
        validation: { max_length: 10_000 },
      })),
    },
  ],
};

/** A form of which so many texts have arrived, and no more. Attackers have 127.0.0.2, others 127.0.0.1. */
function sendUnfinished({ origin }: World, form: string, count: number): Socket {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.2" });
  socket.on("error", () => {}).resume();
  socket.write(
    `POST /f/${form} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900000\r\n\r\n`,
  );
  for (let at = 0; at < count; at += 1) socket.write(`a.t${at}=${"x".repeat(9_000)}&`);
  return socket;
}

function sendTexts(world: World, form: string, count: number): Promise<number> {
  const body = new URLSearchParams(
    Array.from({ length: count }, (_, at): [string, string] => [`a.t${at}`, "x".repeat(9_000)]),
  );
  return fetch(`${world.origin}/f/${form}`, {
    method: "POST",
    body,
    headers: { Origin: world.origin },
  }).then(
    (response) => response.status,
    () => 0,
  );
}

/** They hold 48 MB. */
const CONNECTIONS: readonly (readonly [name: string, connections: number, texts: number])[] = [
  ["ordinary forms", 800, 7],
  ["large forms", 180, 30],
];

export const slowForms: Attack = {
  name: "unfinished forms of one network",
  async run(world) {
    const form = await world.publish(await world.mint("slow-forms@example.org"), texts);
    const results: (readonly [string, boolean, unknown])[] = [];
    for (const [name, connections, count] of CONNECTIONS) {
      const sockets = Array.from({ length: connections }, () => sendUnfinished(world, form, count));
      // They have arrived when the server has little to do any more.
      let [before, after] = [-1, await cpuSeconds(world)];
      for (let waited = 0; waited < 40 && after - before > 0.03; waited += 1) {
        await delay(500);
        [before, after] = [after, await cpuSeconds(world)];
      }
      for (const [kind, own] of [
        ["an ordinary form", 1],
        ["a large form", 20],
      ] as const) {
        const status = await sendTexts(world, form, own);
        results.push([
          `${kind} of another network beside ${connections} ${name}`,
          status === 422 || status === 200,
          status,
        ]);
      }
      for (const socket of sockets) socket.destroy();
    }
    const health = await healthMs(world.origin);
    return judgeResults(results, `health check after them ${Math.round(health)} ms`);
  },
};
