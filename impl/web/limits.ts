/** The rate limits of pages. */
import { fixedWindow, type Limit, type RateVerdict } from "@toolwright/runtime";
import { MAX_COST } from "../forms/structure/cost.ts";
import type { LimitRule, Storage } from "../platform/storage/storage.ts";
import type { Clock } from "../platform/time/clock.ts";

const HOUR = 3_600;

/**
 * Many people share the network of a school or an office, so limits by network are generous. Limits that protect a single
 * person or form are tight. Nodes that share a database count together, by the clock of the database.
 */
const SHARED = {
  /** Forms sent, by network: two schools of 400 within an hour. */
  submissions: { max: 1_000, seconds: HOUR },
  /** Pages and files sent before the form is submitted, by network. */
  steps: { max: 2_000, seconds: HOUR },
  /** Reports of how far a visitor came, by network: some for each form that is sent. Further ones are not counted. */
  progress: { max: 6_000, seconds: HOUR },
  /** Files stored, by network: each takes disk space for an hour or more. */
  files: { max: 1_000, seconds: HOUR },
  /** Mails that an address gets. */
  mails: { max: 20, seconds: HOUR },
  /** Mails that an address gets because of one network, so a network cannot use up the limit of all others. */
  mailsOfNetwork: { max: 6, seconds: HOUR },
  /** Mails to respondents of a form. */
  mailsOfForm: { max: 1_000, seconds: HOUR },
  /** Mails to respondents of all forms of an account. */
  mailsOfAccount: { max: 3_000, seconds: HOUR },
  /** The same for an account in its trial, which costs nothing to make. */
  mailsOfTrial: { max: 300, seconds: 24 * HOUR },
  /** Corrections of the address of a response: each sends a mail to another address. */
  corrections: { max: 3, seconds: 24 * HOUR },
  /** Wrong codes, by network; each response allows five in addition. */
  wrongCodes: { max: 100, seconds: HOUR },
  /** Passwords tried, by network and form or lesson. */
  passwords: { max: 10, seconds: 900 },
  /** Attempts at a lesson that are begun, by network and lesson; further ones are not stored. */
  attempts: { max: 200, seconds: HOUR },
  /** Answers to open tasks that are reviewed, by network and lesson: a review may cost money. */
  reviews: { max: 200, seconds: HOUR },
  /** Answers to open tasks of a lesson that a language model reads, from any number of networks. */
  modelReviews: { max: 1_000, seconds: HOUR },
  /** Passwords of accounts tried, by address and network, or by browsers that have signed in to the account. */
  signIns: { max: 10, seconds: 900 },
  /** Passwords of accounts tried, by network: many accounts with one password each. */
  signInsOfNetwork: { max: 200, seconds: HOUR },
  /** Passwords of one account tried, from any number of networks; its owner's browsers do not count. */
  signInsOfAddress: { max: 60, seconds: HOUR },
  /** Mails with links that an address gets because of one network, or of browsers that have signed in to its account. */
  linksOfAsker: { max: 5, seconds: HOUR },
  /** Mails with links that an address gets because of strangers. */
  links: { max: 20, seconds: HOUR },
  /** Mails with links that a network causes. */
  linksOfNetwork: { max: 60, seconds: HOUR },
  /** Apps that register themselves, by network. */
  registrations: { max: 100, seconds: HOUR },
  /** Documents about apps that are fetched, by network. */
  appDocuments: { max: 100, seconds: HOUR },
  /** Access tokens that are renewed, by connected app: one lives for an hour. */
  renewals: { max: 20, seconds: HOUR },
  /** Tests and repetitions that an account has sent to its webhooks. */
  webhookPosts: { max: 60, seconds: HOUR },
  /** Reads of a live address, by form: each spreadsheet reads about once an hour, and when somebody refreshes it. */
  liveReads: { max: 120, seconds: HOUR },
  /** Posts of a signed-in account. An editor saves and previews about once a second. */
  ownerPosts: { max: 600, seconds: 60 },
} satisfies Readonly<Record<string, LimitRule>>;

/** Points in ten minutes, which are half a minute of processor time: 400 respondents who open the most expensive page 7 times. */
export const RATION = 400 * 7 * MAX_COST;

/** The rate limits of the pages. */
export type WebLimits = { readonly [Name in keyof typeof SHARED]: Limit } & {
  /** Counts the cost of pages of forms in points, by network: see `structureCost`. Each node counts separately. */
  computing(network: string, points?: number): RateVerdict;
  /** Reads of pages and files, by network; scripts and styles do not count. Each node counts separately. */
  readonly reads: Limit;
};

/**
 * Counts against several limits until one refuses; the later ones do not count then.
 * @returns the seconds to wait; undefined: all limits allow it
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

export function webLimits({ sharedLimit }: Storage, clock: Clock): WebLimits {
  const onThisNode = (rule: LimitRule) => fixedWindow(rule, () => clock().getTime());
  const shared = Object.entries(SHARED).map(([name, rule]) => {
    return [name, sharedLimit?.(name, rule) ?? onThisNode(rule)] as const;
  });
  const limits = Object.fromEntries(shared) as Record<keyof typeof SHARED, Limit>;
  // A whole school may open a form in one lesson.
  const reads = onThisNode({ max: 3_000, seconds: 600 });
  return { ...limits, reads, computing: onThisNode({ max: RATION, seconds: 600 }) };
}
