/** Refusals of input that fits its schema but breaks a rule of the service. */
import { Refusal } from "@toolwright/runtime";

/**
 * Input that fits its schema and still cannot be accepted, in the shape in which the schema's own mistakes are told.
 * @param path JSON Pointer to the argument
 * @param problem a sentence, and what to do instead
 */
export function invalidInput(path: string, problem: string): Refusal {
  return new Refusal("invalid_input", problem, { problems: [{ path, problem }] });
}

/** What is wrong at one place of the arguments: a JSON Pointer, and what stands there with what to do about it. */
export interface InputProblem {
  readonly path: string;
  readonly problem: string;
}

/** How many are told: more than that is fixed in several rounds anyway. */
const LISTED = 10;

/**
 * Several mistakes at once, so that all of them can be corrected before the next call.
 * @param whole what they are in, such as `The structure`
 */
export function invalidInputs(whole: string, problems: readonly InputProblem[]): Refusal {
  const listed = problems.slice(0, LISTED);
  const lines = listed.map(({ path, problem }) => `- ${path} ${problem}`);
  if (problems.length > LISTED) lines.push(`- and ${problems.length - LISTED} more`);
  const message = `${whole} cannot be accepted. Correct it and call again:\n${lines.join("\n")}`;
  return new Refusal("invalid_input", message, { problems: listed });
}
