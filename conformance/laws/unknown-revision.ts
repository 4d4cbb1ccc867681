/** Calls that expect a revision which their thing has not had. */
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
import type { Law } from "../engine/law.ts";
import { callRevised } from "./revised-call.ts";

const expected = "a refusal, since the entity has not had this revision";

export const unknownRevision: Law<CaseOf<"concurrency", "unknown">> = {
  name: "unknown-revision",
  must: "A call that expects a revision which the thing has not had is refused, and changes nothing.",
  finding: "expected a refusal, since the entity has not had this revision, got a result of update_product",
  isShared: true,
  over: (spec) => listCases(spec, "concurrency", "unknown"),
  attempts(subject, spec) {
    const like = exampleArguments(spec.file, subject);
    const { given, watch, act, present } = callRevised(subject.tool, like, spec);
    const { argument } = spec.rules.revisions[subject.tool]!;
    return [
      {
        given,
        watch,
        acts: [act(like, present, { set: argument, unlike: "present" })],
        controls: [{ given, watch: [], acts: [act(like, present)] }],
      },
    ];
  },
  judge({ acts, changes, controls }, { tool }, { rules }) {
    const { refused } = rules.revisions[tool]!;
    const called = acts[0]!;
    const [change] = changes;
    if (!isSuccess(called) && !isRefusal(called)) return wrongAnswer(called, expected);
    if (isSuccess(called)) {
      if (change !== undefined)
        return wrongChange(change, called, expected, wrongAnswer(called, expected).got);
      return open("unobserved", `${tool} took the revision, and changed nothing that other tools show`);
    }
    if (change !== undefined) return wrongChange(change, called, expected, describeRefused(called, change));
    if (refused !== undefined && isRefusedFor([refused], called)) return held;
    const control = controls?.[0]?.acts[0];
    if (control === undefined) return needsControls;
    return isSuccess(control) ? held : notSetUp(control);
  },
};
