import { createRequire } from "node:module";
import type { AST, RegExpParser } from "@eslint-community/regexpp";

/** What elements mean where they stand. */
export interface Reading {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly back: boolean;
  /** How often it stands here, with bounded repetitions around it. */
  readonly turns: number;
}

const require = createRequire(import.meta.url);
let parser: RegExpParser | undefined;

/**
 * The tree of a pattern (`u` flag), undefined where groups are nested too deeply, or where an engine takes what is none: V8 lets two
 * groups have one name where both could take part. The parser is loaded when the first
 * pattern needs it; most specs have none that does.
 */
export function parsed(source: string): AST.Pattern | undefined {
  if (depthOf(source) > deepest) return undefined;
  parser ??= newParser();
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function newParser(): RegExpParser {
  // The class needs a name of its own: TypeScript 7.0.2 emits `new (require(...)).RegExpParser()` without the parentheses.
  const { RegExpParser } = require("@eslint-community/regexpp") as typeof import("@eslint-community/regexpp");
  return new RegExpParser({ ecmaVersion: 2025 });
}

/** Groups that stand in each other further than that would exhaust the stack. */
const deepest = 500;

function depthOf(source: string): number {
  let depth = 0;
  let most = 0;
  for (const character of source) {
    if (character === "(") most = Math.max(most, ++depth);
    if (character === ")") depth--;
  }
  return most;
}

export function groupsOf({ alternatives }: AST.Pattern): Map<AST.CapturingGroup, number> {
  const found = new Map<AST.CapturingGroup, number>();
  const look = (element: AST.Element): void => {
    if (element.type === "CapturingGroup") found.set(element, found.size);
    if (element.type === "Quantifier") look(element.element);
    if ("alternatives" in element) for (const { elements } of element.alternatives) elements.forEach(look);
  };
  for (const { elements } of alternatives) elements.forEach(look);
  return found;
}

export function modified(reading: Reading, modifiers: AST.Modifiers | null): Reading {
  if (!modifiers) return reading;
  const { add, remove } = modifiers;
  const flag = (name: "ignoreCase" | "multiline" | "dotAll") =>
    add?.[name] === true || (reading[name] && remove?.[name] !== true);
  return { ...reading, ignoreCase: flag("ignoreCase"), multiline: flag("multiline"), dotAll: flag("dotAll") };
}

/** How many characters an element takes at least; not exact beyond 0. */
export function leastLength(element: AST.Element): number {
  switch (element.type) {
    case "Assertion":
    case "Backreference":
      return 0;
    case "Quantifier":
      return element.min === 0 ? 0 : leastLength(element.element);
    case "Group":
    case "CapturingGroup":
      return Math.min(
        ...element.alternatives.map(({ elements }) => Math.max(0, ...elements.map(leastLength))),
      );
    default:
      return 1;
  }
}

/** With modifiers `^` may mean the start of any line. */
export function startsAtStart({ elements: [first] }: AST.Alternative): boolean {
  if (first === undefined) return false;
  if (first.type === "Assertion") return first.kind === "start";
  const isGroup = first.type === "CapturingGroup" || (first.type === "Group" && !first.modifiers);
  return isGroup && first.alternatives.every(startsAtStart);
}
