/** The one place that says how much a case may try. Laws say what is worth trying, in order; the budget says how far down the list a run goes. */
import type { Attempt, Law, Spec } from "./law.ts";

export interface Budget {
  /** The most attempts of a case. */
  readonly attempts: number;
  /** The most acts of an attempt. */
  readonly acts: number;
  /** How often a suspicion is tried again alone, until it is seen again. */
  readonly repetitions: number;
  /** Whether one tool is asked for each thing that is observed, in place of all that show it. */
  readonly isBrief: boolean;
}

/** How often each attempt is made where a wrong server may pass by luck, in any run: made once, it shows little. */
const rounds = 4;

/** The budget of a run without a limit of requests. */
export const wholeBudget: Budget = { attempts: 24, acts: 12, repetitions: 3, isBrief: false };

/** The budget of a run with one token: the most telling attempt. What it suspects is confirmed in full. */
export const briefBudget: Budget = { attempts: 1, acts: 3, repetitions: 3, isBrief: true };

/** Chooses the attempts of a case from those that its law lists. Spare ones are always among them. */
export function chooseAttempts(
  { isChancy }: Law,
  attempts: readonly Attempt[],
  { attempts: most, acts: mostActs }: Budget,
): readonly Attempt[] {
  const told = attempts.filter(({ isSpare }) => isSpare !== true).slice(0, most);
  const chosen = attempts
    .filter((attempt) => attempt.isSpare === true || told.includes(attempt))
    .map((attempt) =>
      attempt.acts.length > mostActs ? { ...attempt, acts: attempt.acts.slice(0, mostActs) } : attempt,
    );
  if (isChancy !== true) return chosen;
  return chosen.flatMap((attempt) => Array.from({ length: rounds }, () => attempt));
}

/** Counts the requests that a case is expected to send. Controls, spare attempts and repetitions are rare. */
export function countRequests(law: Law, attempts: readonly Attempt[], spec: Spec, budget: Budget): number {
  const expected = attempts.filter(({ isSpare }) => isSpare !== true);
  return chooseAttempts(law, expected, budget).reduce(
    (sum, attempt) => sum + countInAttempt(law, attempt, spec, budget),
    0,
  );
}

function countInAttempt(
  { isShared }: Law,
  { given, first = [], acts, watch, afterwards = [] }: Attempt,
  { rules }: Spec,
  { isBrief }: Budget,
): number {
  const entities = new Map(
    given.flatMap((each) =>
      "named" in each ? each.named.map((name) => [name, name]) : [[each.thing, each.entity]],
    ) as [string, string][],
  );
  const countShown = (thing: string) =>
    isBrief ? 1 : (rules.entities[entities.get(thing) ?? thing]?.observedBy.length ?? 0);
  const observed = watch.reduce((sum, thing) => sum + countShown(thing), 0);
  const calls = first.length + acts.length + afterwards.length;
  // Used things are there, with what the last attempt has observed.
  return isShared ? calls + observed : entities.size + calls + 2 * observed;
}

/** How often a suspicion is tried again alone. A race that was lost once may be won several times. */
export function countRepetitions({ isChancy }: Law, { repetitions }: Budget): number {
  return isChancy === true ? rounds * repetitions : repetitions;
}
