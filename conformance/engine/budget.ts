/** The one place that says how much a case may try. Laws say what is worth trying, in order; the budget says how far down the list a run goes. */

export interface Budget {
  /** The most attempts of a case. */
  readonly attempts: number;
  /** How often a suspicion is tried again alone, until it is seen again. */
  readonly repetitions: number;
}

/** The budget of a run without a limit of requests. */
export const wholeBudget: Budget = { attempts: 24, repetitions: 3 };

/** The budget of a run with one token: the most telling attempt. What it suspects is confirmed in full. */
export const briefBudget: Budget = { attempts: 1, repetitions: 3 };
