/** Refusals of input that fits its schema but breaks a rule of the service. */
import { Refusal } from "@toolwright/runtime";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import { type Reason, toReason, WordedRefusal } from "./worded-refusal.ts";

/**
 * A refusal of input that fits its schema, in the same format as violations of the schema.
 * @param path JSON Pointer to the argument
 * @param problem a sentence, and what to do instead
 */
export function invalidInput(path: string, problem: string | Sentence): Refusal {
  if (typeof problem === "string")
    return new Refusal("invalid_input", problem, { problems: [{ path, problem }] });
  const reason = toReason(problem);
  const details = { problems: [{ path, problem: reason.problem }] };
  return new WordedRefusal("invalid_input", reason.problem, [reason], details);
}

/** A mistake in the arguments: its JSON Pointer, and a sentence with the problem and the remedy. */
export interface InputProblem extends Reason {
  readonly path: string;
}

/** How many problems are listed. */
const MAX_LISTED = 10;

/**
 * A refusal with several problems, so that all can be corrected before the next call.
 * @param whole what contains them, such as `The structure`
 */
export function invalidInputs(whole: string, problems: readonly InputProblem[]): Refusal {
  const listed = problems.slice(0, MAX_LISTED);
  const lines = listed.map(({ path, problem }) => `- ${path} ${problem}`);
  if (problems.length > MAX_LISTED) lines.push(`- and ${problems.length - MAX_LISTED} more`);
  const message = `${whole} cannot be accepted. Correct it and call again:\n${lines.join("\n")}`;
  const details = { problems: listed.map(({ path, problem }) => ({ path, problem })) };
  return new WordedRefusal("invalid_input", message, listed, details);
}
