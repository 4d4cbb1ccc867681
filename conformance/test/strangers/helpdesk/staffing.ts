/** A desk with earlier work, and a colleague who works at one all the time. */
import { setTimeout as pause } from "node:timers/promises";
import type { Priority } from "./staff.ts";
import type { Desk } from "./views.ts";

const sla = { urgent: 45, high: 180, normal: 900, low: 5000 };

export function addEarlierWork({ staff, tickets }: Desk): void {
  const priorities: readonly Priority[] = ["low", "normal", "high", "urgent"];
  for (const name of ["Billing", "Hardware", "returns"]) {
    const team = staff.createTeam(name, sla);
    const email = `${name.toLowerCase()}@example.net`;
    const agent = staff.addAgent({ name: `${name} lead`, email, teamId: team.id, role: "lead" });
    for (const [index, priority] of priorities.entries()) {
      const ticket = tickets.open({
        subject: `${name}, question ${index}`,
        body: "Somebody asked this last week.",
        priority,
        team_id: team.id,
        requester_email: `customer${index}@example.net`,
        tags: index % 2 === 0 ? ["earlier"] : [],
      });
      tickets.reply(ticket.id, "We look into it.", index === 1);
      if (index === 1) tickets.assign(ticket.id, agent.id);
      if (index === 2) tickets.act(ticket.id, "resolve");
      if (index === 3) tickets.act(ticket.id, "close");
    }
  }
}

export async function workAt({ staff, tickets }: Desk): Promise<void> {
  const team = staff.createTeam("Night shift", sla);
  for (let turn = 1; ; turn += 1) {
    await pause(90, undefined, { ref: false });
    const ticket = tickets.open({
      subject: `Call ${turn}`,
      body: "Somebody called in the night.",
      priority: "high",
      team_id: team.id,
      requester_email: "caller@example.net",
      tags: [],
    });
    tickets.reply(ticket.id, "Called back.", false);
    await pause(90, undefined, { ref: false });
    tickets.act(ticket.id, "close");
  }
}
