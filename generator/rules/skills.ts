/** Rules about skills. */
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model, Skill } from "../model/model.ts";
import type { Step, Workflow } from "../model/scenario.ts";
import { locationBelow } from "../resolve/limits.ts";
import { absent, type Rule } from "./rule.ts";

export const skillRules: readonly Rule[] = [
  {
    code: "skill-workflow",
    sentence: "A skill teaches workflows of scenarios that a single caller can carry out with tools.",
    violations: (model) => model.skills.flatMap((skill) => wrongWorkflows(skill, model)),
  },
];

function wrongWorkflows({ workflows: ids, at }: Skill, { scenarios }: Model): Violation[] {
  const all = scenarios.flatMap(({ workflows }) => workflows);
  return ids.flatMap((id, index) => {
    const place = locationBelow(at, ["workflows", index]);
    const workflow = all.find((each) => each.id === id);
    const known = all.map((each) => each.id);
    return workflow ? strangeStep(workflow, place) : absent("workflow", id, known, place);
  });
}

/** The first step that an agent cannot carry out. */
function strangeStep({ steps }: Workflow, at: SpecLocation): Violation | [] {
  const step = steps.find(({ hook, scopes, account }) => hook ?? scopes ?? account !== steps[0]?.account);
  if (!step) return [];
  return {
    at,
    detail: `Its step ${step.id} ${describeObstacle(step)}.`,
    hint: "Write a workflow for the skill.",
  };
}

function describeObstacle({ hook, scopes }: Step): string {
  if (hook) return "runs a hook";
  return scopes ? "has scopes of its own" : "is another account's";
}
