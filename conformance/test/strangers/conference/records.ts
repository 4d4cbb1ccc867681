/** What is stored for one organiser, and the ids of new things. */
import { randomBytes, randomUUID } from "node:crypto";

export interface Event {
  readonly id: string;
  name: string;
  venue: string;
  readonly starts_on: string;
  readonly days: number;
  readonly rooms: readonly string[];
  readonly fee_cents: number;
  capacity: number;
  status: "call_open" | "call_closed";
  call_closed_at?: string;
}

export interface Speaker {
  readonly name: string;
  readonly email: string;
  readonly affiliation?: string | undefined;
}

export interface Review {
  readonly reviewer: string;
  readonly score: number;
  readonly comment: string;
}

export type TalkStatus = "submitted" | "accepted" | "rejected" | "withdrawn";

export interface Talk {
  readonly id: string;
  readonly event_id: string;
  title: string;
  abstract: string;
  readonly level: "beginner" | "intermediate" | "advanced";
  readonly minutes: number;
  tags: readonly string[];
  readonly speakers: readonly Speaker[];
  readonly reviews: Review[];
  status: TalkStatus;
  revision: number;
  readonly submitted_at: string;
  decided_at?: string;
  readonly copied_from?: string;
}

export interface Slot {
  readonly id: number;
  readonly event_id: string;
  readonly talk_id: string;
  readonly room: string;
  readonly starts: number;
  readonly minutes: number;
}

export interface Registration {
  readonly id: string;
  readonly event_id: string;
  readonly name: string;
  readonly email: string;
  readonly paid_cents: number;
  status: "registered" | "checked_in" | "cancelled";
  readonly registered_at: string;
  badge_number?: number;
  checked_in_at?: string;
  cancelled_at?: string;
}

export interface Waiting {
  readonly id: string;
  readonly event_id: string;
  readonly name: string;
  readonly email: string;
  status: "waiting" | "offered" | "accepted" | "lapsed" | "left";
  readonly joined_at: string;
  offer_expires_at?: string;
  registration_id?: string;
}

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const orderLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const draw = (alphabet: string, length: number) =>
  [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join("");

let talks = 1000;
let slots = 0;

/** Talks and slots are counted through for all organisers. */
export const newId = {
  event: () => `ev_${draw(letters, 12)}`,
  talk: () => `T-${++talks}`,
  slot: () => ++slots,
  registration: () => `R-${draw(orderLetters, 8)}`,
  waiting: () => randomUUID(),
};
