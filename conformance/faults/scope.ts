import type { CaseFile, InputCase } from "../cases/format.ts";
import { shuffled } from "../run/order.ts";
import type { Runnable } from "../run/runnable.ts";

/** What of a server a fault concerns. The cases that have to find it follow from that alone, whatever the fault is. */
export type FaultScope =
  /** What is no call of a tool: the protocol and the list. */
  | { readonly part: "server" }
  /** One entry of `tools/list`. */
  | { readonly part: "entry"; readonly tool: string }
  /** Who may call a tool. */
  | { readonly part: "access"; readonly tool: string }
  /** One constraint of arguments, of whichever tools. */
  | { readonly part: "constraint"; readonly constraint: string }
  /** What a tool answers. */
  | { readonly part: "answers"; readonly tool: string };

/** Arguments are by far most of the cases; so many of them show how a tool answers. */
const maxInputs = 24;

export function casesInScope(scope: FaultScope, all: readonly Runnable[], file: CaseFile): Runnable[] {
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
      return all.filter(({ kind, tool }) => kind === "authorization" && tool === scope.tool);
    case "constraint":
      return casesOfConstraint(scope.constraint, all);
    case "answers": {
      const ofTool = all.filter(({ tool }) => tool === scope.tool);
      const inputs = ofTool.filter(isInput);
      const seed = Object.keys(file.tools).indexOf(scope.tool);
      const sample = new Set<Runnable>(shuffled(inputs, seed).slice(0, maxInputs));
      return ofTool.filter((each) => each.kind !== "input" || sample.has(each));
    }
  }
}

/** The cases of a constraint, and those that show that the arguments they start from are accepted. */
function casesOfConstraint(constraint: string, all: readonly Runnable[]): Runnable[] {
  const inputs = all.filter(isInput);
  const bases = new Set(inputs.filter((each) => each.constraint === constraint).map(({ base }) => base));
  return inputs.filter(
    (each) => each.constraint === constraint || (each.edits === undefined && bases.has(each.base)),
  );
}

function isInput(each: Runnable): each is InputCase {
  return each.kind === "input";
}
