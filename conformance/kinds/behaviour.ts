/** The kinds of behaviour cases: how each is judged, and how many requests it needs. */
import type { Engine } from "../behaviour/engine.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { BehaviourCase, BehaviourKind, UntestableCase } from "../cases/behaviour-cases.ts";
import type { CaseFile } from "../cases/format.ts";
import { briefBudget, wholeBudget } from "../engine/budget.ts";
import { lawCost, lawNames, lawVerdict } from "../laws/verdict.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { access } from "./access/access.ts";
import { accounts } from "./accounts/accounts.ts";
import { argumentEffects } from "./arguments/argument-effects.ts";
import { effects } from "./effects.ts";
import { fields } from "./fields.ts";
import { isolation } from "./isolation.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { limits } from "./limits/limits.ts";
import { modes } from "./modes/modes.ts";
import { pages } from "./pages/pages.ts";
import { replay } from "./replay/replay.ts";
import { results } from "./results.ts";
import { scenarios } from "./scenarios.ts";
import { states } from "./states/states.ts";
import { tasks } from "./tasks/tasks.ts";

type CaseOf<Kind extends BehaviourKind> = Exclude<
  Extract<BehaviourCase, { readonly kind: Kind }>,
  UntestableCase
>;

/** A kind whose cases are judged by itself, by laws, or some by each. */
type Kind<Each> = Omit<KindOfBehaviour<Each>, "cost" | "verdict"> &
  Partial<Pick<KindOfBehaviour<Each>, "cost" | "verdict">>;

const judges: { readonly [Name in BehaviourKind]: Kind<CaseOf<Name>> } = {
  modes,
  limits,
  states,
  effects,
  arguments: argumentEffects,
  access,
  accounts,
  isolation,
  fields,
  replay,
  concurrency: { needsSuccess: true },
  pages,
  results,
  scenarios,
  tasks,
};

export function isBehaviour(each: { readonly kind: string }): each is BehaviourCase {
  return Object.hasOwn(judges, each.kind);
}

export async function behaviourVerdict(each: BehaviourCase, engine: Engine): Promise<Verdict> {
  if ("untestable" in each) return unverified("undeclared", each.untestable);
  const plan = planBehaviour(each, engine.context.cases);
  if (plan.money !== undefined) engine.context.caller.requireMoney(plan.money);
  if (engine.isBrief) requireControl(plan, engine);
  return lawVerdict(each, engine) ?? findJudge(each)!.verdict!(each, engine);
}

/** Requires hooks and names that a case needs at most targets, and not at one that has the data already. If requests are limited, that is not tried. */
function requireControl({ hooks, names }: BehaviourPlan, engine: Engine): void {
  for (const hook of hooks) engine.hooks.requireHook(hook);
  if (names === undefined || engine.context.bindings.findAccount(names) !== undefined) return;
  const why = `no binding of ${names} in the target file says which account its value names`;
  throw new PreconditionError("no-account", why);
}

/** The facts that planning needs about a case; see `KindOfBehaviour`. */
export interface BehaviourPlan {
  /** The approximate number of its requests. */
  readonly cost: number;
  /** The same if requests are limited. */
  readonly briefCost: number;
  /** The part of the run in which it runs. */
  readonly when: "any" | "alone" | "quiet" | "end" | "last";
  /** The account that it needs in addition to the account of the run. */
  readonly account: string | undefined;
  /** The argument with an account that the target file has to name. */
  readonly names: string | undefined;
  /** The hooks without which it is not verified. */
  readonly hooks: readonly string[];
  /** The money that it cannot do without. */
  readonly money: string | undefined;
  /** Whether it may call tools that change data. */
  writes(): boolean;
}

export function planBehaviour(each: BehaviourCase, cases: CaseFile): BehaviourPlan {
  const judge = findJudge(each);
  const rules = cases.behaviour;
  const passesTime = rules !== undefined && (judge?.seconds?.(each, rules) ?? 0) > 0;
  const cost = lawCost(each, cases, wholeBudget) ?? (rules && judge?.cost?.(each, rules, cases)) ?? 0;
  return {
    cost,
    briefCost: lawCost(each, cases, briefBudget) ?? (rules && judge?.briefCost?.(each, rules, cases)) ?? cost,
    writes: () => judge !== undefined && (judge.writes?.(each, cases) ?? true),
    when: (rules && judge?.when?.(each, rules)) ?? (passesTime ? "quiet" : "any"),
    account: rules && judge?.account?.(each, rules),
    names: lawNames(each, cases) ?? (rules && judge?.names?.(each, rules)),
    hooks: (rules && judge?.hooks?.(each, rules)) ?? [],
    money: rules && findMoney(each, rules),
  };
}

/** Finds the money that the call costs without which a case decides nothing. */
function findMoney(each: BehaviourCase, { spends }: Pick<Behaviour, "spends">): string | undefined {
  return findJudge(each)?.needsSuccess && each.tool !== undefined ? spends[each.tool] : undefined;
}

function findJudge(each: BehaviourCase): Kind<BehaviourCase> | undefined {
  return "untestable" in each ? undefined : (judges[each.kind] as Kind<BehaviourCase>);
}
