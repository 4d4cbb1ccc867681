/** Tells from the problems that Ajv finds whether a value breaks exactly one keyword of a schema. */

import { findSource, type Problem } from "@toolwright/json-schema/evaluation";
import type { Node } from "@toolwright/json-schema/graph";
import { pointerStep } from "@toolwright/runtime/json";

/** Keywords of one schema, at one place in a value. */
export interface Broken {
  readonly node: Node;
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
 * @param problems of the whole value. There may be hundreds: each branch of a union has its own.
 * @param own the problems of the part at the path, by the schema alone.
 */
export function breaksOnly(
  problems: readonly Problem[],
  broken: Broken,
  own: () => readonly Problem[],
): boolean {
  if (problems.some((problem) => isAboutTag(problem, broken)))
    return own().length > 0 && own().every(({ keyword }) => broken.keywords.includes(keyword));
  if (!problems.some((problem) => isExpected(problem, broken))) return false;
  const around = outermostUnion(problems, broken);
  return problems.every((problem) => {
    if (isExpected(problem, broken)) return true;
    if (isAt(problem, broken)) return false;
    // An `if` only repeats that its `then` or `else` has problems.
    return problem.keyword === "if" || isWithin(problem.instancePath, around);
  });
}

/** The place of the outermost union around the broken place that has a problem; without one, the broken place. */
function outermostUnion(problems: readonly Problem[], broken: Broken): string {
  let outermost = broken.path;
  for (const problem of problems) {
    const { keyword, instancePath } = problem;
    if (instancePath.length >= outermost.length || !unions.has(keyword)) continue;
    if (isWithin(broken.path, instancePath)) outermost = instancePath;
  }
  return outermost;
}

/** A `oneOf` with a tag checks the type and the tag first, and reports these in place of its branches. */
function isAboutTag(problem: Problem, broken: Broken): boolean {
  const { keyword, instancePath, params } = problem;
  const { keywords, path } = broken;
  if ((keyword !== "type" && keyword !== "discriminator") || isAt(problem, broken)) return false;
  if (keyword === "type") return keywords.includes("type") && instancePath === path && isOfUnion(problem);
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
function isOfUnion(problem: Problem): boolean {
  if (problem.keyword !== "type") return false;
  const source = findSource(problem);
  return source?.oneOf !== undefined && source.type === undefined;
}

function isAt(problem: Problem, { node, path }: Broken): boolean {
  return problem.instancePath === path && findSource(problem) === node.schema;
}

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(parent) && (path.length === parent.length || path[parent.length] === "/");
}
