/** What a hire company keeps, as the tools show it. Ids are numbers that count up in each company. */
export type Kind = "city" | "ebike" | "cargo" | "kids";
export type Part = "puncture" | "brake" | "light" | "lock" | "basket" | "frame";
export type HireStatus = "booked" | "out" | "returned" | "cancelled" | "lost";

export interface Model {
  readonly model_id: number;
  name: string;
  readonly kind: Kind;
  day_cents: number;
  deposit_cents: number;
  readonly replacement_cents: number;
  readonly features: readonly string[];
  revision: number;
}

export interface Bike {
  readonly bike_id: number;
  readonly frame_number: string;
  readonly model_id: number;
  shop_id: number;
  readonly size?: "S" | "M" | "L";
  status: "available" | "out" | "retired" | "lost";
  readonly added_at: string;
}

export interface Customer {
  readonly customer_id: number;
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly document: { readonly kind: "passport" | "id_card" | "driving_licence"; readonly number: string };
}

export interface Quote {
  readonly quote_id: string;
  readonly bike_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly days: number;
  readonly day_cents: number;
  readonly price_cents: number;
  readonly deposit_cents: number;
  readonly valid_until: string;
}

export interface DamageInput {
  readonly part: Part;
  readonly count: number;
}

export interface Hire {
  readonly hire_id: number;
  status: HireStatus;
  bike_id: number;
  readonly customer_id: number;
  readonly shop_id: number;
  readonly starts_at: string;
  ends_at: string;
  readonly day_cents: number;
  readonly deposit_cents: number;
  extensions: number;
  readonly swaps: { readonly bike_id: number; readonly swapped_at: string; readonly reason?: string }[];
  damages: (DamageInput & { readonly cents: number })[];
  late_fee_cents: number;
  readonly note?: string;
  readonly booked_at: string;
  readonly pick_up_until: string;
  handed_out_at?: string;
  returned_at?: string;
}

export interface Maintenance {
  readonly maintenance_id: number;
  readonly bike_id: number;
  readonly from: string;
  readonly until: string;
  readonly work: readonly string[];
  readonly note?: string;
  status: "planned" | "cancelled";
}
