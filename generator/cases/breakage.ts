/** Tells whether a value breaks one keyword of a schema and nothing else, by the problems that Ajv finds. */

import { pointerStep } from "@toolwright/runtime/json";
import type { Problem } from "../schema/evaluator.ts";
import type { Node } from "./node.ts";

/** Keywords of one schema, at one place in a value. */
export interface Broken {
  readonly node: Node;
  readonly keywords: readonly string[];
  /** JSON Pointer into the value. */
  readonly path: string;
}

/** A problem of these comes with what each of their branches asks for; only one branch was meant. */
const unions: ReadonlySet<string> = new Set(["oneOf", "anyOf", "discriminator"]);

/**
 * Whether there are problems, and all come from these keywords. What other branches of a union around the place have to
 * say does not count, but what the schema itself has to say does.
 *
 * @param problems of the whole value.
 * @param own what the schema alone says of the part at the path.
 */
export function breaksOnly(
  problems: readonly Problem[],
  broken: Broken,
  own: () => readonly Problem[],
): boolean {
  if (problems.some((problem) => isAboutTag(problem, broken)))
    return own().length > 0 && own().every(({ keyword }) => broken.keywords.includes(keyword));
  const around = problems.filter(
    (problem) =>
      isWithin(broken.path, problem.instancePath) &&
      (isClaimed(problem, broken) || (unions.has(problem.keyword) && !isAt(problem, broken))),
  );
  return (
    problems.some((problem) => isClaimed(problem, broken)) &&
    problems.every((problem) => {
      if (isClaimed(problem, broken)) return true;
      if (isAt(problem, broken)) return false;
      // An `if` only repeats that its `then` or `else` has problems.
      if (problem.keyword === "if") return true;
      return around.some(({ instancePath }) => isWithin(problem.instancePath, instancePath));
    })
  );
}

/** A `oneOf` with a tag looks at the type and the tag first, and reports these in place of its branches. */
function isAboutTag(problem: Problem, { node, keywords, path }: Broken): boolean {
  const { keyword, instancePath, params, source } = problem;
  if (source === node.schema && instancePath === path) return false;
  if (keyword === "type") return keywords.includes("type") && instancePath === path && isOfUnion(problem);
  if (keyword !== "discriminator") return false;
  const isLeftOut = params.error === "tag" && instancePath === path && keywords.includes("required");
  return isLeftOut || `${instancePath}/${pointerStep(String(params.tag))}` === path;
}

function isClaimed(problem: Problem, broken: Broken): boolean {
  if (!isAt(problem, broken)) return false;
  const { keywords } = broken;
  const isUnion = problem.keyword === "discriminator" || isOfUnion(problem);
  return keywords.includes(isUnion ? "oneOf" : problem.keyword);
}

/** The type that a `oneOf` with a tag asks for by itself. */
function isOfUnion({ keyword, source }: Problem): boolean {
  return keyword === "type" && source?.oneOf !== undefined && source.type === undefined;
}

function isAt({ source, instancePath }: Problem, { node, path }: Broken): boolean {
  return source === node.schema && instancePath === path;
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
