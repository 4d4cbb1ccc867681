/** Calls that expect the present revision of their thing. */
import { isDeepStrictEqual } from "node:util";
import { describeChange } from "../behaviour/observe/observation.ts";
import { exampleArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  held,
  isRefusedFor,
  isSuccess,
  missingChange,
  notSetUp,
  open,
  wrongAnswer,
  wrongChange,
} from "../engine/judgements.ts";
import type { Law } from "../engine/law.ts";
import { callRevised, readRevisions } from "./revision-call.ts";

type Of = CaseOf<"concurrency", "moves"> | CaseOf<"concurrency", "stays">;

export const presentRevision: Law<Of> = {
  name: "present-revision",
  must: "A call that expects the present revision passes, and a change moves the revision.",
  finding:
    "expected a change moves /version of get_product, got it stayed the same, and get_product: expected 5, got 6 at /price",
  isShared: true,
  over: (spec) => [...listCases(spec, "concurrency", "moves"), ...listCases(spec, "concurrency", "stays")],
  attempts(subject, spec) {
    const like = exampleArguments(spec.file, subject);
    const { given, watch, act, present } = callRevised(subject.tool, like, spec);
    return [{ given, watch, acts: [act(like, present)] }];
  },
  judge(shown, { tool, check }, { rules }) {
    const rule = rules.revisions[tool]!;
    const called = shown.acts[0]!;
    const { before, after } = readRevisions(shown, rule);
    const isMoved = !isDeepStrictEqual(before, after);
    if (!isSuccess(called)) {
      const isConflict = rule.refused !== undefined && isRefusedFor([rule.refused], called);
      if (!isConflict || isMoved) return notSetUp(called);
      return wrongAnswer(called, "a call with the present revision passes");
    }
    const path = `${rule.shownBy.path} of ${rule.shownBy.tool}`;
    const location = { tool: rule.shownBy.tool, at: rule.shownBy.path };
    if (check === "stays") {
      if (!isMoved) return held;
      const got = `it is ${JSON.stringify(after)} after ${JSON.stringify(before)}`;
      const change = { ...location, before, after, called };
      return wrongChange(change, called, `a call leaves ${path} as it is`, got);
    }
    if (isMoved) return held;
    const [change] = shown.changes;
    if (change === undefined)
      return open(
        "unobserved",
        `the call moved no ${path}, and changed nothing that other tools show`,
        called,
      );
    const got = `it stayed the same, and ${describeChange(change)}`;
    return missingChange(location, called, `a change moves ${path}`, got);
  },
};
