/** Finds conditions and calculations of the earlier format in what clients send, and says what to send instead. */
import { childPointer } from "@toolwright/runtime/json";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import { shorten } from "../../texts/shorten.ts";
import { isEarlierCondition } from "./earlier.ts";
import { presentCondition, presentFormula } from "./stored-structure.ts";

/** A part of arguments, and its JSON Pointer. */
export interface EarlierPart {
  readonly path: string;
  /** The calculation that has it, where it is a formula: the schema names what that lacks, too. */
  readonly owner?: string;
  readonly sentence: Sentence;
}

/** How deep structures and operations have conditions and calculations. */
const MAX_LEVELS = 10;
/** The maximum length of a sentence that shows what to send. */
const MAX_SHOWN = 2_000;

export function earlierParts(value: unknown, path = "", levels = MAX_LEVELS): EarlierPart[] {
  if (typeof value !== "object" || value === null || levels === 0) return [];
  return Object.entries(value).flatMap(([key, part]): EarlierPart[] => {
    const at = childPointer(path, key);
    if (key === "expression") return formulaInstead(part, at, path);
    if ((key === "visible_if" || key === "when") && isEarlierCondition(part))
      return conditionInstead(part, at);
    return earlierParts(part, at, levels - 1);
  });
}

function formulaInstead(expression: unknown, path: string, owner: string): EarlierPart[] {
  const formula = presentFormula(expression);
  if (formula === undefined) return [];
  const instead = shorten(`"formula": ${JSON.stringify(formula)}`, MAX_SHOWN);
  return [{ path, owner, sentence: { key: "earlier_formula", values: { instead } } }];
}

function conditionInstead(part: unknown, path: string): EarlierPart[] {
  const condition = presentCondition(part);
  if (condition === undefined) return [];
  if (typeof condition === "string") return [{ path, sentence: { key: "earlier_deep" } }];
  const instead = shorten(JSON.stringify(condition), MAX_SHOWN);
  return [{ path, sentence: { key: "earlier_condition", values: { instead } } }];
}

/** Tells whether a problem of the schema repeats a problem already reported for the part. */
export function isAt(path: string, { path: at, owner }: EarlierPart): boolean {
  return path === at || path.startsWith(`${at}/`) || (owner !== undefined && path === `${owner}/formula`);
}
