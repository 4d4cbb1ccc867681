/** The work with claims, but for payments. */
import { randomUUID } from "node:crypto";
import { type Agency, nextNumber } from "./agency.ts";
import { breaks } from "./breaks.ts";
import { dayOf } from "./days.ts";
import { now } from "./keys.ts";
import type { Claim, ClaimDocument, ClaimStatus, Item } from "./records.ts";
import { Refusal } from "./refusal.ts";

const documentsPerClaim = 20;

interface Report {
  readonly policy_number: string;
  readonly loss_day: string;
  readonly description: string;
  readonly items: readonly Item[];
}

const time = (): string => new Date(now()).toISOString();

export function reportClaim(agency: Agency, report: Report): Claim {
  const { policy_number, loss_day, description, items } = report;
  const policy = agency.policy(policy_number);
  if (policy.status !== "active")
    throw new Refusal(
      "policy_not_active",
      `${policy_number} is ${policy.status}. Claims are on active policies.`,
    );
  if (loss_day > dayOf(now()))
    throw new Refusal("not_covered", `The day of the loss, ${loss_day}, is in the future.`);
  if (loss_day < policy.cover_from || loss_day > policy.cover_until)
    throw new Refusal(
      "not_covered",
      `${policy_number} covers ${policy.cover_from} to ${policy.cover_until}, not ${loss_day}.`,
    );
  const claim: Claim = {
    claim_number: nextNumber("C"),
    policy_number,
    loss_day,
    description,
    items,
    claimed_cents: items.reduce((sum, { value_cents }) => sum + value_cents, 0),
    reported_at: time(),
    notes: [],
    approved_cents: 0,
    paid_cents: 0,
    suspicious: false,
    status: "reported",
    reopened_count: 0,
  };
  agency.claims.set(claim.claim_number, claim);
  return claim;
}

export function claimIn(agency: Agency, number: string, ...statuses: ClaimStatus[]): Claim {
  const claim = agency.claim(number);
  if (!statuses.includes(claim.status))
    throw new Refusal(
      "claim_state",
      `${number} is ${claim.status}. This can be done while it is ${statuses.join(" or ")}.`,
    );
  return claim;
}

export function assessClaim(agency: Agency, number: string, cents: number, suspicious: boolean): Claim {
  return Object.assign(claimIn(agency, number, "reported", "reopened"), {
    assessed_cents: cents,
    suspicious,
    status: "assessed" as const,
  });
}

/** The loss that the insurer bears. */
function lossAfterExcess(agency: Agency, claim: Claim): number {
  const excess = agency.policy(claim.policy_number).terms.excess_cents;
  return Math.max(0, (claim.assessed_cents ?? claim.claimed_cents) - excess);
}

export function approveClaim(agency: Agency, number: string, cents: number): Claim {
  const claim = claimIn(agency, number, "assessed");
  const most = breaks("excess-not-deducted") ? claim.assessed_cents! : lossAfterExcess(agency, claim);
  if (cents > most)
    throw new Refusal(
      "amount_too_high",
      `At most ${most} cents can be approved for ${number}: the loss less the excess.`,
    );
  if (cents <= claim.paid_cents)
    throw new Refusal(
      "amount_too_low",
      `${claim.paid_cents} cents were paid for ${number}. Approve more, or refuse it.`,
    );
  delete claim.refusal_reason;
  return Object.assign(claim, {
    approved_cents: cents,
    status: "approved" as const,
    decided_at: time(),
  });
}

export function refuseClaim(agency: Agency, number: string, reason: string): Claim {
  return Object.assign(claimIn(agency, number, "assessed"), {
    refusal_reason: reason,
    status: "refused" as const,
    decided_at: time(),
  });
}

export function reopenClaim(agency: Agency, number: string, reason: string): Claim {
  const claim = claimIn(agency, number, "refused", "paid");
  claim.notes.push({ text: reason, written_at: time() });
  claim.reopened_count += 1;
  claim.status = "reopened";
  return claim;
}

export function addNote(agency: Agency, number: string, text: string): Claim {
  const claim = agency.claim(number);
  claim.notes.push({ text, written_at: time() });
  return claim;
}

export const outstandingOf = ({ status, approved_cents, paid_cents }: Claim): number =>
  status === "approved" ? approved_cents - paid_cents : 0;

export function reserveOf(agency: Agency, claim: Claim): number {
  if (claim.status === "refused" || claim.status === "paid") return 0;
  if (claim.status === "approved") return outstandingOf(claim);
  return Math.max(0, lossAfterExcess(agency, claim) - claim.paid_cents);
}

export function addDocument(
  agency: Agency,
  document: Omit<ClaimDocument, "document_id" | "added_at">,
): ClaimDocument {
  const { claim_number } = agency.claim(document.claim_number);
  if (agency.documentsOf(claim_number).length >= documentsPerClaim)
    throw new Refusal(
      "too_many_documents",
      `${claim_number} has ${documentsPerClaim} documents. Join some into one.`,
    );
  const added = { ...document, document_id: randomUUID(), added_at: time() };
  agency.documents.set(added.document_id, added);
  return added;
}
