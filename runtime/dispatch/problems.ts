import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { ValidationError } from "../service.ts";
import type { Problem } from "./problem.ts";
import { type Place, sentence, shapeSentence } from "./problem-sentences.ts";
import { namedValues, propertyNames, propertySchemas, schemasAt } from "./schema-lookup.ts";
import { withoutUnlikely } from "./union.ts";

/** So many problems are written out, the rest is counted. */
const listed = 10;
/** So many errors are looked at: explaining must not take longer than refusing. */
const explained = 100;
const longestPath = 300;
const shapeKeywords = new Set(["type", "enum", "const"]);
const unionKeywords = new Set(["anyOf", "oneOf", "if"]);

/**
 * Ajv's errors as sentences that a model can act on: what is wrong, what is allowed, what was probably meant.
 * `schema` is the tool's input schema.
 */
export function problemsOf(errors: readonly ValidationError[], input: unknown, schema: unknown): Problem[] {
  const likely = withoutUnlikely(errors.slice(0, explained), input, schema);
  const places = Map.groupBy(likely, (error) => error.instancePath);
  const problems = new Map<string, Problem>();
  for (const [path, found] of places) {
    const place: Place = {
      path,
      value: valueAt(input, pointerSteps(path)),
      known: () => propertyNames(schemasAt(schema, path, input)),
      values(property) {
        const alternatives = schemasAt(schema, path, input, { all: true });
        return namedValues(propertySchemas(schema, alternatives, property));
      },
    };
    const deeper = [...places.keys()].some((other) => other.startsWith(`${path}/`));
    for (const problem of problemsAt(place, found, deeper)) {
      problems.set(`${problem.path}\n${problem.problem}`, problem);
    }
  }
  return [...problems.values()];
}

/**
 * A union that nothing fits reports the errors of all its branches. Of those the ones that got furthest help most: a
 * wrong type only counts where no branch came past it.
 */
function problemsAt(place: Place, found: readonly ValidationError[], deeper: boolean): readonly Problem[] {
  const unions = found.filter((error) => unionKeywords.has(error.keyword));
  const shapes = found.filter((error) => shapeKeywords.has(error.keyword));
  const others = found.filter((error) => !unions.includes(error) && !shapes.includes(error));
  const problems = others.map((error) => sentence(place, error));
  const furtherOn = deeper || others.length > 0;
  if (shapes.length > 0 && !(unions.length > 0 && furtherOn)) {
    problems.push(shapeSentence(place, shapes, unions.length > 0));
  }
  if (problems.length === 0 && !deeper) problems.push(...unions.map((error) => sentence(place, error)));
  return problems;
}

/** One text for all of them; beyond ten they are only counted. */
export function problemText(tool: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, listed).map(({ path, problem }) => `- ${readablePath(path)} ${problem}`);
  if (problems.length > listed) lines.push(`- and ${problems.length - listed} more`);
  return `The arguments of ${tool} do not fit its input schema. Correct them and call it again:\n${lines.join("\n")}`;
}

/** `/pages/0/title` as `pages[0].title`; of a very long path the end. */
function readablePath(pointer: string): string {
  if (pointer === "") return "the arguments";
  const written = pointerSteps(pointer).map((segment) => {
    if (/^\d{1,9}$/.test(segment)) return `[${segment}]`;
    return /^[\w$-]{1,80}$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment.slice(0, 80))}]`;
  });
  const path = written.join("").replace(/^\./, "");
  return path.length <= longestPath ? path : `...${path.slice(-longestPath)}`;
}
