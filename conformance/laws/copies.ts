/** Tools that copy a thing: what the copy has of its source. */
import { isDeclaredChange } from "../behaviour/observe/declared-changes.ts";
import { describeChange } from "../behaviour/observe/observation.ts";
import { withoutIdsOf } from "../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  held,
  inapplicable,
  isSuccess,
  missingChange,
  notSetUp,
  wrongAnswer,
  wrongChange,
} from "../engine/judgements.ts";
import type { Attempt, Given, Law, Spec } from "../engine/law.ts";
import { findLost } from "./copy-comparison.ts";

type Of = CaseOf<"effects", "copies">;

export const copies: Law<Of> = {
  name: "copies",
  must: "A copy shows everything that its source shows, but for the locations that the spec names, and its source stays as it was.",
  finding: 'copy_job: /notes/0/text is missing instead of "urgent" in the copy',
  over: (spec) => listCases(spec, "effects", "copies"),
  attempts: (subject, spec) => [copySource(subject, spec)],
  judge(shown, { tool, entity, must }, spec) {
    const { first, acts, things, changes } = shown;
    const rule = spec.rules.copies[tool]!;
    const changed = first.at(-1);
    if (changed !== undefined && !isSuccess(changed))
      return inapplicable(`a new ${entity} does not take this change`);
    const called = acts[0]!;
    if (!isSuccess(called)) return notSetUp(called);
    if (things.copy === undefined) return wrongAnswer(called, `the id of the copy at ${rule.copy}`);
    const lost = findLost(shown, rule, spec);
    if (lost !== undefined) return missingChange(lost, called, must, describeChange(lost));
    const change = changes.find((one) => !isDeclaredChange(spec.rules, called, one));
    return change === undefined ? held : wrongChange(change, called, "the source of a copy stays as it was");
  },
};

/** Makes a source, changes it, and copies it. Calls that come before the copying may have changed its state. */
function copySource({ tool, entity, bases, made, change }: Of, spec: Spec): Attempt {
  const { file, rules } = spec;
  const about = { [entity]: "source" };
  const changer = change?.split(":")[0];
  const first =
    change === undefined || changer === undefined
      ? []
      : [{ tool: changer, like: baseArguments(file, change), about, isJudged: true as const }];
  return {
    given: [giveSource(entity, made, spec)],
    watch: ["source", "copy"],
    first,
    acts: [{ tool, like: baseArguments(file, bases[0]!), about, asTheyAre: true }],
    made: [{ thing: "copy", entity, at: rules.copies[tool]!.copy, by: first.length, beside: "source" }],
  };
}

/** The source of a copy, made as valid arguments with this name say. */
export function giveSource(entity: string, made: string, { file, rules }: Spec): Given {
  const { tool } = rules.entities[entity]!.madeBy!;
  const input = withoutIdsOf(rules, entity, { tool, input: baseArguments(file, made) });
  return { thing: "source", entity, input };
}
