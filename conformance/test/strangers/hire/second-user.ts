/** Somebody at a desk who works all the time, through the same door as everybody else. */
import { setTimeout as sleep } from "node:timers/promises";
import { scopes } from "./generated/scopes.ts";
import { mint } from "./tokens.ts";

export function startSecondUser(url: string, account: string): void {
  const work = async () => {
    for (let round = 0; ; round += 1) await workOnce(url, account, round);
  };
  work().catch((error: unknown) => process.stderr.write(`the second user stopped: ${error}\n`));
}

async function workOnce(url: string, account: string, round: number): Promise<void> {
  const [{ token }] = mint({ account, scopes: Object.keys(scopes) }) as [{ token: string }];
  const call = (name: string, input: object) => callTool(url, token, name, input);
  const { member_id } = await call("hire_add_member", {
    name: `Member ${round}`,
    email: "member@example.org",
  });
  const { item_id } = await call("hire_add_item", {
    name: `Sander ${round}`,
    category: "saws",
    day_cents: 800,
  });
  const { hire_id } = await call("hire_reserve", { member_id, item_id, days: 2 });
  await call("hire_update_member", { member_id, phone: "0151 777" });
  await call("hire_list_hires", {});
  if (hire_id === undefined) return;
  if (round % 3 === 0) await call("hire_cancel", { hire_id });
  else for (const tool of ["hire_collect", "hire_return"]) await call(tool, { hire_id });
  if (round % 2 === 0) await call("hire_retire_item", { item_id });
}

async function callTool(
  url: string,
  token: string,
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  await sleep(40);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const { result } = (await response.json()) as { result?: { structuredContent?: Record<string, unknown> } };
  return result?.structuredContent ?? {};
}
