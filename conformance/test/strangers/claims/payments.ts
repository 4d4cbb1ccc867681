/** Payments of claims: never more than the policy still covers, and as many a day as the bank takes. */
import { type Agency, nextPaymentNumber } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { claimIn, outstandingOf } from "./claims.ts";
import { dayOf, nextMidnight } from "./days.ts";
import { now } from "./keys.ts";
import type { Claim, Payment, Policy } from "./records.ts";
import { Refusal } from "./refusal.ts";

const paymentsADay = 2000;

export function allowanceOf(agency: Agency) {
  const today = dayOf(now());
  const used = agency.payments
    .values()
    .filter(({ paid_at }) => paid_at.startsWith(today))
    .toArray().length;
  return {
    used,
    limit: paymentsADay,
    remaining: paymentsADay - used,
    resets_at: nextMidnight(now()),
  };
}

function coverLeft(policy: Policy, claim: Claim): number {
  const paid = breaks("cover-of-the-claim") ? claim.paid_cents : policy.paid_cents;
  return policy.terms.sum_insured_cents - paid;
}

function pay(agency: Agency, claim: Claim, kind: Payment["kind"], amount_cents: number): Payment {
  const { claim_number, policy_number } = claim;
  const policy = agency.policy(policy_number);
  const left = coverLeft(policy, claim);
  if (amount_cents > left)
    throw new Refusal("cover_exhausted", `${policy_number} covers ${left} more cents in its year.`);
  const { customer_id, iban } = agency.customer(policy.customer_id);
  if (iban === undefined)
    throw new Refusal(
      "no_bank_account",
      `${customer_id} has no bank account on file. update_customer adds one.`,
    );
  if (allowanceOf(agency).remaining === 0)
    throw new Refusal("payment_limit", `The bank takes ${paymentsADay} payments a day. Pay tomorrow.`);
  const payment: Payment = {
    payment_number: nextPaymentNumber(),
    claim_number,
    policy_number,
    kind,
    amount_cents,
    iban,
    paid_at: new Date(now()).toISOString(),
  };
  agency.payments.set(payment.payment_number, payment);
  claim.paid_cents += amount_cents;
  policy.paid_cents += amount_cents;
  return payment;
}

export function payInterim(agency: Agency, claimNumber: string, cents: number): Payment {
  const claim = claimIn(agency, claimNumber, "approved");
  const outstanding = outstandingOf(claim);
  if (cents >= outstanding)
    throw new Refusal(
      "above_outstanding",
      `${outstanding} cents are outstanding. Pay less of them, or all of them with settle_claim.`,
    );
  return pay(agency, claim, "interim", cents);
}

export function settle(agency: Agency, claimNumber: string): Claim {
  const claim = claimIn(agency, claimNumber, "approved");
  const { paid_at } = pay(agency, claim, "final", outstandingOf(claim));
  claim.status = "paid";
  claim.settled_at = paid_at;
  return claim;
}
