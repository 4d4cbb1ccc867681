/** What goes wrong beside the cases: calls of the target file that do not succeed. */
import { describeAnswer } from "../wire/answer.ts";
import type { AnsweredCall } from "./caller.ts";

/** Tells it in the report, as a sentence. */
export type Tell = (note: string) => void;

/** Why a call that the target file asks for did not succeed; `undefined` if it did. */
export function findProblem({ outcome, exchange }: AnsweredCall): string | undefined {
  return outcome.is === "success" ? undefined : describeAnswer(exchange.answer);
}
