import type { FormStructure } from "../../../generated/types.ts";
import { WordedRefusal } from "../../platform/failures/worded-refusal.ts";
import { structureProblems } from "./check.ts";

/**
 * Checks the output of a generator like the input of a caller.
 * @param stored the structure that it replaces
 * @throws Refusal generation_failed
 */
export function requireUsable(structure: FormStructure, stored?: FormStructure): void {
  const [problem] = structureProblems(structure, stored);
  if (problem === undefined) return;
  throw new WordedRefusal(
    "generation_failed",
    `What came out cannot be answered, so nothing was stored and no quota used: ${problem.path} ${problem.problem} Say it in other words.`,
    [problem],
    { problems: [{ path: problem.path, problem: problem.problem }] },
  );
}
