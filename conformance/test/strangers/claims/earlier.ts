/** Files from before, and a colleague who works all the time. */
import { setTimeout as wait } from "node:timers/promises";
import type { Agency } from "./agency.ts";
import { addDocument, addNote, approveClaim, assessClaim, refuseClaim, reportClaim } from "./claims.ts";
import { createCustomer, deleteCustomer } from "./customers.ts";
import { addDays, dayOf } from "./days.ts";
import { now } from "./keys.ts";
import { payInterim, settle } from "./payments.ts";
import { acceptQuote, cancelPolicy, createQuote, lapsePolicy } from "./policies.ts";
import type { Policy, Terms } from "./records.ts";
import { Refusal } from "./refusal.ts";

const terms: readonly Terms[] = [
  {
    kind: "home",
    insured_object: "Cottage, 4 Quay Street",
    sum_insured_cents: 12_000_000,
    excess_cents: 25_000,
    net_premium_cents: 31_250,
    instalments: 4,
  },
  {
    kind: "motor",
    insured_object: "Estate car, HL-BK 204",
    sum_insured_cents: 3_500_000,
    excess_cents: 30_000,
    net_premium_cents: 48_900,
    instalments: 12,
  },
  {
    kind: "liability",
    insured_object: "Household of three",
    sum_insured_cents: 100_000_000,
    excess_cents: 0,
    net_premium_cents: 6_590,
    instalments: 1,
  },
];

function sell(agency: Agency, customer_id: string, index: number): Policy {
  const today = dayOf(now());
  return createQuote(agency, {
    customer_id,
    terms: terms[index % terms.length]!,
    cover_from: today,
    cover_until: addDays(today, 364),
  });
}

export function fillFiles(agency: Agency): void {
  const people = ["Wiebke Thomsen", "Jan Petersen", "Karla Behn", "Malte Iversen", "Sonja Groth"];
  for (const [index, name] of people.entries()) {
    const { customer_id } = createCustomer(agency, {
      name,
      city: ["Kiel", "Husum"][index % 2]!,
      iban: `DE0212030000000020${2050 + index}`,
    });
    const numbers = [0, 1, 2].map((each) => sell(agency, customer_id, index + each).policy_number);
    acceptQuote(agency, numbers[0]!);
    acceptQuote(agency, numbers[1]!);
    handleClaim(agency, numbers[0]!, index);
    if (index % 2 === 0) lapsePolicy(agency, numbers[1]!);
    if (index === 3) cancelPolicy(agency, numbers[2]!);
  }
}

function handleClaim(agency: Agency, policy_number: string, index: number): void {
  const { claim_number } = reportClaim(agency, {
    policy_number,
    loss_day: dayOf(now()),
    description: "A storm took the fence away.",
    items: [{ what: "Fence", value_cents: 90_000 + index * 100 }],
  });
  addNote(agency, claim_number, "The customer sends photos.");
  addDocument(agency, { claim_number, kind: "photo", title: "Fence from the street", pages: 3 });
  if (index === 0) return;
  assessClaim(agency, claim_number, 85_000, index === 4);
  if (index === 1) return void refuseClaim(agency, claim_number, "The fence was not insured.");
  approveClaim(agency, claim_number, 55_000);
  if (index === 2) payInterim(agency, claim_number, 20_000);
  else settle(agency, claim_number);
}

/** The colleague seldom pays: the bank takes so many payments a day, from all of the agency. */
export async function keepWorking(agency: Agency): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      await serveClient(agency, round);
    } catch (error) {
      // A quote can expire before the colleague gets to it, when the clock is moved.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

async function serveClient(agency: Agency, round: number): Promise<void> {
  agency.expireQuotes();
  const passer = createCustomer(agency, { name: `Caller ${round}`, city: "Kiel" });
  const iban = "DE02500105170137075030";
  const client = createCustomer(agency, { name: `Client ${round}`, city: "Kiel", iban });
  const { policy_number } = sell(agency, client.customer_id, round);
  await wait(60, undefined, { ref: false });
  deleteCustomer(agency, passer.customer_id);
  acceptQuote(agency, policy_number);
  handleClaim(agency, policy_number, round % 20 === 0 ? 3 : 1);
  await wait(60, undefined, { ref: false });
  cancelPolicy(agency, policy_number);
}
