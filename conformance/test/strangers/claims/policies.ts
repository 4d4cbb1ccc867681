/** The work with quotes and policies. */
import { type Agency, nextNumber } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { addDays, countDays, dayOf, endOfYearFrom } from "./days.ts";
import { now } from "./keys.ts";
import type { Policy, PolicyStatus, Terms } from "./records.ts";
import { Refusal } from "./refusal.ts";

const quoteLifetime = 30 * 86_400_000;

interface Quote {
  readonly customer_id: string;
  readonly terms: Terms;
  readonly cover_from: string;
  readonly cover_until: string;
  readonly renewal_of?: string;
}

export function createQuote(agency: Agency, quote: Quote): Policy {
  agency.customer(quote.customer_id);
  checkPeriod(quote.cover_from, quote.cover_until);
  const time = now();
  const policy: Policy = {
    ...quote,
    policy_number: nextNumber("P"),
    status: "quoted",
    paid_cents: 0,
    created_at: new Date(time).toISOString(),
    quote_expires_at: new Date(time + quoteLifetime).toISOString(),
  };
  agency.policies.set(policy.policy_number, policy);
  return policy;
}

function checkPeriod(from: string, until: string): void {
  const today = dayOf(now());
  if (from < today)
    throw new Refusal("period_invalid", `Cover begins today (${today}) or later, not on ${from}.`);
  if (until < from) throw new Refusal("period_invalid", `Cover ends on ${until}, before it begins.`);
  const last = endOfYearFrom(from);
  if (until > last)
    throw new Refusal("period_invalid", `Cover from ${from} lasts a year at most, until ${last}.`);
}

export function priceOf({ net_premium_cents }: Terms) {
  const tax_cents = Math.round((net_premium_cents * 19) / 100);
  return { net_cents: net_premium_cents, tax_cents, total_cents: net_premium_cents + tax_cents };
}

/** Spreads the premium evenly over the cover. The first instalment has the cents that are left. */
export function instalmentsOf({ terms, cover_from, cover_until }: Policy): object[] {
  const count = terms.instalments;
  const total = priceOf(terms).total_cents;
  const each = Math.floor(total / count);
  const first = breaks("instalments-lose-cents") ? each : total - each * (count - 1);
  const days = countDays(cover_from, cover_until);
  return Array.from({ length: count }, (_, index) => ({
    due_on: addDays(cover_from, Math.floor((days * index) / count)),
    amount_cents: index === 0 ? first : each,
  }));
}

function policyIn(agency: Agency, number: string, ...statuses: PolicyStatus[]): Policy {
  const policy = agency.policy(number);
  if (!statuses.includes(policy.status))
    throw new Refusal(
      "policy_state",
      `${number} is ${policy.status}. This can be done while it is ${statuses.join(" or ")}.`,
    );
  return policy;
}

const time = (): string => new Date(now()).toISOString();

export function acceptQuote(agency: Agency, number: string): Policy {
  return Object.assign(policyIn(agency, number, "quoted"), {
    status: "active" as const,
    accepted_at: time(),
  });
}

export function lapsePolicy(agency: Agency, number: string): Policy {
  return Object.assign(policyIn(agency, number, "active"), { status: "lapsed" as const, lapsed_at: time() });
}

export function cancelPolicy(agency: Agency, number: string): Policy {
  const policy = policyIn(agency, number, "quoted", "active", "lapsed");
  const open = agency.openClaimsOn(number);
  if (open > 0)
    throw new Refusal("open_claims", `${number} has ${open} open claims. Refuse or settle them first.`);
  return Object.assign(policy, { status: "cancelled" as const, cancelled_at: time() });
}

export function renewPolicy(agency: Agency, number: string): Policy {
  const { customer_id, terms, cover_until } = policyIn(agency, number, "active");
  const cover_from = addDays(cover_until, 1);
  return createQuote(agency, {
    customer_id,
    terms,
    cover_from,
    cover_until: endOfYearFrom(cover_from),
    renewal_of: number,
  });
}
