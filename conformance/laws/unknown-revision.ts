/** Calls that expect a revision which their thing has not had. */
import { exampleArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import { held, isRefusedFor, isSuccess, needsControls, notSetUp } from "../engine/judgements.ts";
import type { Law } from "../engine/law.ts";
import { callRevised, judgeUnrefused } from "./revision-call.ts";

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
  judge(shown, { tool }, { rules }) {
    const { refused } = rules.revisions[tool]!;
    const called = shown.acts[0]!;
    const unrefused = judgeUnrefused(called, shown, tool, expected);
    if (unrefused !== undefined) return unrefused;
    if (refused !== undefined && isRefusedFor([refused], called)) return held;
    const control = shown.controls?.[0]?.acts[0];
    if (control === undefined) return needsControls;
    return isSuccess(control) ? held : notSetUp(control);
  },
};
