/** The kinds of case about behaviour: how each is judged, and how many requests that takes. */
import type { Engine } from "../behaviour/engine.ts";
import type { BehaviourCase, BehaviourKind, UntestableCase } from "../cases/behaviour-cases.ts";
import type { CaseFile } from "../cases/format.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { access } from "./access.ts";
import { effects } from "./effects.ts";
import { fields } from "./fields.ts";
import { isolation } from "./isolation.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { limits } from "./limits/limits.ts";
import { modes } from "./modes.ts";
import { pages } from "./pages.ts";
import { replay } from "./replay.ts";
import { results } from "./results.ts";
import { scenarios } from "./scenarios.ts";
import { states } from "./states.ts";

type CaseOf<Kind extends BehaviourKind> = Exclude<
  Extract<BehaviourCase, { readonly kind: Kind }>,
  UntestableCase
>;

const judges: { readonly [Kind in BehaviourKind]: KindOfBehaviour<CaseOf<Kind>> } = {
  modes,
  limits,
  states,
  effects,
  access,
  isolation,
  fields,
  replay,
  pages,
  results,
  scenarios,
};

export function isBehaviour(each: { readonly kind: string }): each is BehaviourCase {
  return Object.hasOwn(judges, each.kind);
}

export async function behaviourVerdict(each: BehaviourCase, engine: Engine): Promise<Verdict> {
  if ("untestable" in each) return unverified("undeclared", each.untestable);
  return findJudge(each)!.verdict(each, engine);
}

/** About how many requests a case makes. */
export function behaviourCost(each: BehaviourCase, { behaviour }: CaseFile): number {
  const judge = findJudge(each);
  return judge === undefined || behaviour === undefined ? 0 : judge.cost(each, behaviour);
}

/** Whether a case may call tools that change data. */
export function behaviourWrites(each: BehaviourCase, cases: CaseFile): boolean {
  const judge = findJudge(each);
  return judge !== undefined && (judge.writes?.(each, cases) ?? true);
}

/** When a case runs, see `KindOfBehaviour`. */
export function behaviourPhase(
  each: BehaviourCase,
  { behaviour }: CaseFile,
): ReturnType<NonNullable<KindOfBehaviour<BehaviourCase>["when"]>> {
  return (behaviour && findJudge(each)?.when?.(each, behaviour)) ?? "any";
}

/** The account that a case needs beside that of the run. */
export function accountFor(each: BehaviourCase): string | undefined {
  return findJudge(each)?.account?.(each);
}

/** The hooks without which a case is not verified, as far as they are known before the run. */
export function hooksFor(each: BehaviourCase, { behaviour }: CaseFile): readonly string[] {
  return (behaviour && findJudge(each)?.hooks?.(each, behaviour)) ?? [];
}

function findJudge(each: BehaviourCase): KindOfBehaviour<BehaviourCase> | undefined {
  return "untestable" in each ? undefined : (judges[each.kind] as KindOfBehaviour<BehaviourCase>);
}
