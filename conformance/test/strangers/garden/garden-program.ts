/**
 * A community garden on Toolwright. It prints its endpoint when it listens. Variables of the environment: PORT; LATENCY_MS, how long
 * each call takes; SEEDED=1, data of an earlier season; SECOND_USER, the account of somebody who works all the time; CLOCK=moves or
 * stands, what POST /control may do with the clock; BREAK, one of the mistakes in breaks.ts.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createMcpServer } from "@toolwright/runtime";
import { moveClock, now, timestamp } from "./clock.ts";
import { fillGarden } from "./earlier-season.ts";
import { gardenOf } from "./garden.ts";
import { service } from "./generated/tools.ts";
import { handlers } from "./handlers.ts";
import { startNeighbour } from "./neighbour.ts";
import { authenticate, endToken, mint, type TokenRequest } from "./tokens.ts";

type HookCall =
  | { readonly hook: "mint"; readonly tokens: readonly TokenRequest[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

const { PORT = "0", LATENCY_MS = "0", SEEDED, SECOND_USER } = process.env;

function runHook(call: HookCall): object {
  switch (call.hook) {
    case "mint":
      return { tokens: call.tokens.flatMap(mint) };
    case "clock":
      moveClock(call.seconds, call.still);
      return { now: timestamp() };
    default:
      endToken(call.token.token);
      return {};
  }
}

async function answerControl(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = runHook(JSON.parse(await text(request)) as HookCall);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(result));
}

if (SEEDED) for (const account of ["main", "other"]) fillGarden(gardenOf({ account }));

const server = createMcpServer({
  service,
  handlers,
  authenticate,
  now,
  around: async (_call, next) => {
    if (LATENCY_MS !== "0") await sleep(Number(LATENCY_MS));
    return next();
  },
  routes: (request, response) => {
    const isControl = request.url === "/control";
    if (isControl) void answerControl(request, response);
    return isControl;
  },
  log: {
    info: () => {},
    warn: () => {},
    error: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
  },
});
const url = await server.listen(Number(PORT), "127.0.0.1");
if (SECOND_USER) startNeighbour(url, SECOND_USER);
process.stdout.write(`community garden at ${url}\n`);
process.once("SIGTERM", () => void server.close(500));
