import type { AST } from "@eslint-community/regexpp";
import { type Characters, charactersOf, wordCharacters } from "./characters.ts";
import { groupsOf, leastLength, modified, parsed, type Reading, startsAtStart } from "./syntax.ts";

/** One step of a program; numbers are indexes of others. */
export type Step =
  /** `back`: inside a lookbehind, where texts are read from their end. */
  | { readonly kind: "character"; readonly set: Characters; readonly back: boolean; readonly next: number }
  /** What is tried first stands first. */
  | { readonly kind: "choice"; readonly nexts: readonly number[] }
  | { readonly kind: "start" | "end"; readonly multiline: boolean; readonly next: number }
  | { readonly kind: "boundary"; readonly word: Characters; readonly negate: boolean; readonly next: number }
  | { readonly kind: "look"; readonly negate: boolean; readonly body: number; readonly next: number }
  /** One turn of a repetition; one that takes nothing is not made (ECMAScript, 22.2.2.3.1). */
  | { readonly kind: "enter" | "leave"; readonly register: number; readonly next: number }
  /** Keeps where a group begins or ends. */
  | { readonly kind: "mark"; readonly register: number; readonly next: number }
  | { readonly kind: "forget"; readonly registers: readonly number[]; readonly next: number }
  /** What one of the groups took; each has two registers. */
  | {
      readonly kind: "again";
      readonly groups: readonly number[];
      readonly ignoreCase: boolean;
      readonly back: boolean;
      readonly next: number;
    }
  | { readonly kind: "accept" };

/** A pattern as steps that a backtracking engine takes, in its order. */
export interface Program {
  readonly steps: readonly Step[];
  readonly first: number;
  readonly registers: number;
  /** Whether it can only begin where the text does. */
  readonly isAnchored: boolean;
  /** Whether it has backreferences: then what it does at a place depends on how it came there. */
  readonly remembers: boolean;
  /** Whether it looks ahead or behind. */
  readonly looks: boolean;
  /** The most turns that bounded repetitions ask for or allow, of those that were not written out; 0 where all were. */
  readonly shortened: number;
}

/**
 * The program of a valid pattern (ECMAScript, `u` flag).
 *
 * @param copies a repetition is written out so many times; one with larger bounds has none from there on.
 * @returns undefined where it would have more than `most` steps, or groups are nested too deeply.
 */
export function programOf(source: string, copies: number, most: number): Program | undefined {
  const pattern = parsed(source);
  if (pattern === undefined) return undefined;
  const steps: Step[] = [];
  const groups = /\\[1-9k]/.test(source) ? groupsOf(pattern) : new Map<AST.CapturingGroup, number>();
  let registers = groups.size * 2;
  let shortened = 0;
  let looks = false;
  const top = { ignoreCase: false, multiline: false, dotAll: false, back: false, turns: 1 };
  const first = alternatives(pattern.alternatives, add({ kind: "accept" }), top);
  if (steps.length > most) return undefined;
  const isAnchored = pattern.alternatives.every(startsAtStart);
  return { steps, first, registers, isAnchored, remembers: groups.size > 0, looks, shortened };

  function add(step: Step): number {
    return steps.push(step) - 1;
  }

  function alternatives(options: readonly AST.Alternative[], next: number, reading: Reading): number {
    const nexts = options.map(({ elements }) => sequence(elements, next, reading));
    return nexts.length === 1 ? nexts[0]! : add({ kind: "choice", nexts });
  }

  function sequence(elements: readonly AST.Element[], next: number, reading: Reading): number {
    const ordered = reading.back ? elements : elements.toReversed();
    return ordered.reduce(
      (after, element) => (steps.length > most ? after : one(element, after, reading)),
      next,
    );
  }

  function one(element: AST.Element, next: number, reading: Reading): number {
    const { back } = reading;
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return add({ kind: "character", set: charactersOf(element as AST.Character, reading), back, next });
      case "Group":
        return alternatives(element.alternatives, next, modified(reading, element.modifiers));
      case "CapturingGroup":
        return group(element, next, reading);
      case "Assertion":
        return assertion(element, next, reading);
      case "Quantifier":
        return repetition(element, next, reading);
      case "Backreference":
        return add({
          kind: "again",
          groups: [element.resolved].flat().map((group) => groups.get(group)!),
          ignoreCase: reading.ignoreCase,
          back,
          next,
        });
      default:
        throw new Error(`${element.type} stands only in a pattern with the flag v.`);
    }
  }

  function group(element: AST.CapturingGroup, next: number, reading: Reading): number {
    const number = groups.get(element);
    if (number === undefined) return alternatives(element.alternatives, next, reading);
    const [from, to] = reading.back ? [1, 0] : [0, 1];
    const end = add({ kind: "mark", register: number * 2 + to, next });
    const inside = alternatives(element.alternatives, end, reading);
    return add({ kind: "mark", register: number * 2 + from, next: inside });
  }

  function assertion(element: AST.Assertion, next: number, reading: Reading): number {
    switch (element.kind) {
      case "start":
      case "end":
        return add({ kind: element.kind, multiline: reading.multiline, next });
      case "word":
        return add({ kind: "boundary", word: wordCharacters(reading), negate: element.negate, next });
      default: {
        looks = true;
        const inside = { ...reading, back: element.kind === "lookbehind" };
        const body = alternatives(element.alternatives, add({ kind: "accept" }), inside);
        return add({ kind: "look", negate: element.negate, body, next });
      }
    }
  }

  function repetition({ element, min, max, greedy }: AST.Quantifier, next: number, reading: Reading): number {
    const least = Math.min(min, copies);
    const isEndless = max > copies;
    const turns = reading.turns * Math.max(1, Number.isFinite(max) ? max : min);
    if ((isEndless && Number.isFinite(max)) || least < min) shortened = Math.max(shortened, turns);
    const inside = [...groups].filter(([group]) => group.start >= element.start && group.end <= element.end);
    const forgotten = inside.flatMap(([, number]) => [number * 2, number * 2 + 1]);
    const mayBeEmpty = leastLength(element) === 0;
    const turn = (after: number, isFree: boolean): number => {
      const register = mayBeEmpty && isFree ? registers++ : undefined;
      const end = register === undefined ? after : add({ kind: "leave", register, next: after });
      const body = one(element, end, { ...reading, turns });
      const begin = forgotten.length === 0 ? body : add({ kind: "forget", registers: forgotten, next: body });
      return register === undefined ? begin : add({ kind: "enter", register, next: begin });
    };
    const choice = (again: number): Step => ({
      kind: "choice",
      nexts: greedy ? [again, next] : [next, again],
    });
    let entry = next;
    if (isEndless) {
      entry = add({ kind: "accept" });
      steps[entry] = choice(turn(entry, true));
    } else {
      for (let copy = least; copy < max && steps.length <= most; copy++)
        entry = add(choice(turn(entry, true)));
    }
    for (let copy = 0; copy < least && steps.length <= most; copy++) entry = turn(entry, false);
    return entry;
  }
}
