/** Turns validation errors into sentences that a model can act on. */
import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { ValidationError } from "../service/service.ts";
import { type ErrorLocation, type Problem, sentence, shapeSentence } from "./problem-sentences.ts";
import { branchAt, namedValues, propertyNames, propertySchemas, schemasAt } from "./schema-lookup.ts";
import { withoutUnlikelyBranches } from "./union-errors.ts";

/** How many problems are written out; the others are only counted. */
const maxListed = 10;
/** How many errors are explained at most, so that hostile arguments cost little. */
const maxExplained = 100;
const maxPathLength = 300;
const shapeKeywords = new Set(["type", "enum", "const"]);
const unionKeywords = new Set(["anyOf", "oneOf", "if"]);

/**
 * Explains Ajv's errors: what is wrong, what is allowed, and what the caller probably meant.
 *
 * @param schema the tool's input schema, as in the manifest
 */
export function problemsOf(errors: readonly ValidationError[], input: unknown, schema: unknown): Problem[] {
  const likely = withoutUnlikelyBranches(errors.slice(0, maxExplained), input, schema);
  const places = Map.groupBy(likely, (error) => error.instancePath);
  const problems = new Map<string, Problem>();
  for (const [path, errorsHere] of places) {
    const place: ErrorLocation = {
      path,
      value: valueAt(input, pointerSteps(path)),
      propertyNames: () => propertyNames(schemasAt(schema, path, input)),
      branch: () => branchAt(schema, path, input),
      allowedValues(property) {
        const alternatives = schemasAt(schema, path, input, { all: true });
        return namedValues(propertySchemas(schema, alternatives, property));
      },
    };
    const hasDeeperErrors = [...places.keys()].some((other) => other.startsWith(`${path}/`));
    for (const problem of problemsAt(place, errorsHere, hasDeeperErrors)) {
      problems.set(`${problem.path}\n${problem.problem}`, problem);
    }
  }
  return [...problems.values()];
}

/**
 * The problems at one place. If no branch of a union fits, Ajv reports the errors of all branches. The branch that got furthest
 * helps most, so a wrong type is reported only if every branch stopped there.
 */
function problemsAt(
  place: ErrorLocation,
  errors: readonly ValidationError[],
  hasDeeperErrors: boolean,
): readonly Problem[] {
  const unions = errors.filter((error) => unionKeywords.has(error.keyword));
  const shapes = errors.filter((error) => shapeKeywords.has(error.keyword));
  const others = errors.filter((error) => !unions.includes(error) && !shapes.includes(error));
  const problems = others.map((error) => sentence(place, error));
  const isPastType = hasDeeperErrors || others.length > 0;
  if (shapes.length > 0 && !(unions.length > 0 && isPastType)) {
    problems.push(shapeSentence(place, shapes, unions.length > 0));
  }
  if (problems.length === 0 && !hasDeeperErrors)
    problems.push(...unions.map((error) => sentence(place, error)));
  return problems;
}

/** One text about all problems; beyond ten they are only counted. */
export function problemText(tool: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, maxListed).map(({ path, problem }) => `- ${readablePath(path)} ${problem}`);
  if (problems.length > maxListed) lines.push(`- and ${problems.length - maxListed} more`);
  return `The arguments of ${tool} do not fit its input schema. Correct them and call it again:\n${lines.join("\n")}`;
}

/** `/pages/0/title` becomes `pages[0].title`; a very long path is cut at its start. */
function readablePath(pointer: string): string {
  if (pointer === "") return "the arguments";
  const steps = pointerSteps(pointer).map((step) => {
    if (/^\d{1,9}$/.test(step)) return `[${step}]`;
    return /^[\w$-]{1,80}$/.test(step) ? `.${step}` : `[${JSON.stringify(step.slice(0, 80))}]`;
  });
  const path = steps.join("").replace(/^\./, "");
  return path.length <= maxPathLength ? path : `...${path.slice(-maxPathLength)}`;
}
