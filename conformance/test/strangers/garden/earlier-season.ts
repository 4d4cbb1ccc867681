/** The data of a garden that was there before the tests. */
import { day, now, timestamp } from "./clock.ts";
import { addDuty } from "./duties.ts";
import { payFee } from "./fees.ts";
import type { Garden } from "./garden.ts";
import { recordHarvest } from "./harvests.ts";
import { addTool, bookTool, endLoan } from "./loans.ts";
import { addMember } from "./members.ts";
import { addPlot } from "./plots.ts";
import { answerOffer, giveNotice, offerPlot } from "./tenancies.ts";
import { callWorkDay, signUp } from "./work-days.ts";

export function fillGarden(garden: Garden): void {
  const members = ["Ida", "Levin", "Noor", "Pia"].map((name, index) => {
    const email = `${name.toLowerCase()}@example.org`;
    return addMember(garden, { name, email, waiting: index > 1 }).member_id;
  });
  fillPlots(garden, members);
  const tools = ["Shredder", "Spade"].map((name) =>
    addTool(garden, { name, is_powered: name === "Shredder" }),
  );
  for (const [index, { tool_id }] of tools.entries()) {
    const starts_at = timestamp(now() + (index + 1) * day);
    const { loan_id } = bookTool(garden, { tool_id, member_id: members[index]!, starts_at, hours: 3 });
    if (index === 1) endLoan(garden, { loan_id, outcome: "cancelled" });
  }
  for (const [index, member_id] of members.entries())
    addDuty(garden, { member_id, day: timestamp(now() + index * day).slice(0, 10), beds: ["Berries"] });
  const { work_day_id } = callWorkDay(garden, {
    title: "Autumn cleaning",
    starts_at: timestamp(now() + 20 * day),
    jobs: [{ title: "Rake leaves", people: 5 }],
  });
  signUp(garden, { work_day_id, member_ids: members.slice(0, 2) });
}

function fillPlots(garden: Garden, members: readonly number[]): void {
  const suns = ["full", "half", "shade"] as const;
  for (const [index, sun] of suns.entries()) {
    const label = `Old plot ${index + 1}`;
    const { plot_id } = addPlot(garden, { label, square_metres: 18 + index, sun, has_tap: index === 0 });
    const { tenancy_id } = offerPlot(garden, { plot_id, member_id: members[index]!, season: 2026 });
    if (index === 2) return;
    answerOffer(garden, { tenancy_id, answer: "accept" });
    payFee(garden, { tenancy_id, cents: 1000 });
    const day = timestamp().slice(0, 10);
    recordHarvest(garden, { tenancy_id, crop: "Pumpkin", kilograms: 4.75 + index, day });
    if (index === 1) giveNotice(garden, tenancy_id);
  }
}
