/** The records of a company. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export interface Employee {
  readonly employee_no: number;
  name: string;
  email: string;
  home_phone?: string;
  team_id: string;
  manager_no?: number;
  days_per_year: number;
  status: "active" | "left";
  revision: number;
  readonly created_at: string;
}

export interface Leave {
  readonly id: string;
  readonly employee_no: number;
  readonly kind: "holiday" | "sick" | "parental" | "unpaid";
  readonly from: string;
  readonly until: string;
  readonly half_day: boolean;
  readonly days: number;
  readonly year: number;
  readonly note?: string;
  status: "requested" | "approved" | "refused" | "withdrawn" | "cancelled" | "lapsed";
  readonly decide_by: string;
  decided_by?: number;
  decided_at?: string;
  decision_note?: string;
  readonly created_at: string;
}

export interface Shift {
  readonly id: string;
  readonly team_id: string;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly minutes: number;
  readonly break_minutes: number;
  readonly paid_minutes: number;
  readonly tasks: readonly string[];
  employee_no?: number;
  status: "open" | "assigned" | "cancelled";
  readonly created_at: string;
}

export interface Swap {
  readonly id: string;
  readonly shift_id: string;
  readonly for_shift_id: string;
  readonly offered_by: number;
  readonly offered_to: number;
  readonly message?: string;
  status: "offered" | "accepted" | "declined" | "withdrawn" | "expired" | "void";
  readonly expires_at: string;
  answered_at?: string;
  readonly created_at: string;
}
