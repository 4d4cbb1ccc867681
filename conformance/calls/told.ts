/** What goes wrong beside the cases: calls of the target file that do not succeed. */
import { describeAnswer } from "../wire/answer.ts";
import type { CallResult } from "./caller.ts";

/** Tells it in the report, as a sentence. */
export type Tell = (note: string) => void;

/** Why a call that the target file asks for did not succeed; `undefined` if it did. */
export function findProblem(called: CallResult): string | undefined {
  if ("missing" in called) return called.missing;
  return called.outcome.is === "success" ? undefined : describeAnswer(called.exchange.answer);
}
