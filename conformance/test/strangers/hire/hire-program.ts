/**
 * A tool hire service on Toolwright. Variables of the environment: PORT; LATENCY_MS, the time of each call; SEEDED=1, members, items
 * and hires that were there before; SECOND_USER, the account of a user who works all the time; CLOCK=moves or stands, a clock that
 * POST /control moves, or also stops; BREAK, a mistake of breaks.ts.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createMcpServer } from "@toolwright/runtime";
import type { Branch } from "./branch.ts";
import { moveClock, now, timestamp } from "./clock.ts";
import { service } from "./generated/tools.ts";
import { branchOf, handlers } from "./handlers.ts";
import { startSecondUser } from "./second-user.ts";
import { authenticate, endToken, mint } from "./tokens.ts";

type Question =
  | { readonly hook: "mint"; readonly tokens: readonly Parameters<typeof mint>[0][] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

const { PORT = "0", LATENCY_MS = "0", SEEDED, SECOND_USER } = process.env;
const silent = () => {};

function control(question: Question): object {
  if (question.hook === "mint") return { tokens: question.tokens.flatMap(mint) };
  if (question.hook === "clock") {
    moveClock(question.seconds, question.still);
    return { now: timestamp() };
  }
  endToken(question.token.token);
  return {};
}

async function answerControl(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = control(JSON.parse(await text(request)) as Question);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
}

/** A branch that has been open for a while. */
function fillBranch(branch: Branch): void {
  const members = ["Ines", "Jonas", "Karla"].map((name) =>
    branch.addMember({ name, email: `${name.toLowerCase()}@example.org` }),
  );
  const items = ["Drill", "Ladder", "Hedge trimmer", "Saw", "Mower", "Tile cutter"].map((name, index) =>
    branch.addItem({ name, category: index % 2 === 0 ? "garden" : "drills", day_cents: 400 + 150 * index }),
  );
  for (const [index, { item_id }] of items.slice(0, 4).entries()) {
    const { member_id } = members[index % 3]!;
    const { hire_id } = branch.reserve({ member_id, item_id, days: 1 + index }, "desk");
    if (index > 0) branch.collect(hire_id);
    if (index > 1) branch.takeBack(hire_id);
  }
}

if (SEEDED) for (const account of ["main", "other"]) fillBranch(branchOf({ account }));
const server = createMcpServer({
  service,
  handlers,
  authenticate,
  now,
  around: async (_call, next) => {
    await sleep(Number(LATENCY_MS));
    return next();
  },
  routes: (request, response) => {
    if (request.url !== "/control") return false;
    void answerControl(request, response);
    return true;
  },
  log: { info: silent, warn: silent, error: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`) },
});
const url = await server.listen(Number(PORT), "127.0.0.1");
if (SECOND_USER) startSecondUser(url, SECOND_USER);
process.stdout.write(`tool hire at ${url}\n`);
process.once("SIGTERM", () => void server.close(500));
