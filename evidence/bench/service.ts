import { join } from "node:path";
import { limits } from "../../generated/limits.ts";
import { autocannonOn } from "./autocannon-load.ts";
import { type Load, loadOn, requestBytes } from "./load.ts";
import type { Bench, Row } from "./row.ts";
import { measure, type Running, ratio, roundMs, rounds, type Speed, start, stop } from "./side-by-side.ts";
import { type StartedService, seedTokens, startService } from "./started-service.ts";
import { inFolder } from "./temporary-folder.ts";

const FEW = 1_000;
const MANY = 100_000;
/** More than any server answers on these machines. */
const MAX_PER_MS = 60;

type Peer = "bare" | "few" | "many";
type Tool = "autocannon" | "sockets";

const body = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"service_ping","arguments":{}}}`;

/** The form service as `npm start` starts it, with few and with many tokens used in turn, against bare `node:http`. */
export const bench: Bench = {
  title: `service_ping of the service as npm start starts it: ${rounds} rounds of ${roundMs} ms, interleaved`,
  rows: () =>
    inFolder(async (folder) => {
      const few = await startWith(folder, FEW);
      const many = await startWith(folder, MANY);
      const { bare } = await start<"bare", Tool>(["bare"], (url) => loadWith(url, few.tokens));
      const servers = { bare, few: running(few), many: running(many) };
      try {
        const rows: Row[] = [];
        for (const tool of ["autocannon", "sockets"] as const)
          rows.push(...compareSpeeds(tool, await measure(tool, ["bare", "few", "many"] as const, servers)));
        return rows;
      } finally {
        stop(servers);
      }
    }),
};

async function startWith(folder: string, count: number): Promise<StartedService> {
  const data = join(folder, String(count));
  return startService(data, await seedTokens(data, count));
}

function loadWith(url: URL, tokens: readonly string[]): Load<Tool> {
  const cannon = autocannonOn(
    url,
    tokens.map((token, id) => ({ token, body: body(id) })),
  );
  const sockets = loadOn(url, { ping: tokens.map((token, id) => requestBytes(url, token, body(id))) });
  return { run: (tool, ms) => (tool === "autocannon" ? cannon(ms) : sockets.run("ping", ms)) };
}

/** Runs load without reaching the rate of a token: in time, the clock of the service moves to the next window. */
function running(service: StartedService): Running<Tool> {
  const { program, url, tokens } = service;
  const load = loadWith(url, tokens);
  // The load does not spread exactly evenly.
  const allowed = (tokens.length * limits.request_rate.max) / 2;
  let sent = 0;
  return {
    program,
    load: {
      async run(tool, ms) {
        if (sent + ms * MAX_PER_MS > allowed) {
          await service.passWindows();
          sent = 0;
        }
        const answered = await load.run(tool, ms);
        sent += answered.answers;
        return answered;
      },
    },
  };
}

function compareSpeeds(tool: Tool, { bare, few, many }: Readonly<Partial<Record<Peer, Speed>>>): Row[] {
  return [
    ratio(`${tool}: ${FEW.toLocaleString("en")} tokens / bare`, few!, bare!, 0.7),
    ratio(`${tool}: ${MANY.toLocaleString("en")} tokens / bare`, many!, bare!, 0.7),
    ratio(`${tool}: ${MANY.toLocaleString("en")} tokens / ${FEW.toLocaleString("en")}`, many!, few!, 0.9),
  ];
}
