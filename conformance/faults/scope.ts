/** The scope of a fault: the part of a server that it concerns, and the cases that should catch it. */
import type { CaseFile, InputCase } from "@toolwright/conformance/cases";
import { isBehaviour } from "../kinds/behaviour.ts";
import { shuffle } from "../run/order.ts";
import type { Runnable } from "../run/runnable.ts";

/** The part of a server that a fault concerns. The scope alone decides which cases run. */
export type FaultScope =
  /** Everything except tool calls: the protocol and the list. */
  | { readonly part: "server" }
  /** One entry of `tools/list`. */
  | { readonly part: "entry"; readonly tool: string }
  /** The access rules of a tool. */
  | { readonly part: "access"; readonly tool: string }
  /** One constraint of arguments, of all tools that share it. */
  | { readonly part: "constraint"; readonly constraint: string }
  /** The answers of a tool. */
  | { readonly part: "answers"; readonly tool: string }
  /** One declared refusal of a tool. */
  | { readonly part: "refusal"; readonly tool: string; readonly code: string };

/** The most input cases of a tool: they are most of all cases, and this many show how a tool answers. */
const maxInputs = 24;

export function selectCases(scope: FaultScope, all: readonly Runnable[], file: CaseFile): Runnable[] {
  switch (scope.part) {
    case "server":
      return all.filter(
        ({ kind, tool }) => kind === "protocol" || (kind === "manifest" && tool === undefined),
      );
    case "entry":
      return all.filter(
        ({ kind, tool }) => kind === "manifest" && (tool === undefined || tool === scope.tool),
      );
    case "access":
      return [
        ...all.filter(({ kind, tool }) => kind === "authorization" && tool === scope.tool),
        ...selectWorkflowCases(scope.tool, insufficientScope, all, file),
      ];
    case "refusal":
      return [
        ...selectCases({ part: "answers", tool: scope.tool }, all, file),
        ...selectWorkflowCases(scope.tool, scope.code, all, file),
      ];
    case "constraint":
      return selectConstraintCases(scope.constraint, all);
    case "answers": {
      // The proxy makes only faults that a single answer shows. Patches make mistakes in behaviour.
      const ofTool = all.filter((each) => each.tool === scope.tool && !isBehaviour(each));
      const inputs = ofTool.filter(isInput);
      const seed = Object.keys(file.tools).indexOf(scope.tool);
      const sample = new Set<Runnable>(shuffle(inputs, seed).slice(0, maxInputs));
      return ofTool.filter((each) => each.kind !== "input" || sample.has(each));
    }
  }
}

const insufficientScope = "insufficient_scope";

/** Returns the steps of a tool in workflows that have a refusal of it with this code. Some steps show the effect of the refused call. */
function selectWorkflowCases(
  tool: string,
  code: string,
  all: readonly Runnable[],
  { behaviour }: CaseFile,
): Runnable[] {
  const workflows = Object.entries(behaviour?.workflows ?? {})
    .filter(([, { steps }]) => steps.some((step) => step.tool === tool && step.failure === code))
    .map(([name]) => name);
  return all.filter((each) => "workflow" in each && each.tool === tool && workflows.includes(each.workflow));
}

/** Returns the cases of a constraint, and the cases that show that their bases are accepted. */
function selectConstraintCases(constraint: string, all: readonly Runnable[]): Runnable[] {
  const inputs = all.filter(isInput);
  const bases = new Set(inputs.filter((each) => each.constraint === constraint).map(({ base }) => base));
  return all.filter((each) => {
    if (isInput(each) && each.constraint === constraint) return true;
    const showsBase = each.kind === "input" || each.kind === "output";
    return showsBase && "base" in each && each.edits === undefined && bases.has(each.base);
  });
}

function isInput(each: Runnable): each is InputCase {
  return each.kind === "input";
}
