/** Edits a form by sentences of a closed list, one a line: all of them, or none. */
import type { FormStructure, Language, Warning } from "../../../../generated/types.ts";
import type { InputProblem } from "../../../platform/failures/invalid-input.ts";
import { carryOut } from "../../operations/carry-out.ts";
import { trimmed } from "../ink.ts";
import { type EditWords, editWordsIn } from "./edit-words.ts";
import { matchesOf } from "./match.ts";
import { type EditPlan, type EditProblem, planOf } from "./operations.ts";

export type EditedByText =
  | { readonly structure: FormStructure; readonly warnings: Warning[] }
  | { readonly problem: LineProblem };

/** The first line that is not carried out, and why. */
export type LineProblem = { readonly line: string } & (
  | { readonly kind: "no_sentence" | "several_meanings" }
  | { readonly kind: "refused"; readonly problems: readonly InputProblem[] }
  | EditProblem
);

/** A line may name what an earlier one has added. */
export function editByText(before: FormStructure, text: string, language: Language): EditedByText {
  const words = editWordsIn(language);
  const lines = linesOf(text);
  const warnings: Warning[] = [];
  let form = before;
  if (lines.length === 0) return { problem: { line: "", kind: "no_sentence" } };
  for (const line of lines) {
    const plan = planLine(line, form, words);
    if ("kind" in plan) return { problem: { line, ...plan } };
    const done = carryOut(form, plan.operations);
    if ("problems" in done) return { problem: { line, kind: "refused", problems: done.problems } };
    form = done.structure;
    warnings.push(...plan.warnings);
  }
  return { structure: form, warnings };
}

/** A bullet or number before a sentence says nothing. */
function linesOf(text: string): string[] {
  return text.split(/[\n\r]+/).flatMap((line) => {
    const said = line.trim().replace(/^(?:[-*•]|\d{1,3}[.)])\s+/, "");
    return said === "" ? [] : [said];
  });
}

function planLine(line: string, form: FormStructure, words: EditWords) {
  const matches = matchesOf(line, trimmed(line, { from: 0, to: line.length }), words);
  // "add" takes every text as a question, so each other sentence is closer.
  const groups = [matches.filter(({ name }) => name !== "add"), matches.filter(({ name }) => name === "add")];
  for (const group of groups) {
    const plans = group.flatMap((match) => {
      const plan = planOf(line, match, form, words);
      return plan ? { plan, wordCount: match.wordCount } : [];
    });
    if (plans.length > 0) return closest(plans);
  }
  return { kind: "no_sentence" as const };
}

interface Reading {
  readonly plan: EditPlan | EditProblem;
  readonly wordCount: number;
}

/** The reading with most words of its pattern; of those that can be carried out if there is one. */
function closest(readings: readonly Reading[]) {
  const possible = readings.filter(({ plan }) => "operations" in plan);
  const from = possible.length > 0 ? possible : readings;
  const most = Math.max(...from.map(({ wordCount }) => wordCount));
  const best = from.filter(({ wordCount }) => wordCount === most).map(({ plan }) => plan);
  const isOne = possible.length === 0 || new Set(best.map((plan) => JSON.stringify(plan))).size === 1;
  return isOne ? best[0]! : { kind: "several_meanings" as const };
}
