/** Decides the cases of laws. */
import type { Engine } from "../behaviour/engine.ts";
import type { CaseFile } from "../cases/format.ts";
import { type Budget, briefBudget, countRequests, wholeBudget } from "../engine/budget.ts";
import { Decision } from "../engine/decision.ts";
import type { Law, Spec, Subject } from "../engine/law.ts";
import { openWorld } from "../engine/world/target-world.ts";
import type { Verdict } from "../results/verdict.ts";
import { laws } from "./index.ts";
import { readSpec } from "./spec.ts";

/** A case of a law. */
interface LawCase {
  readonly law: Law;
  readonly subject: Subject;
  readonly spec: Spec;
}

/** Case file -> the cases of laws by their ids. */
const casesOfLaws = new WeakMap<CaseFile, ReadonlyMap<string, LawCase>>();

/** Returns the verdict on a case of a law; undefined if no law has the case. */
export function lawVerdict({ id }: { readonly id: string }, engine: Engine): Promise<Verdict> | undefined {
  const known = findCases(engine.context.cases).get(id);
  if (known === undefined) return undefined;
  const trying = { ...known, world: openWorld(engine, known.spec) };
  return new Decision(trying, engine.isBrief ? briefBudget : wholeBudget, engine.runLog).decide();
}

/** Returns the approximate number of requests of a case of a law; undefined if no law has the case. */
export function lawCost({ id }: { readonly id: string }, file: CaseFile, budget: Budget): number | undefined {
  const known = findCases(file).get(id);
  if (known === undefined) return undefined;
  const { law, subject, spec } = known;
  return countRequests(law, law.attempts(subject, spec), spec, budget);
}

/** Returns the argument of a call before the acts that gives another account access: the target file has to say whose value it is. */
export function lawNames({ id }: { readonly id: string }, file: CaseFile): string | undefined {
  const known = findCases(file).get(id);
  if (known === undefined) return undefined;
  const { law, subject, spec } = known;
  const calls = law.attempts(subject, spec).flatMap(({ first = [] }) => first.map(({ tool }) => tool));
  const shared = Object.values(spec.rules.entities).flatMap(({ sharedBy }) => sharedBy ?? []);
  return shared.find(({ tool }) => calls.includes(tool))?.account.slice(1);
}

function findCases(file: CaseFile): ReadonlyMap<string, LawCase> {
  const known = casesOfLaws.get(file);
  if (known !== undefined) return known;
  const spec = readSpec(file);
  const all = laws.flatMap((law) => law.over(spec).map((subject) => ({ law, subject, spec })));
  const cases = new Map(all.map((each) => [each.subject.id, each]));
  casesOfLaws.set(file, cases);
  return cases;
}
