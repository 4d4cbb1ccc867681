import { fixedWindow, type Limit } from "toolwright/runtime";
import type { Clock } from "../clock.ts";

/**
 * What strangers may do how often. Many people share a network, a school or an office; so what comes from one is limited
 * generously, and what hurts a single person or form is limited tightly.
 */
export interface WebLimits {
  /** Forms sent, by network. */
  readonly submissions: Limit;
  /** Pages and files sent on the way there, by network. */
  readonly steps: Limit;
  /** Mails that an address gets. */
  readonly mails: Limit;
  /** Codes tried, by network; each response has its own five on top. */
  readonly codes: Limit;
  /** Passwords tried, by network and form. */
  readonly passwords: Limit;
}

const HOUR = 3_600;

export function webLimits(clock: Clock): WebLimits {
  const rateLimit = (rule: { max: number; seconds: number }) => fixedWindow(rule, () => clock().getTime());
  return {
    submissions: rateLimit({ max: 200, seconds: HOUR }),
    steps: rateLimit({ max: 2_000, seconds: HOUR }),
    mails: rateLimit({ max: 10, seconds: HOUR }),
    codes: rateLimit({ max: 100, seconds: HOUR }),
    passwords: rateLimit({ max: 10, seconds: 900 }),
  };
}
