/** Ids that nothing has: a call with one is refused as a call about a private thing is. */
import { refusalCode } from "../behaviour/calls/called.ts";
import { exampleArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import { held, isRefusedFor, notSetUp, wrongAnswer } from "../engine/judgements.ts";
import type { Law } from "../engine/law.ts";

export const unknownId: Law<CaseOf<"access", "unknown-id">> = {
  name: "unknown-id",
  must: "A call with an id that nothing has is refused with the code that hides private things.",
  finding: "expected get_invoice refuses an unknown id with not_found, got internal_error",
  over: (spec) => listCases(spec, "access", "unknown-id"),
  attempts: (subject, { file }) => [
    {
      given: [],
      watch: [],
      acts: [
        {
          tool: subject.tool,
          like: exampleArguments(file, subject),
          keep: [subject.argument],
          but: [{ set: subject.argument, unknownLike: "present" }],
        },
      ],
    },
  ],
  judge({ acts }, { tool, entity }, { rules }) {
    const called = acts[0]!;
    const code = rules.entities[entity]!.private!;
    if (refusalCode(called) === "not_implemented") return notSetUp(called);
    return isRefusedFor([code], called)
      ? held
      : wrongAnswer(called, `${tool} refuses an unknown id with ${code}`);
  },
  cell: ({ argument }) => ({ argument, caller: "unknown id" }),
};
