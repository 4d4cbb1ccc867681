/** The cases of laws that a team has written: their cost, what they call, and their verdicts. */
import type { Engine } from "../../behaviour/engine.ts";
import { briefBudget, countRequests, wholeBudget } from "../../engine/budget.ts";
import { Decision } from "../../engine/decision.ts";
import type { Attempt, Law, Subject as LawSubject, Spec } from "../../engine/law.ts";
import { openWorld } from "../../engine/world/target-world.ts";
import type { Subject, Verdict } from "../../results/verdict.ts";

export interface OwnLawCase extends Subject {
  readonly kind: "law";
  readonly tool: string;
  readonly law: Law;
  /** The case as the law has listed it. */
  readonly subject: LawSubject;
  readonly attempts: readonly Attempt[];
  readonly spec: Spec;
}

export function isOwnLawCase(each: { readonly kind: string }): each is OwnLawCase {
  return each.kind === "law";
}

export function ownLawVerdict({ law, subject, spec }: OwnLawCase, engine: Engine): Promise<Verdict> {
  const trying = { law, subject, world: openWorld(engine, spec) };
  return new Decision(trying, engine.isBrief ? briefBudget : wholeBudget, engine.runLog).decide();
}

/** Returns the approximate number of requests. */
export function ownLawCost({ law, attempts, spec }: OwnLawCase, isLimited: boolean): number {
  return countRequests(law, attempts, spec, isLimited ? briefBudget : wholeBudget);
}

/** Whether a case makes things, or calls a tool that may change data. */
export function ownLawWrites({ attempts, spec }: OwnLawCase): boolean {
  return attempts.some(
    (attempt) =>
      attempt.given.length > 0 ||
      listActs(attempt).some(({ tool }) => spec.file.tools[tool]?.readOnly === false),
  );
}

/** Whether a case calls as another account. */
export function callsOtherAccount({ attempts }: OwnLawCase): boolean {
  return attempts.flatMap(listActs).some(({ by }) => by === "other");
}

function listActs({ first = [], acts, afterwards = [], controls = [] }: Attempt): Attempt["acts"] {
  return [...first, ...acts, ...afterwards, ...controls.flatMap(listActs)];
}
