import { type AccountState, refusesIn } from "../model/account-state.ts";
import type { Operation } from "../model/operation.ts";
import { applicable } from "../model/operations.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { inService, type LimitSubstituter } from "./limits.ts";

export function toAccountStates(
  { account_states: states = {} }: ServiceFile,
  substituter: LimitSubstituter,
): AccountState[] {
  return Object.entries(states).map(([name, { when, refused, applies_to: appliesTo }]) => ({
    name,
    when: substituter.substituteText(when, inService(["account_states", name, "when"])),
    refused,
    appliesTo,
    at: inService(["account_states", name]),
  }));
}

/** Adds the codes of the account states in which an operation refuses its callers. */
export function withAccountStates<Kind extends Operation>(
  operation: Kind,
  states: readonly AccountState[],
): Kind {
  const applied = applicable(operation);
  const refusing = states.filter((state) => refusesIn(state, applied));
  if (refusing.length === 0) return operation;
  return {
    ...operation,
    failures: [...new Set([...operation.failures, ...refusing.map(({ refused }) => refused)])],
    refusedIn: Object.fromEntries(refusing.map(({ name, refused }) => [name, refused])),
  };
}
