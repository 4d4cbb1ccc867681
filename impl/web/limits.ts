/** How often respondents may do what. */
import { fixedWindow, type Limit } from "@toolwright/runtime";
import type { LimitRule, Storage } from "../platform/storage/storage.ts";
import type { Clock } from "../platform/time/clock.ts";

/**
 * The rate limits of the public pages. Many people share the network of a school or an office, so limits by network
 * are generous. Limits that protect a single person or form are tight.
 */
export interface WebLimits {
  /** Pages and files that are read, by network; scripts and styles do not count. Each node counts for itself. */
  readonly reads: Limit;
  /** Forms sent, by network. */
  readonly submissions: Limit;
  /** Pages and files sent before the form is submitted, by network. */
  readonly steps: Limit;
  /** Files stored, by network: each takes disk space for at least a day. */
  readonly files: Limit;
  /** Mails that an address gets. */
  readonly mails: Limit;
  /** Mails that an address gets because of one network, so that no network can spend what all others need. */
  readonly mailsOfNetwork: Limit;
  /** Mails to respondents of a form. */
  readonly mailsOfForm: Limit;
  /** Mails to respondents of all forms of an account. */
  readonly mailsOfAccount: Limit;
  /** The same for an account in its trial, which costs nothing to make. */
  readonly mailsOfTrial: Limit;
  /** Corrections of the address of a response: each sends a mail to another address. */
  readonly corrections: Limit;
  /** Wrong codes, by network; each response allows five in addition. */
  readonly wrongCodes: Limit;
  /** Passwords tried, by network and form or lesson. */
  readonly passwords: Limit;
  /** Attempts at a lesson that are begun, by network and lesson; further ones are not stored. */
  readonly attempts: Limit;
  /** Answers to open tasks that are reviewed, by network and lesson: a review may cost money. */
  readonly reviews: Limit;
  /** Answers to open tasks of a lesson that a language model reads, from any number of networks. */
  readonly modelReviews: Limit;
  /** Passwords of accounts tried, by network and address. */
  readonly signIns: Limit;
  /** Passwords of accounts tried, by network: many accounts with one password each. */
  readonly signInsOfNetwork: Limit;
  /** Passwords of one account tried, from any number of networks. Mailed links still sign its owner in. */
  readonly signInsOfAddress: Limit;
  /** Mails with links that an address gets. */
  readonly links: Limit;
  /** Mails with links that a network causes. */
  readonly linksOfNetwork: Limit;
  /** Apps that register themselves, by network. */
  readonly registrations: Limit;
  /** Documents about apps that are fetched, by network. */
  readonly appDocuments: Limit;
  /** Access tokens that are renewed, by connected app: one lives for an hour. */
  readonly renewals: Limit;
  /** Posts of a signed-in account. An editor saves and previews about once a second. */
  readonly ownerPosts: Limit;
}

/**
 * Counts against several limits, until one refuses: the later ones do not count then.
 * @returns how many seconds to wait; undefined: none
 */
export async function secondsToWait(
  counted: readonly (readonly [limit: Limit, key: string])[],
): Promise<number | undefined> {
  for (const [limit, key] of counted) {
    const verdict = await limit(key);
    if (!verdict.allowed) return verdict.retryAfterSeconds;
  }
  return undefined;
}

const HOUR = 3_600;

/** Nodes that share a database count together, by the clock of the database. */
export function webLimits({ sharedLimit }: Storage, clock: Clock): WebLimits {
  const limit = (name: keyof WebLimits, rule: LimitRule) =>
    sharedLimit?.(name, rule) ?? fixedWindow(rule, () => clock().getTime());
  return {
    // A whole school may open a form in one lesson.
    reads: fixedWindow({ max: 3_000, seconds: 600 }, () => clock().getTime()),
    submissions: limit("submissions", { max: 200, seconds: HOUR }),
    steps: limit("steps", { max: 2_000, seconds: HOUR }),
    files: limit("files", { max: 1_000, seconds: HOUR }),
    mails: limit("mails", { max: 20, seconds: HOUR }),
    mailsOfNetwork: limit("mailsOfNetwork", { max: 6, seconds: HOUR }),
    mailsOfForm: limit("mailsOfForm", { max: 1_000, seconds: HOUR }),
    mailsOfAccount: limit("mailsOfAccount", { max: 3_000, seconds: HOUR }),
    mailsOfTrial: limit("mailsOfTrial", { max: 300, seconds: 24 * HOUR }),
    corrections: limit("corrections", { max: 3, seconds: 24 * HOUR }),
    wrongCodes: limit("wrongCodes", { max: 100, seconds: HOUR }),
    passwords: limit("passwords", { max: 10, seconds: 900 }),
    attempts: limit("attempts", { max: 200, seconds: HOUR }),
    reviews: limit("reviews", { max: 200, seconds: HOUR }),
    modelReviews: limit("modelReviews", { max: 1_000, seconds: HOUR }),
    signIns: limit("signIns", { max: 10, seconds: 900 }),
    signInsOfNetwork: limit("signInsOfNetwork", { max: 200, seconds: HOUR }),
    signInsOfAddress: limit("signInsOfAddress", { max: 60, seconds: HOUR }),
    links: limit("links", { max: 5, seconds: HOUR }),
    linksOfNetwork: limit("linksOfNetwork", { max: 60, seconds: HOUR }),
    registrations: limit("registrations", { max: 100, seconds: HOUR }),
    appDocuments: limit("appDocuments", { max: 100, seconds: HOUR }),
    renewals: limit("renewals", { max: 20, seconds: HOUR }),
    ownerPosts: limit("ownerPosts", { max: 600, seconds: 60 }),
  };
}
