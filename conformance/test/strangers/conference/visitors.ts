/** Events from before, and an organiser who works all the time. Both use the tools, as everybody does. */
import { setTimeout as delay } from "node:timers/promises";
import { now, timeAt } from "./clock.ts";
import { tools } from "./mcp.ts";
import type { Office } from "./office.ts";

type Run = (name: string, input: object) => { readonly id: string } & Record<string, unknown>;

function toolsOf(office: Office, account: string): Run {
  const caller = { account, scopes: ["contacts:read"] };
  return (name, input) => {
    const tool = tools.find((each) => each.name === name)!;
    return tool.run(tool.input.parse(input), { office, caller }) as ReturnType<Run>;
  };
}

const dayAfter = (days: number) => timeAt(now() + days * 86_400_000).slice(0, 10);

const abstractOf = (topic: string) => `What we learned about ${topic} in two years of work, with examples.`;

function makeEvent(run: Run, name: string, days: number, capacity: number): string {
  const starts_on = dayAfter(days);
  const rooms = ["Main hall", "Attic"];
  return run("conf_create_event", {
    name,
    venue: "Old Mill",
    starts_on,
    days: 2,
    rooms,
    capacity,
    fee_cents: 9000,
  }).id;
}

function proposeTalk(run: Run, event_id: string, topic: string, number: number): string {
  return run("conf_submit_talk", {
    event_id,
    title: `On ${topic}`,
    abstract: abstractOf(topic),
    minutes: 30,
    tags: number % 2 === 0 ? ["testing", topic] : [topic],
    speakers: [{ name: `Speaker ${number}`, email: `speaker${number}@example.net` }],
  }).id;
}

export function fill(office: Office): void {
  const run = toolsOf(office, "seed");
  for (const [index, topic] of ["caches", "clocks", "queues"].entries()) {
    const event_id = makeEvent(run, `Days of ${topic}`, 20 + index * 30, 8);
    for (let number = 0; number < 7; number += 1) {
      const talk_id = proposeTalk(run, event_id, `${topic} ${number}`, number);
      run("conf_add_review", {
        talk_id,
        reviewer: "Rosa",
        score: 1 + (number % 5),
        comment: "I have read it.",
      });
      if (number > 2) continue;
      run("conf_decide_talk", { talk_id, action: "accept" });
      const starts_at = `${dayAfter(20 + index * 30)}T${10 + number}:00:00Z`;
      run("conf_add_slot", { event_id, talk_id, room: "Main hall", starts_at, minutes: 30 });
    }
    for (let number = 0; number < 8; number += 1)
      run("conf_register", { event_id, name: `Guest ${number}`, email: `guest${number}@example.net` });
    run("conf_join_waiting_list", { event_id, name: "Late guest", email: "late@example.net" });
  }
}

export async function keepBusy(office: Office, account: string): Promise<void> {
  const run = toolsOf(office, account);
  for (let round = 0; ; round += 1) {
    const event_id = makeEvent(run, `Evening ${round}`, 5, 1);
    const talk_id = proposeTalk(run, event_id, `patience ${round}`, round);
    const seat = run("conf_register", { event_id, name: "Early guest", email: "early@example.net" });
    const late = run("conf_join_waiting_list", { event_id, name: "Late guest", email: "late@example.net" });
    await delay(50, undefined, { ref: false });
    run("conf_decide_talk", { talk_id, action: round % 2 === 0 ? "reject" : "withdraw" });
    run("conf_cancel_registration", { registration_id: seat.id });
    await delay(50, undefined, { ref: false });
    const { status } = run("conf_get_waiting", { waiting_id: late.id });
    if (status === "offered") run("conf_leave_waiting_list", { waiting_id: late.id });
    run("conf_close_call", { event_id });
    run("conf_delete_event", { event_id });
  }
}
