import type { CaseFile, InputCase } from "toolwright/runtime";
import { shuffled } from "../run/order.ts";
import type { Runnable } from "../run/runnable.ts";

/** What of a server a fault concerns. The cases that have to find it follow from that alone, whatever the fault is. */
export type Place =
  /** What is no call of a tool: the protocol and the list. */
  | { readonly of: "server" }
  /** One entry of `tools/list`. */
  | { readonly of: "entry"; readonly tool: string }
  /** Who may call a tool. */
  | { readonly of: "access"; readonly tool: string }
  /** One constraint of arguments, of whichever tools. */
  | { readonly of: "constraint"; readonly constraint: string }
  /** What a tool answers. */
  | { readonly of: "answers"; readonly tool: string };

/** Arguments are by far most of the cases; so many of them show how a tool answers. */
const someInputs = 24;

export function casesOfPlace(place: Place, all: readonly Runnable[], file: CaseFile): Runnable[] {
  switch (place.of) {
    case "server":
      return all.filter(
        ({ kind, tool }) => kind === "protocol" || (kind === "manifest" && tool === undefined),
      );
    case "entry":
      return all.filter(
        ({ kind, tool }) => kind === "manifest" && (tool === undefined || tool === place.tool),
      );
    case "access":
      return all.filter(({ kind, tool }) => kind === "authorization" && tool === place.tool);
    case "constraint":
      return casesOfConstraint(place.constraint, all);
    case "answers": {
      const ofTool = all.filter(({ tool }) => tool === place.tool);
      const inputs = ofTool.filter(isInput);
      const seed = Object.keys(file.tools).indexOf(place.tool);
      const some = new Set<Runnable>(shuffled(inputs, seed).slice(0, someInputs));
      return ofTool.filter((each) => each.kind !== "input" || some.has(each));
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
