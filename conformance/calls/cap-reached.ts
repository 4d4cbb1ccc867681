/** Recognises refusals of calls since an account has as many things at once as a limit allows (`per: account`). */
import type { Behaviour } from "../cases/behaviour.ts";
import type { Json } from "../cases/edits.ts";
import type { PlacesRule } from "../cases/limits.ts";
import { Postponed } from "../results/postponed.ts";
import type { AnsweredCall } from "./completed-call.ts";

/** A limit of the things that an account has at once. */
export interface AccountCap {
  readonly limit: string;
  readonly rule: PlacesRule & { readonly entity: string };
}

/**
 * Thrown when an account has no room for what a call makes. It proves nothing about the call: the run ends what it made, and decides the
 * case again.
 */
export class CapReached extends Postponed {
  override readonly name = "CapReached";
  readonly cap: AccountCap;
  readonly called: AnsweredCall & { readonly tool: string; readonly input: Json };

  constructor(cap: AccountCap, called: CapReached["called"]) {
    const { limit, rule } = cap;
    super(
      `${called.tool} was refused with ${rule.refused}: the account has as many of ${rule.entity} as ${limit} allows, and the run could end none`,
    );
    this.cap = cap;
    this.called = called;
  }
}

export function listAccountCaps({ limits }: Pick<Behaviour, "limits">): AccountCap[] {
  return Object.entries(limits).flatMap(([limit, rule]) =>
    rule.kind === "places" && rule.per === "account" && rule.entity !== undefined
      ? [{ limit, rule: { ...rule, entity: rule.entity } }]
      : [],
  );
}

/** Finds the limit whose refusal an answer is; undefined if that may be the one of another limit. */
export function findReachedCap(
  rules: Pick<Behaviour, "limits">,
  tool: string,
  { outcome }: Pick<AnsweredCall, "outcome">,
): AccountCap | undefined {
  if (outcome.is !== "refusal" || outcome.code === undefined) return undefined;
  const { code } = outcome;
  const caps = listAccountCaps(rules).filter(({ rule }) => rule.refused === code);
  const isOfOther = Object.values(rules.limits).some(
    (rule) =>
      rule.kind === "places" && rule.per === undefined && rule.refused === code && rule.tools.includes(tool),
  );
  return isOfOther ? undefined : (caps.find(({ rule }) => rule.tools.includes(tool)) ?? caps[0]);
}

/**
 * Resolves to a call whose refusal is an answer that the caller wants, too.
 * @param code the wanted refusal; by default that of any limit
 */
export function withReachedCap<Called>(
  call: Promise<Called>,
  code?: string,
): Promise<Called | CapReached["called"]> {
  return call.catch((error: unknown) => {
    if (error instanceof CapReached && (code ?? error.cap.rule.refused) === error.cap.rule.refused)
      return error.called;
    throw error;
  });
}
