import { type Attack, attacksOn } from "./attacks.ts";
import { isPlain } from "./plain.ts";
import { positionsOf } from "./positions.ts";
import { type Program, programOf } from "./program.ts";
import { mostStepsPerCharacter } from "./run.ts";
import { attempt, type Growth, growthUntil, growthWith, type Subject, type Trial, timesIn } from "./trial.ts";

/** A text that takes a pattern more steps than it may, and how they grow with it. */
export interface Slowness extends Attack {
  /** How often `pump` stands in the text. */
  readonly times: number;
  readonly steps: number;
  /** Whether the text takes more, and the engine was stopped. */
  readonly isStopped: boolean;
  readonly growth: Growth;
  /** Texts of so many code points are still read in time. */
  readonly bearable: number;
}

/** What no `maxLength` bounds is taken to be as long as a message that a server reads may be. */
const longestText = 4_194_304;
/** From this length on, how steps grow is told from noise. */
const shortestTold = 128;
/** What is spent on one pattern: so many texts; fewer where they have to be long, since there are bounds that only these reach. */
const most = { attacks: 400, longAttacks: 24, steps: 10_000_000 };
/** How many texts are tried for how slow a pattern is, once it is known to be. */
const moreAttacks = 20;
/** A program of more steps is not searched for attacks; before that, repetitions are written out less often. */
const largest = 2_000;

const known = new Map<string, Slowness | undefined>();

/**
 * A text of at most `longest` code points that makes a backtracking engine take more than 1,000 steps for each of its characters.
 * What is told was tried, and its steps counted. Where a pattern has no backreferences and lookarounds and is slow without bound,
 * there is one (Weber and Seidl, see `pumps.ts`); of others some are found.
 */
export function slownessOf(source: string, longest = longestText): Slowness | undefined {
  const key = `${longest} ${source}`;
  if (!known.has(key)) known.set(key, found(source, Math.min(longest, longestText)));
  return known.get(key);
}

function found(source: string, longest: number): Slowness | undefined {
  if (isPlain(source)) return undefined;
  if (longest === longestText) return searched(source, longest, most.attacks);
  const ofAny = slownessOf(source);
  const isBorne = ofAny === undefined || (ofAny.growth.kind === "power" && longest <= ofAny.bearable / 2);
  return isBorne ? undefined : searched(source, longest, most.longAttacks);
}

function searched(source: string, longest: number, mostAttacks: number): Slowness | undefined {
  const small = [12, 4, 2, 1].map((copies) => programOf(source, copies, largest)).find((found) => found);
  const exact = small && exactProgram(source);
  if (!small || !exact) return undefined;
  const subject = { ...exact, longest, settled: settledIn(small), mostPerCharacter: mostFor(small) };
  const budget = { attacks: small.shortened > 0 ? most.longAttacks : mostAttacks, steps: most.steps };
  let worst: Slowness | undefined;
  for (const attack of attacksOn(small, positionsOf(small))) {
    const found = tried(subject, attack, budget);
    if (found && !worst) budget.attacks = Math.min(budget.attacks, moreAttacks);
    if (found && (!worst || isWorse(found, worst))) worst = found;
    if (worst?.growth.kind === "multiplied" || budget.steps <= 0 || --budget.attacks === 0) break;
  }
  return worst;
}

/** What a pattern repeats more often than a text has characters, it may as well repeat without end. */
function exactProgram(source: string): Pick<Subject, "program" | "longestTried"> | undefined {
  for (const longestTried of [4_096, 256, 64, 16]) {
    const program = programOf(source, longestTried + 1, 100_000);
    if (program) return { program, longestTried };
  }
  return undefined;
}

function isWorse({ growth, bearable }: Slowness, { growth: known, bearable: before }: Slowness): boolean {
  if (growth.kind === "multiplied" || known.kind === "multiplied") return known.kind !== "multiplied";
  return growth.of > known.of || (growth.of === known.of && bearable < before);
}

/** A list of hundreds of words takes as many steps at each character as it has words, and no more the longer the text. */
function mostFor({ steps }: Program): number {
  return mostStepsPerCharacter + 2 * steps.length;
}

/** Before a bounded repetition has come to its end, its steps may grow like those of an endless one, or not yet. */
function settledIn({ shortened }: Program): number {
  return 2 * shortened + shortestTold;
}

/** Longer and longer texts, until one takes too many steps, or they stop growing faster than the text. */
function tried(subject: Subject, attack: Attack, budget: { steps: number }): Slowness | undefined {
  const mostTimes = timesIn(attack, Math.min(subject.longest, subject.longestTried));
  let before: Trial | undefined;
  for (let times = Math.min(4, mostTimes); times > 0; times = Math.min(times * 2, mostTimes)) {
    const trial = attempt(subject, attack, times);
    budget.steps -= trial.steps;
    if (trial.isStopped) return { ...attack, ...growthUntil(subject, attack, trial) };
    const isLast = times === mostTimes || budget.steps <= 0;
    if (before && before.length >= subject.settled && subject.longest > subject.longestTried) {
      const faster = trial.steps / trial.length / (before.steps / before.length);
      if (faster < 1.3) return undefined;
      const reached = (trial.steps / trial.length) * (subject.longest / trial.length);
      if (reached > subject.mostPerCharacter) return { ...attack, ...growthWith(subject, trial, before) };
    }
    if (isLast) return undefined;
    before = trial;
  }
  return undefined;
}
