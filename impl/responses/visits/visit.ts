/** A visit to a form, and the numbers that it adds to the counters in each of its states. */
import type { Language } from "../../../generated/types.ts";
import { bucketOf } from "./durations.ts";

/** One opening of the page of a form. */
export interface Visit {
  readonly formId: string;
  /** The time when the form was first shown, in milliseconds since 1970. */
  readonly openedAt: number;
  /** The language of the first page. */
  readonly language: Language;
  /** Whether the opening is counted; false for a page that the browser loaded in advance, until the visit starts. */
  readonly isOpened: boolean;
}

/** How far a visit is. */
export interface Progress {
  /** The language of the page. */
  readonly language: Language;
  /** The id of the question that was reached, or `ADDRESS`; undefined: the visit has not started. */
  readonly at: string | undefined;
}

/** The end of a visit: the form was sent, by a person or by a program. */
export interface Sending {
  readonly language: Language;
  readonly sentAt: number;
  readonly isSpam: boolean;
}

/** The numbers that a visit adds to the counters. */
export interface Contribution {
  readonly language: Language;
  readonly opened: number;
  readonly started: number;
  readonly sent: number;
  /** The question at which the visit is, or was left. */
  readonly place: string | undefined;
  /** The bucket of its duration. */
  readonly bucket: number | undefined;
}

/** The day of a visit: `YYYY-MM-DD`, in UTC. */
export function dayOf({ openedAt }: Pick<Visit, "openedAt">): string {
  return new Date(openedAt).toISOString().slice(0, 10);
}

export function progressContribution(visit: Visit, { language, at }: Progress): Contribution {
  const isStarted = at !== undefined;
  return {
    language,
    opened: Number(isStarted || visit.isOpened),
    started: Number(isStarted),
    sent: 0,
    place: at,
    bucket: undefined,
  };
}

/** Programs are not counted, not even as an opening. */
export function sendingContribution(visit: Visit, { language, sentAt, isSpam }: Sending): Contribution {
  const counted = isSpam ? 0 : 1;
  return {
    language,
    opened: counted,
    started: counted,
    sent: counted,
    place: undefined,
    bucket: isSpam ? undefined : bucketOf(sentAt - visit.openedAt),
  };
}
