/** Edits a form by sentences of a closed list, one a line: all of them, or none. */
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure, Language, Warning } from "../../../../generated/types.ts";
import type { InputProblem } from "../../../platform/failures/invalid-input.ts";
import { carryOut } from "../../operations/carry-out.ts";
import { trimSpan } from "../marks/span.ts";
import { editWordsIn } from "./edit-words.ts";
import { listMatches, type Match } from "./match.ts";
import { FieldNames } from "./names.ts";
import { type EditContext, type EditPlan, type EditProblem, makePlan, namesAreThere } from "./operations.ts";

export type EditedByText =
  | { readonly structure: FormStructure; readonly warnings: Warning[] }
  | { readonly problem: LineProblem };

/** The first line that is not carried out, and why. */
export type LineProblem = { readonly line: string } & (
  | { readonly kind: "no_sentence" | "several_meanings" | "too_many_sentences" }
  | { readonly kind: "refused"; readonly problems: readonly InputProblem[] }
  | EditProblem
);

/** A line may name what an earlier one has added. */
export function editByText(before: FormStructure, text: string, language: Language): EditedByText {
  const words = editWordsIn(language);
  const lines = splitLines(text);
  const warnings: Warning[] = [];
  let form = before;
  const [first = "", ...others] = lines;
  if (first === "") return { problem: { line: first, kind: "no_sentence" } };
  // The limit is the number of operations in one edit, since each is checked with the whole form.
  if (others.length >= limits.form_operations.max)
    return { problem: { line: first, kind: "too_many_sentences" } };
  for (const line of lines) {
    const plan = planLine(line, { form, names: new FieldNames(form, language), words });
    if ("kind" in plan) return { problem: { line, ...plan } };
    const done = carryOut(form, plan.operations);
    if ("problems" in done) return { problem: { line, kind: "refused", problems: done.problems } };
    form = done.structure;
    warnings.push(...plan.warnings);
  }
  return { structure: form, warnings };
}

/** A bullet or number before a sentence says nothing. */
function splitLines(text: string): string[] {
  return text.split(/[\n\r]+/).flatMap((line) => {
    const said = line.trim().replace(/^(?:[-*•]|\d{1,3}[.)])\s+/, "");
    return said === "" ? [] : [said];
  });
}

/** Ordinary sentences have up to three. Trying thousands would take seconds. */
const MOST_READINGS = 50;

function planLine(line: string, context: EditContext) {
  const matches = listMatches(line, trimSpan(line, { from: 0, to: line.length }), context.words);
  // "add" takes every text as a question, so each other sentence is closer.
  const groups = [matches.filter(({ name }) => name !== "add"), matches.filter(({ name }) => name === "add")];
  for (const group of groups) {
    const there = group.filter((match) => namesAreThere(line, match, context));
    if (there.length > MOST_READINGS) return { kind: "several_meanings" as const };
    const readings = listReadings(line, there, context);
    if (readings.length > 0) return closest(readings);
    // The closest reading says which name is missing.
    const others = group.toSorted((a, b) => b.wordCount - a.wordCount).slice(0, MOST_READINGS);
    const [missing] = listReadings(line, others, context);
    if (missing) return missing.plan;
  }
  return { kind: "no_sentence" as const };
}

function listReadings(line: string, matches: readonly Match[], context: EditContext): Reading[] {
  return matches.flatMap((match) => {
    const plan = makePlan(line, match, context);
    return plan ? { plan, wordCount: match.wordCount } : [];
  });
}

interface Reading {
  readonly plan: EditPlan | EditProblem;
  readonly wordCount: number;
}

/** Chooses among the readings with most pattern words the one that can be applied. */
function closest(readings: readonly Reading[]) {
  const most = Math.max(...readings.map(({ wordCount }) => wordCount));
  const best = readings.filter(({ wordCount }) => wordCount === most).map(({ plan }) => plan);
  const possible = best.filter((plan) => "operations" in plan);
  const isClear = new Set(possible.map((plan) => JSON.stringify(plan))).size < 2;
  return isClear ? (possible[0] ?? best[0]!) : { kind: "several_meanings" as const };
}
