/** Calls that expect an earlier revision of their thing than the present one. */
import { isDeepStrictEqual } from "node:util";
import { exampleArguments } from "../calls/arguments.ts";
import type { Arguments } from "../cases/case.ts";
import { valueAt } from "../cases/edits.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  held,
  isRefusedFor,
  isSuccess,
  needsControls,
  notSetUp,
  open,
  wrongAnswer,
} from "../engine/judgements.ts";
import type { Attempt, Law, Spec } from "../engine/law.ts";
import { callRevised, judgeUnrefused, readRevisions } from "./revision-call.ts";

type Of = CaseOf<"concurrency", "stale">;

export const staleRevision: Law<Of> = {
  name: "stale-revision",
  must: "A call that expects an earlier revision is refused, and changes nothing.",
  finding: "expected conflict, since the revision has moved, got a result of update_product",
  isShared: true,
  over: (spec) => listCases(spec, "concurrency", "stale"),
  attempts: (subject, spec) =>
    [...subject.others, subject].map((mover) => attemptAfter(subject, mover, spec)),
  judge(shown, { tool }, { rules }) {
    const rule = rules.revisions[tool]!;
    const called = shown.acts[0]!;
    const expected = `${rule.refused ?? "a refusal"}, since the revision has moved`;
    const sent = valueAt(called.input, rule.argument);
    if (isDeepStrictEqual(readRevisions(shown, rule).before, sent))
      return open("setup", `no call of ${tool} moved the revision`);
    const unrefused = judgeUnrefused(called, shown, tool, expected);
    if (unrefused !== undefined) return unrefused;
    const isConflict = rule.refused !== undefined && isRefusedFor([rule.refused], called);
    if (isConflict) return held;
    const control = shown.controls?.[0]?.acts[0];
    if (control === undefined) return needsControls;
    if (!isSuccess(control)) return notSetUp(control);
    return rule.refused === undefined ? held : wrongAnswer(called, expected);
  },
};

/** A call moves the revision, and then another one expects the first revision. */
function attemptAfter(subject: Of, mover: Arguments, spec: Spec): Attempt {
  const like = exampleArguments(spec.file, subject);
  const { given, watch, act, first, present } = callRevised(subject.tool, like, spec);
  return {
    given,
    watch,
    first: [act(exampleArguments(spec.file, mover), first)],
    acts: [act(like, first)],
    controls: [{ given, watch: [], acts: [act(like, present)] }],
  };
}
