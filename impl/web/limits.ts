/** How often respondents may do what. */
import { fixedWindow, type Limit } from "@toolwright/runtime";
import type { LimitRule, Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";

/**
 * The rate limits of the public pages. Many people share the network of a school or an office, so limits by network
 * are generous. Limits that protect a single person or form are tight.
 */
export interface WebLimits {
  /** Forms sent, by network. */
  readonly submissions: Limit;
  /** Pages and files sent before the form is submitted, by network. */
  readonly steps: Limit;
  /** Files stored, by network: each takes disk space for at least a day. */
  readonly files: Limit;
  /** Mails that an address gets. */
  readonly mails: Limit;
  /** Codes tried, by network; each response allows five in addition. */
  readonly codes: Limit;
  /** Passwords tried, by network and form. */
  readonly passwords: Limit;
}

const HOUR = 3_600;

/** Nodes that share a database count together, by the clock of the database. */
export function webLimits({ sharedLimit }: Storage, clock: Clock): WebLimits {
  const limit = (name: keyof WebLimits, rule: LimitRule) =>
    sharedLimit?.(name, rule) ?? fixedWindow(rule, () => clock().getTime());
  return {
    submissions: limit("submissions", { max: 200, seconds: HOUR }),
    steps: limit("steps", { max: 2_000, seconds: HOUR }),
    files: limit("files", { max: 1_000, seconds: HOUR }),
    mails: limit("mails", { max: 10, seconds: HOUR }),
    codes: limit("codes", { max: 100, seconds: HOUR }),
    passwords: limit("passwords", { max: 10, seconds: 900 }),
  };
}
