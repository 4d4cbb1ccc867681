/** A second user of the service, who works all the time through its endpoint. */
import { setTimeout as sleep } from "node:timers/promises";
import { day, now, timestamp } from "./clock.ts";
import { tokenFor } from "./tokens.ts";

type Result = Record<string, unknown>;
type Use = (tool: string, input: object) => Promise<Result>;

export function startNeighbour(url: string, account: string): void {
  const token = tokenFor(account);
  const use: Use = async (tool, input) => {
    await sleep(40);
    return callTool(url, token, tool, input);
  };
  const work = async () => {
    for (let week = 1; ; week += 1) await workAWeek(use, week);
  };
  work().catch((error: unknown) => process.stderr.write(`the second user stopped: ${error}\n`));
}

async function workAWeek(use: Use, week: number): Promise<void> {
  const { member_id } = await use("garden_add_member", {
    name: `Neighbour ${week}`,
    email: "neighbour@example.org",
    waiting: true,
  });
  await takePlot(use, week, member_id);
  const { tool_id } = await use("garden_add_tool", { name: `Rake ${week}`, is_powered: false });
  const { loan_id } = await use("garden_book_tool", {
    tool_id,
    member_id,
    starts_at: timestamp(now() + day),
    hours: 1 + (week % 5),
  });
  await use("garden_add_duty", { member_id, day: timestamp(now() + 2 * day).slice(0, 10), beds: ["Herbs"] });
  await use("garden_list_duties", {});
  if (week % 2 === 0) await use("garden_end_loan", { loan_id, outcome: "returned" });
}

async function takePlot(use: Use, week: number, member_id: unknown): Promise<void> {
  const { plot_id } = await use("garden_add_plot", {
    label: `Field ${week}`,
    square_metres: 15,
    sun: "half",
  });
  const { tenancy_id } = await use("garden_offer_plot", { plot_id, member_id, season: 2028 });
  if (week % 3 === 0) return;
  await use("garden_answer_offer", { tenancy_id, answer: "accept" });
  await use("garden_pay_fee", { tenancy_id, cents: 700 });
  const today = timestamp().slice(0, 10);
  await use("garden_record_harvest", { tenancy_id, crop: "Kale", kilograms: 1.35, day: today });
}

async function callTool(url: string, token: string, name: string, input: object): Promise<Result> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const { result } = (await response.json()) as { result?: { structuredContent?: Result } };
  return result?.structuredContent ?? {};
}
