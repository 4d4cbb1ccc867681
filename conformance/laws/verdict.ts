/** Decides the cases of laws. */
import type { Engine } from "../behaviour/engine.ts";
import type { CaseFile } from "../cases/format.ts";
import { briefBudget, wholeBudget } from "../engine/budget.ts";
import { Decision } from "../engine/decision.ts";
import type { Law, Spec, Subject } from "../engine/law.ts";
import { openWorld } from "../engine/world/target-world.ts";
import type { Verdict } from "../results/verdict.ts";
import { laws } from "./index.ts";

interface LawCase {
  readonly law: Law;
  readonly subject: Subject;
}

/** Case file -> the cases of laws by their ids. */
const casesOfLaws = new WeakMap<CaseFile, ReadonlyMap<string, LawCase>>();

/** Returns the verdict on a case of a law; undefined if no law has the case. */
export function lawVerdict({ id }: { readonly id: string }, engine: Engine): Promise<Verdict> | undefined {
  const spec: Spec = { file: engine.context.cases, rules: engine.rules };
  const known = findCases(spec).get(id);
  if (known === undefined) return undefined;
  const trying = { ...known, world: openWorld(engine, spec) };
  return new Decision(trying, engine.isBrief ? briefBudget : wholeBudget, engine.runLog).decide();
}

function findCases(spec: Spec): ReadonlyMap<string, LawCase> {
  const cases =
    casesOfLaws.get(spec.file) ??
    new Map(laws.flatMap((law) => law.over(spec).map((subject) => [subject.id, { law, subject }])));
  casesOfLaws.set(spec.file, cases);
  return cases;
}
