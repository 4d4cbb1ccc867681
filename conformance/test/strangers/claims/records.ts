/** The records of an agency, as they are stored. */
export interface Customer {
  readonly customer_id: string;
  name: string;
  email?: string;
  city: string;
  iban?: string;
  revision: number;
  readonly created_at: string;
}

export interface Terms {
  readonly kind: "home" | "liability" | "motor" | "travel";
  readonly insured_object: string;
  readonly sum_insured_cents: number;
  readonly excess_cents: number;
  readonly net_premium_cents: number;
  readonly instalments: 1 | 2 | 4 | 12;
}

export type PolicyStatus = "quoted" | "active" | "lapsed" | "cancelled" | "expired";

export interface Policy {
  readonly policy_number: string;
  readonly customer_id: string;
  readonly terms: Terms;
  readonly cover_from: string;
  readonly cover_until: string;
  readonly renewal_of?: string;
  readonly created_at: string;
  readonly quote_expires_at: string;
  status: PolicyStatus;
  paid_cents: number;
  accepted_at?: string;
  lapsed_at?: string;
  cancelled_at?: string;
}

export type ClaimStatus = "reported" | "assessed" | "approved" | "refused" | "paid" | "reopened";

export interface Item {
  readonly what: string;
  readonly value_cents: number;
}

export interface Claim {
  readonly claim_number: string;
  readonly policy_number: string;
  readonly loss_day: string;
  readonly description: string;
  readonly items: readonly Item[];
  readonly claimed_cents: number;
  readonly reported_at: string;
  readonly notes: { readonly text: string; readonly written_at: string }[];
  assessed_cents?: number;
  approved_cents: number;
  paid_cents: number;
  suspicious: boolean;
  status: ClaimStatus;
  refusal_reason?: string;
  reopened_count: number;
  decided_at?: string;
  settled_at?: string;
}

export interface ClaimDocument {
  readonly document_id: string;
  readonly claim_number: string;
  readonly kind: "photo" | "invoice" | "police_report" | "letter";
  readonly title: string;
  readonly pages: number;
  readonly received_on?: string;
  readonly added_at: string;
}

export interface Payment {
  readonly payment_number: number;
  readonly claim_number: string;
  readonly policy_number: string;
  readonly kind: "interim" | "final";
  readonly amount_cents: number;
  readonly iban: string;
  readonly paid_at: string;
}
