/** What the library keeps, as the tools show it. */
export interface Title {
  readonly title_id: string;
  readonly name: string;
  readonly author: string;
  readonly year?: number;
  readonly kind: string;
}

export interface Copy {
  readonly copy_id: string;
  readonly title_id: string;
  readonly shelf: string;
  status: "on_shelf" | "on_loan" | "set_aside" | "withdrawn";
}

export interface Member {
  readonly member_id: string;
  name: string;
  email?: string;
  fines_cents: number;
  readonly joined_at: string;
}

export interface Loan {
  readonly loan_id: string;
  readonly copy_id: string;
  readonly title_id: string;
  readonly member_id: string;
  status: "open" | "returned";
  readonly lent_at: string;
  due_at: string;
  renewals: number;
  returned_at?: string;
  fine_cents: number;
}

export interface Hold {
  readonly hold_id: string;
  readonly title_id: string;
  readonly member_id: string;
  status: "waiting" | "ready" | "collected" | "cancelled" | "expired";
  copy_id?: string;
  readonly placed_at: string;
  readonly expires_at: string;
  pick_up_until?: string;
}
