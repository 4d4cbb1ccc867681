import { RE2JS } from "re2js";
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, TextField } from "../../../generated/types.ts";
import { type Placed, placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** The limit of compiled instructions for all patterns of a form. Each takes up to 10 us to compile. */
const MAX_INSTRUCTIONS = 20_000;
/** The limit of `classWork` for all patterns of a form. Each unit takes up to 0.4 ms to compile. */
const MAX_CLASS_WORK = 500;
/** The limit for all patterns of a form: instructions for each character of the longest answers. Each takes up to 10 ns. */
const MAX_STEPS = 30_000_000;

interface Work {
  instructions: number;
  classes: number;
  steps: number;
  /** The size of each pattern that has been compiled. */
  readonly sizes: Map<string, number>;
}

/**
 * Checks that patterns are valid, and that all of them together are compiled and matched in well below a second. RE2 is
 * linear in the answer, but also in the size of the compiled pattern, which `{1,1000}` makes large. Stops at the first pattern
 * that is too much.
 */
export function patternProblems(structure: FormStructure): StructureProblem[] {
  const problems: StructureProblem[] = [];
  const work: Work = { instructions: 0, classes: 0, steps: 0, sizes: new Map() };
  for (const { value: field, path } of placedFields(structure)) {
    if (field.type !== "short_text" && field.type !== "long_text") continue;
    const pattern = field.validation?.pattern;
    if (pattern === undefined) continue;
    const at = { value: pattern, path: `${path}/validation/pattern` };
    const problem = tooManyClasses(at, work) ?? invalid(at, work) ?? tooMuchWork(at, field, work);
    if (problem === undefined) continue;
    problems.push(problem);
    if (isExceeded(work)) return problems;
  }
  return problems;
}

function isExceeded({ instructions, classes, steps }: Work): boolean {
  return instructions > MAX_INSTRUCTIONS || classes > MAX_CLASS_WORK || steps > MAX_STEPS;
}

/** Counted before the pattern is compiled. */
function tooManyClasses({ value, path }: Placed<string>, work: Work): StructureProblem | undefined {
  if (!work.sizes.has(value)) work.classes += classWork(value);
  if (work.classes <= MAX_CLASS_WORK) return undefined;
  return problemAt(path, "pattern_classes");
}

/** Compiles the pattern. */
function invalid({ value, path }: Placed<string>, work: Work): StructureProblem | undefined {
  if (work.sizes.has(value)) return undefined;
  try {
    const size = RE2JS.compile(value).programSize();
    work.sizes.set(value, size);
    work.instructions += size;
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [, rule, part] = /^(.*)(`.*`)$/s.exec(reason) ?? [];
    return rule === undefined || part === undefined
      ? problemAt(path, "pattern_refused", { reason })
      : problemAt(path, "pattern_invalid", { rule, part });
  }
}

function tooMuchWork(
  { value, path }: Placed<string>,
  { validation }: TextField,
  work: Work,
): StructureProblem | undefined {
  const longest = Math.min(validation?.max_length ?? limits.answer_length.max, limits.answer_length.max);
  work.steps += (work.sizes.get(value) ?? 0) * longest;
  if (work.instructions > MAX_INSTRUCTIONS) return problemAt(path, "pattern_size");
  return work.steps <= MAX_STEPS ? undefined : problemAt(path, "pattern_steps", { longest });
}

/** Sets of characters that may be large: Unicode classes, negated ones, and ranges beyond ASCII. */
const LARGE_SET = /\\[pPWDS]|\[\^|\[:\^|-(?=\P{ASCII}|\\x)/gu;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
/** A pattern that ignores case looks up each character of a wide range. */
const RANGE_WITHOUT_CASE = 20;

/** How much work it is to compile the classes of a pattern. */
function classWork(pattern: string): number {
  const ignoresCase = IGNORES_CASE.test(pattern);
  return [...pattern.matchAll(LARGE_SET)].reduce(
    (sum, [set]) => sum + (ignoresCase && set === "-" ? RANGE_WITHOUT_CASE : 1),
    0,
  );
}
