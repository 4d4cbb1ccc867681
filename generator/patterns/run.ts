import { hasCharacter, isSameLetter } from "./characters.ts";
import type { Program, Step } from "./program.ts";

/** So many steps a character are a second or two for a megabyte. */
export const mostStepsPerCharacter = 1_000;

/** What a run has come to: whether the text matches, or `undefined` where it was given up; and its steps so far. */
export interface Run {
  readonly matches: boolean | undefined;
  readonly steps: number;
}

/** A place that may still be tried, and what registers held there. */
interface Branch {
  readonly step: number;
  readonly at: number;
  readonly registers: readonly number[];
}

/**
 * Takes a text through a program as an engine does that goes back and tries what it has not tried yet, and counts its steps:
 * each look at a character, each choice, each condition. No clock decides anything.
 *
 * @param text as code points.
 * @param most it gives up after so many steps.
 * @param isForgetful tries nothing twice at the same place, so that steps stay in proportion to the text (a matter of memory that
 * engines do not spend). A pattern with backreferences cannot be run so.
 */
export function run(program: Program, text: Int32Array, most: number, isForgetful = false): Run {
  let count = 0;
  const remembers = isForgetful && !program.remembers;
  const looked = new Map<number, boolean>();
  const width = text.length + 1;
  const tried = new Set<number>();
  const none = Array<number>(program.registers).fill(-1);
  const starts = program.isAnchored ? 1 : width;
  for (let start = 0; start < starts; start++) {
    const found = from(program.first, start, none, tried);
    if (found === undefined) return { matches: undefined, steps: count };
    if (found) return { matches: true, steps: count };
  }
  return { matches: false, steps: count };

  /** @returns the registers in the end, `null` where nothing matches, `undefined` where it was given up. */
  function from(
    step: number,
    at: number,
    registers: readonly number[],
    tried: Set<number>,
  ): readonly number[] | null | undefined {
    const branches: Branch[] = [{ step, at, registers }];
    for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
      let place: Branch | undefined = branch;
      while (place !== undefined) {
        if (count++ >= most) return undefined;
        if (remembers) {
          const key: number = place.step * width + place.at;
          if (tried.has(key)) break;
          tried.add(key);
        }
        const now: Step = program.steps[place.step]!;
        if (now.kind === "accept") return place.registers;
        if (now.kind === "choice") {
          for (let other = now.nexts.length - 1; other > 0; other--)
            branches.push({ ...place, step: now.nexts[other]! });
          place = { ...place, step: now.nexts[0]! };
        } else if (now.kind === "look") {
          place = afterLook(now, place);
          if (place === undefined && count >= most) return undefined;
        } else place = after(now, place);
      }
    }
    return null;
  }

  function afterLook(now: Step & { kind: "look" }, { at, registers }: Branch): Branch | undefined {
    const key = now.body * width + at;
    const known = remembers ? looked.get(key) : undefined;
    const inside = known === undefined ? from(now.body, at, registers, new Set()) : known ? registers : null;
    if (inside === undefined) return undefined;
    looked.set(key, inside !== null);
    if ((inside !== null) === now.negate) return undefined;
    return { step: now.next, at, registers: now.negate ? registers : inside! };
  }

  function after(
    now: Exclude<Step, { kind: "accept" | "choice" | "look" }>,
    place: Branch,
  ): Branch | undefined {
    const { at, registers } = place;
    const { next } = now;
    switch (now.kind) {
      case "character": {
        const character = text[now.back ? at - 1 : at];
        if (character === undefined || !hasCharacter(now.set, character)) return undefined;
        return { step: next, at: now.back ? at - 1 : at + 1, registers };
      }
      case "start":
        return at === 0 || (now.multiline && isLineEnd(text[at - 1]!))
          ? { step: next, at, registers }
          : undefined;
      case "end":
        return at === text.length || (now.multiline && isLineEnd(text[at]!))
          ? { step: next, at, registers }
          : undefined;
      case "boundary": {
        const isWord = (index: number) =>
          index >= 0 && index < text.length && hasCharacter(now.word, text[index]!);
        return (isWord(at - 1) !== isWord(at)) !== now.negate ? { step: next, at, registers } : undefined;
      }
      case "enter":
      case "mark":
        return { step: next, at, registers: registers.with(now.register, at) };
      case "leave":
        // Where nothing is tried twice, an empty turn leads to where it began and ends there.
        return !remembers && registers[now.register] === at ? undefined : { step: next, at, registers };
      case "forget":
        return {
          step: next,
          at,
          registers: registers.map((value, index) => (now.registers.includes(index) ? -1 : value)),
        };
      case "again":
        return afterAgain(now, place);
    }
  }

  function afterAgain(now: Step & { kind: "again" }, { at, registers }: Branch): Branch | undefined {
    const group = now.groups.find((number) => registers[number * 2]! >= 0 && registers[number * 2 + 1]! >= 0);
    if (group === undefined) return { step: now.next, at, registers };
    const from = registers[group * 2]!;
    const length = registers[group * 2 + 1]! - from;
    const begin = now.back ? at - length : at;
    if (begin < 0 || begin + length > text.length) return undefined;
    for (let index = 0; index < length; index++) {
      count++;
      const [one, other] = [text[from + index]!, text[begin + index]!];
      if (now.ignoreCase ? !isSameLetter(one, other) : one !== other) return undefined;
    }
    return { step: now.next, at: now.back ? begin : begin + length, registers };
  }
}

function isLineEnd(character: number): boolean {
  return character === 0x0a || character === 0x0d || character === 0x2028 || character === 0x2029;
}

export function codePointsOf(text: string): Int32Array {
  return Int32Array.from(text, (character) => character.codePointAt(0)!);
}
