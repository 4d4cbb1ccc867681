/** The tools for claims, their documents and payments. */
import { everyAgency } from "./agency.ts";
import { breaks } from "./breaks.ts";
import {
  addDocument,
  addNote,
  approveClaim,
  assessClaim,
  refuseClaim,
  reopenClaim,
  reportClaim,
} from "./claims.ts";
import { ascending, has, type Paging, pageOf } from "./lists.ts";
import { allowanceOf, payInterim, settle } from "./payments.ts";
import type { Claim, ClaimDocument, Item, Payment } from "./records.ts";
import { nameList, type Tool, tool, type Work } from "./tool.ts";
import { showClaim, showClaimRow, showPayment } from "./views.ts";

interface ReportInput {
  readonly policy_number: string;
  readonly loss_day: string;
  readonly description: string;
  readonly items: readonly Item[];
  readonly request_id?: string;
}

interface ClaimFilters extends Paging {
  readonly policy_number?: string;
  readonly status?: string;
  readonly suspicious?: boolean;
  readonly loss_from?: string;
  readonly loss_until?: string;
  readonly min_claimed_cents?: number;
  readonly search?: string;
}

interface PaymentFilters extends Paging {
  readonly claim_number?: string;
  readonly policy_number?: string;
  readonly kind?: string;
  readonly paid_from?: string;
  readonly paid_until?: string;
  readonly min_amount_cents?: number;
}

type ByNumber = { readonly claim_number: string };
type WithReason = ByNumber & { readonly reason: string };
type WithAmount = ByNumber & { readonly amount_cents: number; readonly request_id?: string };
type Assessment = ByNumber & { readonly assessed_cents: number; readonly suspicious: boolean };
type DocumentInput = Omit<ClaimDocument, "document_id" | "added_at">;
type DocumentFilters = ByNumber & { readonly kind?: string };

function listClaims({ limit, cursor, ...filters }: ClaimFilters, work: Work): object {
  const { agency } = work;
  const { policy_number, status, suspicious, loss_from, loss_until, search } = filters;
  const { min_claimed_cents = 0 } = filters;
  if (policy_number !== undefined) agency.policy(policy_number);
  const { rows, total, next } = pageOf({
    name: nameList("list_claims", filters, work),
    rows: agency.claims.values(),
    paging: { limit, ...(cursor !== undefined && { cursor }) },
    descending: true,
    compare: ascending<string>,
    keyOf: ({ reported_at }: Claim) => reported_at,
    idOf: ({ claim_number }) => claim_number,
    fits: (claim) =>
      (policy_number === undefined || claim.policy_number === policy_number) &&
      (status === undefined || claim.status === status) &&
      (suspicious === undefined || claim.suspicious === suspicious) &&
      (loss_from === undefined || claim.loss_day >= loss_from) &&
      (loss_until === undefined || claim.loss_day <= loss_until) &&
      claim.claimed_cents >= min_claimed_cents &&
      has(claim.description, search),
  });
  return { claims: rows.map((claim) => showClaimRow(claim, agency)), total, ...next };
}

function listDocuments({ claim_number, kind }: DocumentFilters, { agency }: Work): object {
  const elsewhere =
    breaks("documents-of-others") && everyAgency().find(({ claims }) => claims.has(claim_number));
  const files = elsewhere || agency;
  files.claim(claim_number);
  const documents = files
    .documentsOf(claim_number)
    .filter((document) => kind === undefined || document.kind === kind);
  return { documents, total_pages: documents.reduce((sum, { pages }) => sum + pages, 0) };
}

function listPayments({ limit, cursor, ...filters }: PaymentFilters, work: Work): object {
  const { agency, caller } = work;
  const { claim_number, policy_number, kind, paid_from, paid_until, min_amount_cents = 0 } = filters;
  if (claim_number !== undefined) agency.claim(claim_number);
  if (policy_number !== undefined) agency.policy(policy_number);
  const { rows, total, next } = pageOf({
    name: nameList("list_payments", filters, work),
    rows: agency.payments.values(),
    paging: { limit, ...(cursor !== undefined && { cursor }) },
    descending: true,
    compare: ascending<number>,
    keyOf: ({ payment_number }: Payment) => payment_number,
    idOf: ({ payment_number }) => payment_number,
    fits: (payment) =>
      (claim_number === undefined || payment.claim_number === claim_number) &&
      (policy_number === undefined || payment.policy_number === policy_number) &&
      (kind === undefined || payment.kind === kind) &&
      (paid_from === undefined || payment.paid_at.slice(0, 10) >= paid_from) &&
      (paid_until === undefined || payment.paid_at.slice(0, 10) <= paid_until) &&
      payment.amount_cents >= min_amount_cents,
  });
  return { payments: rows.map((payment) => showPayment(payment, caller)), total, ...next };
}

function report(input: ReportInput, { agency }: Work): object {
  return showClaim(
    agency.once("report_claim", input, () => reportClaim(agency, input)),
    agency,
  );
}

function payPart(input: WithAmount, { agency, caller }: Work): object {
  const { claim_number, amount_cents } = input;
  const payment = agency.once("pay_claim", input, () => payInterim(agency, claim_number, amount_cents));
  return showPayment(payment, caller);
}

export const claimTools: Readonly<Record<string, Tool>> = {
  report_claim: tool("office:write", report),
  get_claim: tool("office:read", ({ claim_number }: ByNumber, { agency }) =>
    showClaim(agency.claim(claim_number), agency),
  ),
  list_claims: tool("office:read", listClaims),
  assess_claim: tool(
    "claims:handle",
    ({ claim_number, assessed_cents, suspicious }: Assessment, { agency }) =>
      showClaim(assessClaim(agency, claim_number, assessed_cents, suspicious), agency),
  ),
  approve_claim: tool("claims:handle", ({ claim_number, amount_cents }: WithAmount, { agency }) =>
    showClaim(approveClaim(agency, claim_number, amount_cents), agency),
  ),
  refuse_claim: tool("claims:handle", ({ claim_number, reason }: WithReason, { agency }) =>
    showClaim(refuseClaim(agency, claim_number, reason), agency),
  ),
  reopen_claim: tool("claims:handle", ({ claim_number, reason }: WithReason, { agency }) =>
    showClaim(reopenClaim(agency, claim_number, reason), agency),
  ),
  add_note: tool(
    "claims:handle",
    ({ claim_number, text }: ByNumber & { readonly text: string }, { agency }) =>
      showClaim(addNote(agency, claim_number, text), agency),
  ),
  add_document: tool("office:write", (input: DocumentInput, { agency }) => addDocument(agency, input)),
  list_documents: tool("office:read", listDocuments),
  pay_claim: tool("payments:make", payPart),
  settle_claim: tool("payments:make", ({ claim_number }: ByNumber, { agency }) =>
    showClaim(settle(agency, claim_number), agency),
  ),
  list_payments: tool("office:read", listPayments),
  get_payment_allowance: tool("office:read", (_: object, { agency }) => allowanceOf(agency)),
};
