/** Tells whether a value breaks one keyword of a schema and nothing else, by the problems that Ajv finds. */

import { pointerStep } from "@toolwright/runtime/json";
import type { Problem } from "../schema/evaluator.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Keywords of one schema, at one place in a value. */
export interface Broken {
  readonly node: SchemaNode;
  readonly keywords: readonly string[];
  /** JSON Pointer into the value. */
  readonly path: string;
}

/** Ajv reports these together with the problems of each branch, though the value was made for one branch. */
const unions: ReadonlySet<string> = new Set(["oneOf", "anyOf", "discriminator"]);

/**
 * Whether there are problems, and all come from these keywords. Problems of other branches of a union around the place are
 * ignored; problems of the schema itself count.
 *
 * @param problems of the whole value.
 * @param own the problems of the part at the path, by the schema alone.
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
      (isExpected(problem, broken) || (unions.has(problem.keyword) && !isAt(problem, broken))),
  );
  return (
    problems.some((problem) => isExpected(problem, broken)) &&
    problems.every((problem) => {
      if (isExpected(problem, broken)) return true;
      if (isAt(problem, broken)) return false;
      // An `if` only repeats that its `then` or `else` has problems.
      if (problem.keyword === "if") return true;
      return around.some(({ instancePath }) => isWithin(problem.instancePath, instancePath));
    })
  );
}

/** A `oneOf` with a tag checks the type and the tag first, and reports these in place of its branches. */
function isAboutTag(problem: Problem, { node, keywords, path }: Broken): boolean {
  const { keyword, instancePath, params, source } = problem;
  if (source === node.schema && instancePath === path) return false;
  if (keyword === "type") return keywords.includes("type") && instancePath === path && isOfUnion(problem);
  if (keyword !== "discriminator") return false;
  const isLeftOut = params.error === "tag" && instancePath === path && keywords.includes("required");
  return isLeftOut || `${instancePath}/${pointerStep(String(params.tag))}` === path;
}

function isExpected(problem: Problem, broken: Broken): boolean {
  if (!isAt(problem, broken)) return false;
  const { keywords } = broken;
  const isUnion = problem.keyword === "discriminator" || isOfUnion(problem);
  return keywords.includes(isUnion ? "oneOf" : problem.keyword);
}

/** Whether it is the type check that a `oneOf` with a tag implies. */
function isOfUnion({ keyword, source }: Problem): boolean {
  return keyword === "type" && source?.oneOf !== undefined && source.type === undefined;
}

function isAt({ source, instancePath }: Problem, { node, path }: Broken): boolean {
  return source === node.schema && instancePath === path;
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
