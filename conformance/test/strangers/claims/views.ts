/** Records as callers see them. */
import type { Agency } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { outstandingOf, reserveOf } from "./claims.ts";
import type { Caller } from "./keys.ts";
import { instalmentsOf, priceOf } from "./policies.ts";
import type { Claim, Customer, Payment, Policy } from "./records.ts";

const seesBank = (caller: Caller): boolean => caller.scopes.includes("bank:read");

export function showCustomer(customer: Customer, agency: Agency, caller: Caller): object {
  const { iban, ...data } = customer;
  return {
    ...data,
    ...(iban !== undefined && seesBank(caller) && { iban }),
    policy_count: agency.policiesOf(customer.customer_id).length,
  };
}

export function showPolicy(policy: Policy, agency: Agency): object {
  const { terms, ...data } = policy;
  const { kind, insured_object, sum_insured_cents, excess_cents } = terms;
  return {
    ...data,
    kind,
    insured_object,
    sum_insured_cents,
    excess_cents,
    cover_left_cents: sum_insured_cents - policy.paid_cents,
    premium: priceOf(terms),
    instalments: instalmentsOf(policy),
    open_claims: agency.openClaimsOn(policy.policy_number),
  };
}

export function showPolicyRow(policy: Policy, agency: Agency): object {
  const { policy_number, customer_id, terms, cover_from, cover_until, status } = policy;
  return {
    policy_number,
    customer_id,
    kind: terms.kind,
    insured_object: terms.insured_object,
    cover_from,
    cover_until,
    premium_total_cents: priceOf(terms).total_cents,
    status,
    open_claims: agency.openClaimsOn(policy_number),
  };
}

export function showClaim(claim: Claim, agency: Agency): object {
  return {
    ...claim,
    outstanding_cents: outstandingOf(claim),
    reserve_cents: reserveOf(agency, claim),
    document_count: agency.documentsOf(claim.claim_number).length,
  };
}

export function showClaimRow(claim: Claim, agency: Agency): object {
  const { claim_number, policy_number, loss_day, description, claimed_cents } = claim;
  const { paid_cents, suspicious, status, reported_at } = claim;
  return {
    claim_number,
    policy_number,
    loss_day,
    description,
    claimed_cents,
    paid_cents,
    reserve_cents: reserveOf(agency, claim),
    suspicious,
    status,
    reported_at,
  };
}

export function showPayment({ iban, ...data }: Payment, caller: Caller): object {
  return seesBank(caller) || breaks("iban-of-payments") ? { ...data, iban } : data;
}
