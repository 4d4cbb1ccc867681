import type { Positions } from "./positions.ts";
import type { Program } from "./program.ts";
import { type Pump, pumpsOf } from "./pumps.ts";

/** Texts that a pattern may be slow with: `before`, `pump` any number of times, `after`. */
export interface Attack {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
  /** Whether each turn multiplies the ways to read it, where that is known. */
  readonly multiplies?: boolean;
}

/** As many ways at a time may be a million together. */
const manyChoices = 20;
/** As many sets of positions are looked at for what a text may end with. */
const mostSets = 200;

/** Texts to try: those that the pattern reads on several ways, with an end that it dislikes. */
export function* attacksOn(program: Program, positions: Positions): Generator<Attack> {
  const text = (classes: readonly number[]) =>
    classes.map((number) => String.fromCodePoint(positions.characters[number]!)).join("");
  const known = new Set<string>();
  for (const { before, pump, multiplies } of pumpsOf(positions)) {
    const key = `${before} ${pump}`;
    if (known.has(key)) continue;
    known.add(key);
    for (const after of endings(positions, { before, pump }))
      yield { before: text(before), pump: text(unitOf(pump)), after: text(after), multiplies };
  }
  const choices = program.steps.filter(({ kind }) => kind === "choice").length;
  if (!program.looks && !program.remembers && choices < manyChoices) return;
  // What a pattern sees ahead, behind or again is no matter of its positions, nor what multiplies only so many times.
  const characters = positions.characters.slice(0, 12).map((character) => String.fromCodePoint(character));
  for (const pump of characters) for (const after of ["", "!", "\n"]) yield { before: "", pump, after };
}

/** What a text is a repetition of. */
function unitOf(text: readonly number[]): readonly number[] {
  const length = text.findIndex((_, index) => index > 0 && text.every((one, at) => one === text[at % index]));
  return length === -1 || text.length % length !== 0 ? text : text.slice(0, length);
}

/** Ends that no way through the pattern takes, and some that are worth a try where there is none. */
function endings(positions: Positions, { before, pump }: Pick<Pump, "before" | "pump">): number[][] {
  let reached: ReadonlySet<number> = new Set([0]);
  for (const number of before) reached = after(positions, reached, number);
  const seen = new Set<string>();
  while (!seen.has(keyOf(reached))) {
    seen.add(keyOf(reached));
    for (const number of pump) reached = after(positions, reached, number);
  }
  const disliked = endsIn(positions, reached);
  const other = positions.characters.map((_, number) => number).filter((number) => !pump.includes(number));
  return [...(disliked ? [disliked] : []), ...other.slice(-1).map((number) => [number]), []];
}

/** The shortest text after which the pattern cannot end. */
function endsIn(positions: Positions, from: ReadonlySet<number>): number[] | undefined {
  const open: { readonly reached: ReadonlySet<number>; readonly text: number[] }[] = [
    { reached: from, text: [] },
  ];
  const known = new Set([keyOf(from)]);
  for (const { reached, text } of open) {
    if (![...reached].some((position) => positions.ends.has(position))) return text;
    if (known.size > mostSets) return undefined;
    positions.characters.forEach((_, number) => {
      const next = after(positions, reached, number);
      if (known.has(keyOf(next))) return;
      known.add(keyOf(next));
      open.push({ reached: next, text: [...text, number] });
    });
  }
  return undefined;
}

function after({ classes, follow }: Positions, reached: ReadonlySet<number>, number: number): Set<number> {
  const bit = 1n << BigInt(number);
  const found = new Set<number>();
  for (const position of reached)
    for (const next of follow[position]!.keys()) if ((classes[next]! & bit) !== 0n) found.add(next);
  return found;
}

function keyOf(positions: ReadonlySet<number>): string {
  return [...positions].sort((one, other) => one - other).join();
}
