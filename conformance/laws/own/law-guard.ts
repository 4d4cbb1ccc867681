/** Guards the functions of a law that a team has written: a mistake of one leaves its case open, and the run goes on. */

import { isObject } from "../../cases/edits.ts";
import type { Judgement, Law, Shown } from "../../engine/law.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { causes } from "../../results/verdict.ts";

export function guardLaw(law: Law): Law {
  return {
    ...law,
    judge(shown, subject, spec) {
      const judgement: unknown = call("judge", () => law.judge(shown, subject, spec));
      const problem = findProblem(judgement, shown);
      if (problem !== undefined)
        throw new PreconditionError("law", `judge of the law ${law.name} ${problem}`);
      return judgement as Judgement;
    },
    ...(law.cell && { cell: (subject) => call("cell", () => law.cell!(subject)) }),
  };

  function call<Result>(member: string, run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      throw new PreconditionError("law", `${member} of the law ${law.name} throws: ${describeError(error)}`);
    }
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Says what is wrong with a judgement. */
function findProblem(judgement: unknown, { controls }: Shown): string | undefined {
  if (!isObject(judgement)) return `returned ${showType(judgement)}, which is not a judgement, such as held`;
  switch (judgement.is) {
    case "held":
      return undefined;
    case "needs-controls":
      return controls === undefined ? undefined : "asks for controls that it has seen";
    case "inapplicable":
      return findMissing(judgement, ["why"]);
    case "open":
      return Object.hasOwn(causes, String(judgement.cause))
        ? findMissing(judgement, ["why"])
        : `is open for the cause ${String(judgement.cause)}, which is none of ${Object.keys(causes).join(", ")}`;
    case "broken":
      return isObject(judgement.shownBy)
        ? findMissing(judgement, ["in", "expected", "got", "key"])
        : "returned a broken judgement without shownBy, the call that shows it";
    default:
      return `returned a judgement that is ${JSON.stringify(judgement.is) ?? "without `is`"}`;
  }
}

function findMissing(
  judgement: { readonly [name: string]: unknown },
  members: readonly string[],
): string | undefined {
  const missing = members.find((member) => typeof judgement[member] !== "string");
  return missing === undefined
    ? undefined
    : `returned a judgement that is ${String(judgement.is)} without the text ${missing}`;
}

export function showType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  if (value instanceof Promise) return "a promise";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
