/** More than anybody needs: messages above the rate, pages above the limit, and the largest page that is legal, many times. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import { structureProblems } from "../../impl/forms/structure/check.ts";
import { post } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { healthMs, healthWork, sendRaw } from "./world.ts";

const RATE = 120;

export const messages: Attack = {
  name: "messages above the rate",
  async run(world) {
    const results: (readonly [string, boolean, unknown])[] = [];
    for (const [name, message, passes] of [
      ["requests", { jsonrpc: "2.0", id: 1, method: "ping" }, 200],
      ["notifications", { jsonrpc: "2.0", method: "notifications/initialized" }, 202],
    ] as const) {
      const token = await world.mint("flood@example.org");
      const statuses = await Promise.all(
        Array.from({ length: 2 * RATE }, async () => {
          const response = await post(world.endpoint, token, message);
          await response.arrayBuffer();
          return response.status;
        }),
      );
      const passed = statuses.filter((status) => status === passes).length;
      const refused = statuses.filter((status) => status === 429).length;
      results.push([`${2 * RATE} ${name} at once`, passed === RATE && refused === RATE, { passed, refused }]);
    }
    return judgeResults(results);
  },
};

function matrices(count: number): FormStructure {
  const choices = (length: number, letter: string) =>
    Array.from({ length }, (_, at) => ({ id: `${letter}${at}`, label: { en: `${letter}${at}` } }));
  const fields = Array.from(
    { length: count },
    (_, at): FormField => ({
      id: `m${at}`,
      type: "matrix",
      label: { en: "M" },
      rows: choices(50, "r"),
      columns: choices(20, "c"),
    }),
  );
  return { title: { en: "Large" }, default_language: "en", languages: ["en"], pages: [{ id: "p", fields }] };
}

/** The form whose only page is as large as a page may be. */
export function largestForm(): FormStructure {
  let count = 1;
  while (structureProblems(matrices(count + 1)).length === 0) count += 1;
  return matrices(count);
}

const PIPELINED = 20;
/** Seconds of CPU until a health check is answered: a load balancer waits no longer. Without bounds it took 46. */
const MOST_WORK = 10;

export const largePages: Attack = {
  name: "the largest legal page, pipelined",
  async run(world) {
    const form = await world.publish(await world.mint("pages@example.org"), largestForm());
    const { host } = new URL(world.origin);
    const get = (connection: string) =>
      `GET /f/${form} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`;
    let isRunning = true;
    const pages = sendRaw(world.origin, get("keep-alive").repeat(PIPELINED - 1) + get("close")).finally(
      () => (isRunning = false),
    );
    const work: number[] = [];
    while (isRunning) work.push(await healthWork(world));
    const received = await pages;
    const answered = received.split("HTTP/1.1 200 ").length - 1;
    const most = Math.max(...work);
    return judgeResults(
      [
        [`${PIPELINED} pages are answered`, answered === PIPELINED, answered],
        ["the health check answers meanwhile", most <= MOST_WORK, most],
      ],
      `${Math.round(received.length / 1e6)} MB; ${work.length} health checks meanwhile, up to ${most.toFixed(2)} s of CPU each`,
    );
  },
};

const READS = 3_000;

export const reads: Attack = {
  name: "pages above the limit",
  async run(world) {
    const { host } = new URL(world.origin);
    const head = (connection: string) =>
      `HEAD /f/none HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`;
    const received = await sendRaw(world.origin, head("keep-alive").repeat(READS) + head("close"));
    const refused = received.split("HTTP/1.1 429 ").length - 1;
    const retries = received.split(/\r\nretry-after: /i).length - 1;
    const health = await healthMs(world.origin);
    return judgeResults(
      [
        ["the network is refused", refused > 0, refused],
        ["each refusal says when to come back", retries === refused, retries],
      ],
      `${refused} of ${READS + 1} refused, health check ${Math.round(health)} ms`,
    );
  },
};
