/** Attacks by a failing environment: the clock is set back, the log is not read, the disk is full. Each has its own service. */
import type { FormStructure } from "../../generated/types.ts";
import { callTool, post } from "../../impl/test/support/wire.ts";
import { type Attack, type Findings, judgeResults } from "./attack.ts";
import { underLoad } from "./load.ts";
import { healthMs, startWorld, type World, type WorldOptions } from "./world.ts";

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const RATE = 120;

async function withWorld<T>(options: WorldOptions, run: (world: World) => Promise<T>): Promise<T> {
  const world = await startWorld(options);
  try {
    return await run(world);
  } finally {
    await world.stop();
  }
}

/** Runs an attack against a service of its own. */
export function inWorld(options: WorldOptions, run: (world: World) => Promise<Findings>): Promise<Findings> {
  return withWorld(options, async (world) => {
    const { result, load } = await underLoad(world, () => run(world));
    return { ...result, load };
  });
}

/** Sets the clock of the process back by a day at SIGUSR2. */
const MOVABLE_CLOCK = `
  const RealDate = Date;
  let offset = 0;
  globalThis.Date = class extends RealDate {
    constructor(...args) { if (args.length === 0) super(RealDate.now() + offset); else super(...args); }
    static now() { return RealDate.now() + offset; }
  };
  process.on("SIGUSR2", () => { offset = -86_400_000; });`;

export const clockSetBack: Attack = {
  name: "the clock set back by a day",
  run: () =>
    inWorld(
      { options: ["--import", `data:text/javascript,${encodeURIComponent(MOVABLE_CLOCK)}`] },
      async (world) => {
        const [used, fresh] = [await world.mint("clock@example.org"), await world.mint("clock@example.org")];
        const send = (token: string) => post(world.endpoint, token, ping);
        await Promise.all(Array.from({ length: RATE }, () => send(used)));
        const before = await send(used);
        process.kill(world.pid, "SIGUSR2");
        const after = await send(used);
        const others = await send(fresh);
        const wait = Number(after.headers.get("retry-after") ?? 0);
        const form = await callTool(world.endpoint, fresh, "service_create_form", {
          prompt: "A form with a name",
        });
        await healthMs(world.origin);
        return judgeResults(
          [
            ["the rate is used up before", before.status === 429, before.status],
            [
              "no call waits for longer than a minute",
              after.status === 200 || wait <= 60,
              [after.status, wait],
            ],
            ["another token passes", others.status === 200, others.status],
            ["a form is made", !form.isError, form.content],
          ],
          `Retry-After ${wait}`,
        );
      },
    ),
};

export const stalledLog: Attack = {
  name: "a log that is not read",
  run: () =>
    inWorld({ isLogRead: false }, async (world) => {
      const results: (readonly [string, boolean, unknown])[] = [];
      // Each call writes a line of 300 bytes; a pipe holds 64 KiB.
      for (let n = 0; n < 4; n += 1) {
        const token = await world.mint("log@example.org");
        const outcomes = await Promise.all(
          Array.from({ length: RATE - 1 }, () =>
            callTool(world.endpoint, token, "service_update_form", {
              form_id: `frm_${"0".repeat(22)}`,
              password: null,
            }),
          ),
        );
        for (const { isError } of outcomes) results.push(["a call is answered", isError === true, isError]);
      }
      const health = await healthMs(world.origin);
      return judgeResults(results, `health check ${Math.round(health)} ms`);
    }),
};

const MB_FREE = 8;

/** A form of about 300 kB. */
function largeForm(n: number): FormStructure {
  const fields = Array.from({ length: 200 }, (_, at) => ({
    id: `f${at}`,
    type: "short_text" as const,
    label: { en: "L" },
    description: { en: `${n} ${"x".repeat(1_500)}` },
  }));
  return {
    title: { en: `Form ${n}` },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields }],
  };
}

export const diskFull: Attack = {
  name: "a full disk",
  async run() {
    const nearly = await withWorld({ environment: { MIN_FREE_MB: "999999999" } }, async ({ origin }) => {
      const statuses = await Promise.all(
        ["readyz", "healthz"].map(async (path) => (await fetch(`${origin}/${path}`)).status),
      );
      return statuses.join();
    });
    // No file grows beyond the limit; the signal that would end the process is ignored.
    const commands = `trap '' XFSZ; ulimit -f ${MB_FREE * 1_024}`;
    return inWorld({ commands }, async (world) => {
      const token = await world.mint("full@example.org");
      const outcomes = [];
      for (let n = 0; n < 60 && !outcomes.at(-1)?.isError; n += 1)
        outcomes.push(
          await callTool(world.endpoint, token, "service_create_form", { structure: largeForm(n) }),
        );
      const last = outcomes.at(-1)!;
      const kept = outcomes.filter(({ isError }) => !isError).length;
      const listed = await callTool(world.endpoint, token, "service_list_forms", { limit: 1 });
      const health = await healthMs(world.origin);
      const failure = last._meta?.["dev.toolwright/failure"] as { retryable?: boolean } | undefined;
      return judgeResults(
        [
          ["a nearly full disk is not ready, but lives", nearly === "503,200", nearly],
          [
            "a write is refused, and may be repeated",
            last.isError === true && failure?.retryable === true,
            last.content,
          ],
          [
            "reading goes on, and finds what was acknowledged",
            listed.structuredContent?.total_count === kept,
            [kept, listed],
          ],
        ],
        `${kept} forms before it was full, health check ${Math.round(health)} ms`,
      );
    });
  },
};
