/** Rules about states of whole accounts. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { type AccountState, refusesIn } from "../../model/account-state.ts";
import type { Model } from "../../model/model.ts";
import { applicable, listOperations } from "../../model/operations.ts";
import { listCalled } from "../../model/readers.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { absent, type Rule } from "../rule.ts";
import { promisedCodes, withoutFile } from "../uses.ts";

export const accountStateRules: readonly Rule[] = [
  {
    code: "account-state-applies",
    sentence: "An account state applies to tools, or to resources that handlers read.",
    violations: (model) =>
      model.accountStates.flatMap((state) => [...wrongNames(state, model), ...refusingNothing(state, model)]),
  },
  {
    code: "account-state-code",
    sentence: "The code of an account state means that state, so nothing else declares it.",
    violations: otherMeanings,
  },
  {
    code: "account-state-auth",
    sentence: "Accounts have states where callers have accounts.",
    violations: ({ accountStates, auth }) =>
      accountStates
        .filter(() => auth.scheme === "none")
        .map(({ at }) => ({
          at: keyBelow(at),
          detail: "Without tokens, all callers are of one account.",
          hint: "Delete it.",
        })),
  },
];

function wrongNames({ appliesTo, at }: AccountState, model: Model): Violation[] {
  if (typeof appliesTo === "string") return [];
  const called = listCalled(model).map(({ name }) => name);
  const known = [...called, ...withoutFile(model)];
  return appliesTo.flatMap((name, index) =>
    known.includes(name)
      ? []
      : absent(
          "tool or resource that a handler reads",
          name,
          called,
          locationBelow(at, ["applies_to", index]),
        ),
  );
}

/** A state in which every tool goes on. Other rules report names that are wrong. */
function refusingNothing(state: AccountState, model: Model): Violation[] {
  const isListed = typeof state.appliesTo !== "string";
  if (isListed || listOperations(model).some((each) => refusesIn(state, applicable(each)))) return [];
  return [{ at: keyBelow(state.at), detail: "Every tool goes on in this state." }];
}

function otherMeanings(model: Model): Violation[] {
  const byCode = new Map(model.accountStates.map((state) => [state.refused, state]));
  const related = ({ at }: AccountState) => [
    { at: locationBelow(at, ["refused"]), message: "The account state is here." },
  ];
  const listed = listOperations(model).flatMap(({ name, file, ownFailures, refusedIn }) =>
    ownFailures.flatMap((code, index): Violation[] => {
      const state = byCode.get(code);
      if (state === undefined) return [];
      const isRefused = Object.values(refusedIn).includes(code);
      const detail = isRefused
        ? `${name} refuses with it in the account state ${JSON.stringify(state.name)} already.`
        : `${name} goes on in the account state ${JSON.stringify(state.name)}.`;
      const hint = isRefused ? "Delete it here." : "Delete it here, or let the state apply to the tool.";
      return [{ at: { file, path: ["failures", index] }, detail, hint, related: related(state) }];
    }),
  );
  const promised = promisedCodes(model)
    // Steps of scenarios may bring an account into the state.
    .filter(({ at }) => !at.file.startsWith("scenarios/"))
    .flatMap(({ name, at }): Violation[] => {
      const state = byCode.get(name);
      if (state === undefined) return [];
      const hint = "Declare another failure for this.";
      return [
        { at, detail: `${JSON.stringify(name)} has another meaning here.`, hint, related: related(state) },
      ];
    });
  return [...listed, ...promised];
}
