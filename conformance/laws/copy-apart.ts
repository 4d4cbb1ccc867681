/** Copies that share something with their source. */
import { withArticle } from "@toolwright/runtime/problems";
import { listChangingCalls } from "../behaviour/instances/changing-calls.ts";
import { isDeclaredChange } from "../behaviour/observe/declared-changes.ts";
import { baseArguments } from "../calls/arguments.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import { held, isSuccess, notSetUp, open, wrongChange } from "../engine/judgements.ts";
import type { Law } from "../engine/law.ts";
import { giveSource } from "./copies.ts";

export const copyApart: Law<CaseOf<"effects", "copy-apart">> = {
  name: "copy-apart",
  must: "Calls that change a copy leave its source as it is.",
  finding: 'get_issue: /labels/1 is "late" instead of missing in the source, after add_label named its copy',
  over: (spec) => listCases(spec, "effects", "copy-apart"),
  attempts({ tool, entity, bases, made }, spec) {
    const { file, rules } = spec;
    const copying = {
      tool,
      like: baseArguments(file, bases[0]!),
      about: { [entity]: "source" },
      asTheyAre: true as const,
    };
    const changes = listChangingCalls(entity, spec);
    return [
      {
        given: [giveSource(entity, made, spec)],
        watch: ["source"],
        preparesLate: true,
        first: [copying],
        made: [{ thing: "copy", entity, at: rules.copies[tool]!.copy, by: 0, beside: "source" }],
        acts: changes.map((call) => ({ ...call, about: { [entity]: "copy" }, asTheyAre: true })),
      },
    ];
  },
  judge({ things, first, acts, changes }, { entity, must }, { rules }) {
    if (things.copy === undefined) return notSetUp(first[0]!);
    const last = acts.findLast(isSuccess);
    if (last === undefined) return open("unobserved", `no call changed the copy of ${withArticle(entity)}`);
    const change = changes.find((one) => !acts.some((called) => isDeclaredChange(rules, called, one)));
    return change === undefined ? held : wrongChange(change, last, must);
  },
};
