/** Turns validation errors into sentences that a model can act on. */
import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { ValidationError } from "../service/service.ts";
import { type ErrorLocation, type Problem, sentence, shapeSentence } from "./problem-sentences.ts";
import { branchAt, namedValues, propertyNames, propertySchemas, schemasAt } from "./schema-lookup.ts";
import { withoutUnlikelyBranches } from "./union-errors.ts";

export { withArticle, withCapitalArticle } from "./article.ts";
export type { ErrorLocation, Problem } from "./problem-sentences.ts";
export type { ChosenBranch } from "./schema-lookup.ts";

/** The most problems that are listed; the others are only counted. */
const maxListed = 10;
/** The most errors that are explained, so that hostile arguments cost little. */
const maxExplained = 100;
const maxPathLength = 300;
const shapeKeywords = new Set(["type", "enum", "const"]);
const unionKeywords = new Set(["anyOf", "oneOf", "if"]);

/**
 * Explains Ajv's errors: the mistake, the allowed values, and the value that the caller probably meant.
 *
 * @param schema the tool's input schema, as in the manifest
 */
export function explainErrors(
  errors: readonly ValidationError[],
  input: unknown,
  schema: unknown,
): Problem[] {
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
 * Returns the problems at one place. If no branch of a union fits, Ajv reports the errors of all branches. The errors of the branch
 * that fits best help most, so a wrong type is reported only if every branch has that error.
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

/** Writes one text about all problems. It lists ten and counts the others. */
export function problemText(tool: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, maxListed).map(({ path, problem }) => `- ${formatPath(path)} ${problem}`);
  if (problems.length > maxListed) lines.push(`- and ${problems.length - maxListed} more`);
  return `The arguments of ${tool} do not fit its input schema. Correct them and call it again:\n${lines.join("\n")}`;
}

/** Formats a path for users: `/pages/0/title` becomes `pages[0].title`. A very long path is cut at its start. */
function formatPath(pointer: string): string {
  if (pointer === "") return "the arguments";
  const steps = pointerSteps(pointer).map((step) => {
    if (/^\d{1,9}$/.test(step)) return `[${step}]`;
    return /^[\w$-]{1,80}$/.test(step) ? `.${step}` : `[${JSON.stringify(step.slice(0, 80))}]`;
  });
  const path = steps.join("").replace(/^\./, "");
  return path.length <= maxPathLength ? path : `...${path.slice(-maxPathLength)}`;
}
