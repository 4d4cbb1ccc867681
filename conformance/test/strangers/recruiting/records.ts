/** The records of a recruiting team, and their ids, which count up for each kind. Money is counted in cents. */

export type JobState = "draft" | "open" | "closed";

export interface Job {
  readonly job_id: string;
  readonly title: string;
  readonly department: string;
  readonly headcount: number;
  /** The last day on which candidates can apply, in UTC. */
  readonly closes_on: string;
  state: JobState;
  opened_at?: string;
  readonly created_at: string;
}

export interface CandidateDetails {
  name: string;
  email: string;
  phone?: string | undefined;
}

export interface Candidate extends CandidateDetails {
  readonly candidate_id: string;
  readonly tags: string[];
  consent: "given" | "lapsed";
  consent_until: string;
  revision: number;
  readonly created_at: string;
}

export const stages = [
  "applied",
  "screening",
  "interview",
  "offer",
  "hired",
  "rejected",
  "withdrawn",
] as const;
export type Stage = (typeof stages)[number];

export interface Application {
  readonly application_id: string;
  readonly job_id: string;
  readonly candidate_id: string;
  readonly source: string;
  readonly cover_note?: string | undefined;
  stage: Stage;
  reason?: string | undefined;
  readonly applied_at: string;
  decided_at?: string;
}

export interface Interview {
  readonly interview_id: string;
  readonly application_id: string;
  readonly interviewer: string;
  readonly starts_at: string;
  readonly minutes: number;
  state: "scheduled" | "held" | "scored" | "cancelled";
  score?: number;
  comment?: string;
  scored_at?: string;
}

export interface Offer {
  readonly offer_id: string;
  readonly application_id: string;
  readonly job_id: string;
  readonly base_cents: number;
  readonly bonus_cents: number;
  readonly currency: string;
  readonly valid_days: number;
  state: "open" | "accepted" | "declined" | "lapsed";
  readonly made_at: string;
  readonly expires_at: string;
  answered_at?: string;
}

/** Records of all accounts are numbered together. */
const last = { JOB: 1000, CAND: 1041, APP: 5000, INT: 7000, OFF: 300 };

export function nextId(kind: keyof typeof last): string {
  last[kind] += 1;
  return `${kind}-${last[kind]}`;
}

const openStages: ReadonlySet<Stage> = new Set(["applied", "screening", "interview", "offer"]);

/** Whether an application is not decided yet. */
export function isOpen({ stage }: Application): boolean {
  return openStages.has(stage);
}
