/** The arguments that cases start from. */
import { applyEdits, type Edit, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { requireDeclared } from "../results/precondition-error.ts";

const editedBases = new WeakMap<object, Json>();

/** Returns the valid arguments that a case starts from. Several cases share one base, so the results of edits are cached. */
export function baseArguments(cases: Pick<CaseFile, "bases">, name: string): Json {
  const base = requireDeclared(cases.bases[name], `there are no valid arguments of ${name}`);
  if ("input" in base) return base.input;
  const input = editedBases.get(base) ?? applyEdits(baseArguments(cases, base.on), base.edits);
  editedBases.set(base, input);
  return input;
}

/** Returns the arguments of a case: its base with its edits. */
export function exampleArguments(
  cases: CaseFile,
  { base, edits = [] }: { readonly base?: string; readonly edits?: readonly Edit[] },
): Json {
  return base === undefined ? {} : applyEdits(baseArguments(cases, base), edits);
}

/** Whether a tool can only be called as a task (MCP 2025-11-25, Tasks, Tool-Level Negotiation). */
export function runsAsTask({ manifest }: CaseFile, tool: string): boolean {
  const entry = manifest.find(({ name }) => name === tool);
  return valueAt(entry ?? null, "/execution/taskSupport") === "required";
}
