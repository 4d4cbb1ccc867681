/** The contents of a plan. */
export interface Plan {
  /** The name that users see. */
  readonly title: string;
  /** AI generations a month: new forms, new lessons and AI edits. */
  readonly generations: number;
  /** Credits a month that lessons are paid with. */
  readonly lessonCredits: number;
  /** The part of the operator's budgets (`budgets.ts`) that an account may use. */
  readonly budgetShare: number;
}

/** Length of the free trial. */
export const TRIAL_DAYS = 7;

export const plans = {
  trial: { title: "Trial", generations: 100, lessonCredits: 100, budgetShare: 0.1 },
  starter: { title: "Starter", generations: 200, lessonCredits: 500, budgetShare: 1 },
  team: { title: "Team", generations: 2_000, lessonCredits: 5_000, budgetShare: 1 },
  business: { title: "Business", generations: 20_000, lessonCredits: 50_000, budgetShare: 1 },
} as const satisfies Readonly<Record<string, Plan>>;

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as readonly PlanName[];

export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(plans, name);
}

/** @throws Error for an unknown name, which would be a bug */
export function findPlan(name: string): Plan {
  if (!isPlanName(name)) throw new Error(`Unknown plan ${name}`);
  return plans[name];
}
