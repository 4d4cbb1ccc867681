/** Tells refusals apart by the rules of the server: by their codes or, where they have none, by their sentences. */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CaseFile } from "../../cases/format.ts";
import { withoutChanging } from "../../results/alike.ts";
import type { Called } from "../calls/called.ts";
import { listUnexplainedCodes } from "./earlier-calls.ts";

/** Whether a call was refused by a rule that no key of the spec explains. A refusal without a code may be of any rule of the tool. */
export function isRefusedByRule(
  { tool, outcome, usedUp }: Called,
  rules: Behaviour,
  cases: CaseFile,
): boolean {
  if (outcome.is !== "refusal" || usedUp !== undefined) return false;
  const codes = listUnexplainedCodes(tool, rules, cases);
  return outcome.code === undefined ? codes.length > 0 : codes.includes(outcome.code);
}

/** Returns the code of a refusal or, where it has none, its sentence without ids and numbers. */
export function readReason({ outcome }: Called): string | undefined {
  if (outcome.is !== "refusal") return undefined;
  return outcome.code ?? withoutChanging(outcome.text);
}
