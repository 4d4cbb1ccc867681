/** Finds how the things of a call have to be made: as a workflow makes them, or with times that begin now. */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CaseFile } from "../../cases/format.ts";
import { listMadeEntities } from "../rules/rule-calls.ts";
import { findCallPath } from "../rules/transitions.ts";
import { listShapes, listStepsAbout, type Shapes } from "../rules/workflow-calls.ts";
import { type EarlierCall, findExample, listUnexplainedCodes } from "./earlier-calls.ts";
import { findSoonerShapes } from "./sooner.ts";

/** Finds how the entities of a call have to be made, if one of the steps before it says so. */
export function findShapesIn(earlier: readonly EarlierCall[]): Shapes | undefined {
  const shaped = earlier.find((each) => "shapes" in each);
  if (shaped !== undefined) return shaped.shapes;
  const step = earlier.find((each) => "asMade" in each && each.asMade === true);
  return step === undefined || !("workflow" in step) ? undefined : listShapes(step);
}

/** Whether a trial may find that a tool wants things that are made in another way. */
export function mayNeedShapes(tool: string, rules: Behaviour, cases: CaseFile): boolean {
  if (listStepsAbout(tool, rules).length > 0) return true;
  const example = listUnexplainedCodes(tool, rules, cases).length > 0 && findExample(tool, rules, cases);
  if (!example) return false;
  return findSoonerShapes(listMadeEntities(tool, example, rules), rules, cases) !== undefined;
}

/**
 * Lists the tools whose calls lead to the state in which a tool makes its transition, and the tool itself first: what is taken back was handed
 * out before.
 */
export function listToolsToward(tool: string, { states }: Behaviour): string[] {
  const before = Object.values(states).flatMap((machine) => {
    const own = Object.values(machine.transitions).filter(({ by }) => by.tool === tool);
    const [from] = own.some(({ from }) => from.includes(machine.initial))
      ? []
      : own.flatMap((each) => each.from);
    const path = from === undefined ? [] : (findCallPath(machine, machine.initial, from) ?? []);
    return path.map((name) => machine.transitions[name]!.by.tool);
  });
  return [...new Set([tool, ...before])];
}
