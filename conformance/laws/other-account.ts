/** Private things, named by an account that has no access to them. */
import { isDeepStrictEqual } from "node:util";
import { type Called, refusalCode } from "../behaviour/calls/called.ts";
import { listAddressParents, listAncestors } from "../behaviour/rules/address.ts";
import { listIdArguments, listNamedEntities } from "../behaviour/rules/rule-calls.ts";
import { findMachine, listLastingStates } from "../behaviour/states/in-state.ts";
import { exampleArguments } from "../calls/arguments.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { valuesAt } from "../cases/places.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  describeRefused,
  held,
  isRefusal,
  isRefusedFor,
  needsControls,
  notSetUp,
  wrongAnswer,
  wrongChange,
} from "../engine/judgements.ts";
import type { Act, Attempt, Law, Spec } from "../engine/law.ts";
import { maskId } from "./masked-id.ts";

type Of = CaseOf<"access", "other-account">;

export const otherAccount: Law<Of> = {
  name: "other-account",
  must: "An account without access to a thing is refused as if it did not exist, in each of its states, and changes nothing.",
  finding:
    "expected get_payslip refuses an account without access to the payslip with not_found, got a result of get_payslip",
  needsAll: true,
  over: (spec) => listCases(spec, "access", "other-account"),
  attempts(subject, spec) {
    const { tool, entity } = subject;
    const unknown = callUnknown(subject, spec);
    const like = listExamples(subject, spec)[0]!;
    const owner: Act = { tool, like, about: { [entity]: "it" }, asTheyAre: true };
    const initial = findMachine(entity, spec.rules)?.[1].initial;
    return listLastingStates(entity, spec.rules).map((state): Attempt => {
      const given = [{ thing: "it", entity, ...(state !== undefined && { state }) }];
      return {
        given,
        watch: ["it"],
        acts: [unknown, ...listForeignCalls(subject, spec).map(({ act }) => act)],
        // The refusals prove nothing if the owner is refused in the same way.
        afterwards: state === undefined || state === initial ? [owner] : [],
        controls: [{ given, watch: [], acts: [unknown] }],
      };
    });
  },
  judge({ acts, changes, afterwards, controls }, subject, spec) {
    const { tool, entity, argument } = subject;
    const [unknown, ...foreign] = acts as readonly [Called, ...Called[]];
    const code = spec.rules.entities[entity]!.private!;
    const calls = listForeignCalls(subject, spec);
    for (const [index, called] of foreign.entries()) {
      if (refusalCode(called) === "not_implemented") return notSetUp(called);
      const codes = calls[index]!.isAlone ? [code] : listCodes(subject, called.input, spec);
      if (!isRefusal(called) || !isRefusedFor(codes, called))
        return wrongAnswer(called, `${tool} refuses an account without access to the ${entity} with ${code}`);
    }
    const [change] = changes;
    const last = foreign.at(-1)!;
    if (change !== undefined)
      return wrongChange(change, last, "a refused call changes nothing", describeRefused(last, change));
    const [owner] = afterwards;
    if (owner !== undefined && refusalCode(owner) === code) return notSetUp(owner);
    const [got, expected] = [describeForm(foreign[0]!, argument), describeForm(unknown, argument)];
    if (isDeepStrictEqual(got, expected)) return held;
    if (controls === undefined) return needsControls;
    // Differences that also exist between two unknown ids reveal nothing, such as the id of a request.
    if (!isDeepStrictEqual(expected, describeForm(controls[0]!.acts[0]!, argument))) return held;
    const form = `${tool} refuses a foreign id like an unknown one: ${JSON.stringify(expected)}`;
    return wrongAnswer(foreign[0]!, form, JSON.stringify(got));
  },
  cell: ({ argument }) => ({ argument, caller: "other account" }),
};

/** A call by the other account with the id of the thing. */
interface ForeignCall {
  readonly act: Act;
  /** Whether the other arguments name things of the caller. Else they are in the thing, and the refusal may be about them. */
  readonly isAlone: boolean;
}

/** Lists a call with each example. The first one differs from that with an unknown id only in the id. */
function listForeignCalls(subject: Of, spec: Spec): readonly ForeignCall[] {
  const { tool, argument } = subject;
  return listExamples(subject, spec).flatMap((like): ForeignCall[] => {
    const but = [{ set: argument, idOf: "it" }];
    const alone: Act = { tool, like, by: "other", keep: [argument], but };
    const within: ForeignCall = { act: { ...alone, within: "it" }, isAlone: false };
    return isTriedAlone(subject, like, spec) ? [within, { act: alone, isAlone: true }] : [within];
  });
}

function callUnknown(subject: Of, spec: Spec): Act {
  const { tool, argument } = subject;
  const like = listExamples(subject, spec)[0]!;
  const but = [{ set: argument, unknownLike: "present" as const }];
  return { tool, like, by: "other", within: "it", keep: [argument], but };
}

/** Lists the arguments of the case, and those of every example of the tool that has the argument. */
function listExamples(subject: Of, { file }: Spec): readonly Json[] {
  const others = file.cases.flatMap((other) =>
    other.kind === "output" && other.tool === subject.tool && "base" in other
      ? [exampleArguments(file, other)]
      : [],
  );
  const own = exampleArguments(file, subject);
  const texts = new Map([own, ...others].map((like) => [JSON.stringify(like), like]));
  return [...texts.values()].filter((like) => valueAt(like, subject.argument) !== undefined);
}

/**
 * Whether the id of the case is also tried beside things of the caller. Within the foreign thing a refusal may be about what belongs to it:
 * the pupil that is moved into a class, the issue that waits for another one, the team of a manager.
 */
function isTriedAlone({ tool, entity, argument }: Of, like: Json, { rules }: Spec): boolean {
  const { observedBy } = rules.entities[entity]!;
  const hasParent = listNamedEntities(rules, tool, like).intersection(listAncestors(rules, entity)).size > 0;
  // Beside a parent the id says nothing alone, since each account may have an issue 1, unless a tool shows the thing by its id alone.
  if (hasParent)
    return observedBy.some(
      ({ id, tool: by }) => id !== undefined && listAddressParents(rules, entity, by).size === 0,
    );
  const others = listIdArguments(rules, tool).filter(({ path }) =>
    valuesAt(like, path).some(({ pointer }) => pointer !== argument),
  );
  return others.some((other) => other.entity === entity || listAncestors(rules, other.entity).has(entity));
}

/** Lists the codes of everything that a call names, since all of it is foreign: a server may look for the contract before the reading. */
function listCodes({ tool, entity }: Of, input: Json, { rules }: Spec): readonly string[] {
  const named = new Set([entity, ...listNamedEntities(rules, tool, input)]);
  return [...named].flatMap((each) => rules.entities[each]?.private ?? []);
}

/** Returns a refusal without the id that was sent. */
function describeForm({ outcome, input }: Called, argument: string): Json {
  if (outcome.is !== "refusal") return null;
  return JSON.parse(maskId(JSON.stringify(outcome.result), valueAt(input, argument)));
}
