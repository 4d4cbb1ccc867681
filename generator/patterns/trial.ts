import type { Attack } from "./attacks.ts";
import type { Program } from "./program.ts";
import { codePointsOf, run } from "./run.ts";

/** A pattern that is tried. */
export interface Subject {
  /** Exact for texts of at most `longestTried` code points; what grows until there is taken to grow further. */
  readonly program: Program;
  readonly longestTried: number;
  /** Of the texts that it is to be fast with, in code points. */
  readonly longest: number;
  /** From this length on, how steps grow with the text says how they will grow. */
  readonly settled: number;
  readonly mostPerCharacter: number;
}

/** One text, and the steps that it took; stopped where these were too many. */
export interface Trial {
  readonly times: number;
  /** In code points. */
  readonly length: number;
  readonly steps: number;
  readonly isStopped: boolean;
}

/** Steps multiply with each pump more; or grow with a power of the length. */
export type Growth =
  | { readonly kind: "multiplied"; readonly by: number }
  | { readonly kind: "power"; readonly of: number };

interface Told {
  readonly times: number;
  readonly steps: number;
  readonly isStopped: boolean;
  readonly growth: Growth;
  readonly bearable: number;
}

export function attempt(
  { program, mostPerCharacter }: Subject,
  { before, pump, after }: Attack,
  times: number,
): Trial {
  const text = codePointsOf(before + pump.repeat(times) + after);
  const { matches, steps } = run(program, text, text.length * mostPerCharacter);
  return { times, length: text.length, steps, isStopped: matches === undefined };
}

/** How often an attack's pump stands in a text of this length. */
export function timesIn({ before, pump, after }: Attack, length: number): number {
  return Math.floor((length - [...before].length - [...after].length) / [...pump].length);
}

/** How steps grow where a text has twice the pumps of the one before. */
export function growthWith({ mostPerCharacter }: Subject, trial: Trial, before: Trial): Told {
  const of = Math.max(2, Math.round(Math.log2(trial.steps / before.steps)));
  const spare = mostPerCharacter / (trial.steps / trial.length);
  return {
    ...trial,
    growth: { kind: "power", of },
    bearable: rounded(trial.length * spare ** (1 / (of - 1))),
  };
}

/** Where the engine was stopped: the shortest text for which it is, and how steps grow until then. */
export function growthUntil(subject: Subject, attack: Attack, stopped: Trial): Told {
  let first = stopped;
  let last: Trial | undefined;
  for (let least = 1; least < first.times; ) {
    const middle = attempt(subject, attack, (least + first.times) >> 1);
    if (middle.isStopped) first = middle;
    else {
      last = middle;
      least = middle.times + 1;
    }
  }
  const fewer = (times: number) => (times > 0 ? attempt(subject, attack, times) : undefined);
  const before = last && fewer(last.times - 1);
  const half = last && fewer(last.times >> 1);
  const bearable = last ? rounded(last.length) : 1;
  const by = last && before ? last.steps / before.steps : 2;
  if (!last || !half || (attack.multiplies ?? by >= 1.8))
    return { ...first, growth: { kind: "multiplied", by }, bearable };
  const of = Math.log(last.steps / half.steps) / Math.log(last.length / half.length);
  return { ...first, growth: { kind: "power", of: Math.max(2, Math.round(of)) }, bearable };
}

/** Down to two digits, as people write bounds. */
function rounded(bound: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(bound)) - 1);
  return Math.max(1, Math.floor(bound / unit) * unit);
}
