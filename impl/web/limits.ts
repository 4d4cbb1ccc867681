/** How often respondents may do what. */
import { fixedWindow, type Limit } from "@toolwright/runtime";
import type { LimitRule, Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";

/**
 * What strangers may do how often. Many people share a network, a school or an office; so what comes from one is limited
 * generously, and what hurts a single person or form is limited tightly.
 */
export interface WebLimits {
  /** Forms sent, by network. */
  readonly submissions: Limit;
  /** Pages and files sent on the way there, by network. */
  readonly steps: Limit;
  /** Files taken, by network: each costs disk space for a day at least. */
  readonly files: Limit;
  /** Mails that an address gets. */
  readonly mails: Limit;
  /** Codes tried, by network; each response has its own five on top. */
  readonly codes: Limit;
  /** Passwords tried, by network and form. */
  readonly passwords: Limit;
}

const HOUR = 3_600;

/** Where several nodes share a database they count together, by its clock. */
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
