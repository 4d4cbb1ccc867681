/** Two calls at once that expect the same revision of their thing. */
import { isDeepStrictEqual } from "node:util";
import { isToRetry } from "../behaviour/calls/at-once.ts";
import { exampleArguments } from "../calls/arguments.ts";
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
import type { Act, Attempt, Law } from "../engine/law.ts";
import { callRevised, readRevisions } from "./revision-call.ts";

const expected = "one of two calls that expect the same revision passes";

export const revisionRace: Law<CaseOf<"concurrency", "at-once">> = {
  name: "revision-race",
  must: "Of two calls at once that expect the same revision, one passes, and the other is refused.",
  finding: "expected one of two calls that expect the same revision passes, got both passed",
  isChancy: true,
  over: (spec) => listCases(spec, "concurrency", "at-once"),
  attempts(subject, spec) {
    const like = exampleArguments(spec.file, subject);
    const { given, watch, act, present } = callRevised(subject.tool, like, spec);
    const one = act(like, present);
    const alone = (call: Act): Attempt => ({ given, watch, acts: [call] });
    const both = (other: Act): Attempt => ({
      given,
      watch: [],
      acts: [one, other],
      atOnce: true,
      controls: [alone(one), alone(other)],
    });
    if (subject.variant === undefined) return [both(one)];
    const other = act(exampleArguments(spec.file, subject.variant), present);
    return [both(other), { ...both(one), isSpare: true }];
  },
  judge({ acts, controls }, { tool }, { rules, file }) {
    const rule = rules.revisions[tool]!;
    const codes = rule.refused === undefined ? [] : [rule.refused];
    const passed = acts.filter(isSuccess);
    if (passed.length === 0) return notSetUp(acts[0]!);
    const lost = acts.find((called) => !isSuccess(called));
    if (lost !== undefined && (isRefusedFor(codes, lost) || isToRetry(lost, file))) return held;
    // A refusal may be about the other value, and a call that changes nothing by itself may pass.
    if (controls === undefined) return needsControls;
    const refused = controls.flatMap((control) => control.acts).find((called) => !isSuccess(called));
    if (refused !== undefined) return notSetUp(refused);
    if (lost !== undefined) return wrongAnswer(lost, rule.refused ?? "a refusal of the call that lost");
    const idle = controls.find((control) => {
      const { before, after } = readRevisions(control, rule);
      return isDeepStrictEqual(before, after);
    });
    if (idle === undefined) return wrongAnswer(passed[1]!, expected, "both passed");
    return open("unobserved", "one of the calls alone does not move the revision", idle.acts[0]);
  },
};
