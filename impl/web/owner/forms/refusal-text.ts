/** What a refusal of the domain means for a person at a page. Its own words are for agents and name tools. */
import type { Refusal } from "@toolwright/runtime";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

/** Codes that have a sentence of their own. */
const KNOWN = [
  "forbidden",
  "subscription_inactive",
  "quota_exceeded",
  "generation_failed",
  "invalid_transition",
  "share_target_not_admin",
  "revision_conflict",
  "breaking_edit_blocked",
  "invalid_input",
] as const;

const STATUS = { forbidden: 403, subscription_inactive: 403, quota_exceeded: 429 } as const;

export interface RefusalText {
  readonly text: string;
  /** What exactly is wrong. */
  readonly details: readonly string[];
  readonly status: 403 | 422 | 429;
}

export function refusalText(t: OwnerTranslation, { code, message, details }: Refusal): RefusalText {
  const known = KNOWN.find((one) => one === code);
  return {
    text: known === undefined ? message : t.say(`refused_${known}`),
    details: detailsOf(details as Details | undefined),
    status: STATUS[code as keyof typeof STATUS] ?? 422,
  };
}

interface Details {
  readonly problems?: readonly { readonly path: string; readonly problem: string }[];
  readonly changes?: readonly { readonly message: string }[];
}

const MAX_DETAILS = 20;

function detailsOf({ problems = [], changes = [] }: Details = {}): string[] {
  const lines = [
    ...problems.map(({ path, problem }) => `${path} ${problem}`),
    ...changes.map(({ message }) => message),
  ];
  return lines.slice(0, MAX_DETAILS);
}
