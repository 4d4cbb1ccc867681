/** Accounts that were given access to a thing with a role. */
import { type Called, showAnswer } from "../behaviour/calls/called.ts";
import { exampleArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  describeRefused,
  held,
  isRefusal,
  isRefusedFor,
  isSuccess,
  needsControls,
  notSetUp,
  open,
  wrongAnswer,
  wrongChange,
} from "../engine/judgements.ts";
import type { Act, Law, Open, Spec } from "../engine/law.ts";

type Of = CaseOf<"access", "role">;

export const role: Law<Of> = {
  name: "role",
  must: "An account with a role may do what the role allows, and is refused everything else, also if it had another role before.",
  finding: "expected share_form refuses an account with the role edit of a form with forbidden, got success",
  over: (spec) => listCases(spec, "access", "role"),
  attempts(subject, spec) {
    const { tool, entity, before, isAllowed } = subject;
    const like = exampleArguments(spec.file, subject);
    const call: Act = { tool, like, about: { [entity]: "it" }, within: "it" };
    const byColleague: Act = { ...call, by: "colleague" };
    const first = [share(subject, subject.role, spec)];
    const earlier = before === undefined ? [] : [share(subject, before, spec), byColleague];
    const given = [{ thing: "it", entity }];
    return [
      {
        given,
        first: [...earlier.map((act) => ({ ...act, isJudged: true as const })), ...first],
        watch: isAllowed ? [] : ["it"],
        acts: [byColleague],
        controls: [{ given, watch: [], acts: [call] }],
      },
    ];
  },
  judge({ first, acts, changes, controls }, subject, { rules }) {
    const { entity, isAllowed, must } = subject;
    const [called] = acts;
    if (called === undefined) return judgeEarlier(first.at(-1)!, subject);
    const { sharedBy, private: hiding } = rules.entities[entity]!;
    const isOfRole = isRefusal(called) && isRefusedFor([sharedBy!.roles!.refused], called);
    const isHidden = isRefusal(called) && hiding !== undefined && isRefusedFor([hiding], called);
    if (isAllowed) {
      if (isSuccess(called)) return held;
      // The call may be wrong for another reason, such as a person who has access already.
      if (!isOfRole && !isHidden) return notSetUp(called);
    } else if (isOfRole) {
      const [change] = changes;
      if (change === undefined) return held;
      return wrongChange(change, called, "a refused call changes nothing", describeRefused(called, change));
    }
    if (isSuccess(called)) return wrongAnswer(called, must);
    // The owner may be refused, too.
    const owner = controls?.[0]?.acts[0];
    if (owner === undefined) return needsControls;
    return isSuccess(owner) ? wrongAnswer(called, must) : notSetUp(owner);
  },
};

/** Gives the colleague a role, in place of the one that it had. */
function share({ entity }: Of, given: string, { rules }: Spec): Act {
  const { tool, calls, roles } = rules.entities[entity]!.sharedBy!;
  const but = [{ set: roles!.argument, to: given }];
  return { tool, like: calls[0]!, about: { [entity]: "it" }, within: "it", but };
}

/** A call before the acts was refused: the one with the earlier role, or one that gives a role. */
function judgeEarlier(called: Called, { tool, before }: Of): Open {
  if (called.tool !== tool) return notSetUp(called);
  return open("unobserved", `with the role ${before} ${tool} is refused: ${showAnswer(called)}`);
}
