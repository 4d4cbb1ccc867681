/** Finds numbers of limits that are typed in scenarios, which fail when the limit changes. */
import { toPointer } from "@toolwright/runtime/json";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import type { Limit, Model } from "../../model/model.ts";
import type { Step } from "../../model/scenario.ts";
import { locationBelow } from "../../resolve/limits.ts";

/** A number that a scenario has, and the way to write a limit there. */
interface TypedNumber {
  readonly value: number;
  readonly at: SpecLocation;
  write(limit: string, more: number): string;
}

/** Smaller numbers are often equal to a limit by chance: 0 and 1 always, others where they count things beside a limit. */
const smallestNumber = 2;
const tellingNumber = 100;

export function findTypedLimits(model: Model): Violation[] {
  const substituted = new Set(model.limitUses.map(({ at }) => place(at)));
  return model.scenarios
    .flatMap(({ workflows }) => workflows)
    .flatMap(({ steps }) => steps.map((step) => ({ step, steps })))
    .flatMap(({ step, steps }) => [
      ...numbersInPayload(step)
        .filter(({ at }) => !substituted.has(place(at)))
        .flatMap((number) => describeLimit(number, listOfArgument(number, step, steps, model))),
      ...numbersInCriteria(step).flatMap((number) =>
        describeLimit(number, listOfTool(number, step, steps, model)),
      ),
    ]);
}

function place({ file, path }: SpecLocation): string {
  return `${file}${toPointer(path)}`;
}

/** Describes the first limit whose upper number it is, or one less than it. */
function describeLimit({ value, at, write }: TypedNumber, limits: readonly Limit[]): Violation[] {
  if (value < smallestNumber) return [];
  for (const limit of limits) {
    for (const key of ["max", "seconds"]) {
      const number = limit.numbers[key];
      if (number === undefined || (number !== value && (number !== value - 1 || value < tellingNumber)))
        continue;
      const name = `${limit.name}.${key}`;
      const one = value === number ? "the number" : "one more than the number";
      return [
        { at, detail: `${value} is ${one} of ${name}.`, hint: `Write ${write(name, value - number)}.` },
      ];
    }
  }
  return [];
}

/** Lists the limits that bound an argument. A hook has no schema, so those of the tools of its workflow count. */
function listOfArgument(number: TypedNumber, step: Step, steps: readonly Step[], model: Model): Limit[] {
  if (step.hook !== undefined) return listOfTool(number, step, steps, model);
  const argument = String(number.at.path.findLast((key) => typeof key === "string"));
  const names = model.limitUses
    .filter(({ at: { path } }) => path[path.lastIndexOf("properties") + 1] === argument)
    .map(({ limit }) => limit);
  return model.limits.filter(({ name }) => names.includes(name));
}

/** Lists the limits of the tool of a step. A large number may also be one of another tool of the workflow. */
function listOfTool({ value }: TypedNumber, step: Step, steps: readonly Step[], { limits }: Model): Limit[] {
  const tools = (value < tellingNumber ? [step] : steps).map(({ tool }) => tool);
  return limits.filter(
    ({ appliesTo }) => appliesTo !== "all" && appliesTo.some((name) => tools.includes(name)),
  );
}

function numbersInPayload({ payload, at }: Step): TypedNumber[] {
  const write = (limit: string, more: number) =>
    more === 0 ? `{ $limit: ${limit} }` : `{ $limit: ${limit}, plus: ${more} }`;
  const visit = (value: unknown, place: SpecLocation): TypedNumber[] => {
    if (typeof value === "number") return [{ value, at: place, write }];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, child]) =>
      visit(child, locationBelow(place, [Array.isArray(value) ? Number(key) : key])),
    );
  };
  return visit(payload, locationBelow(at, ["requestBody", "payload"]));
}

function numbersInCriteria({ successCriteria, at }: Step): TypedNumber[] {
  const write = (limit: string, more: number) => `\${limits.${limit}${more === 0 ? "" : ` + ${more}`}}`;
  return successCriteria.flatMap(({ conditionInSpec, type }, index) => {
    if (type === "regex") return [];
    const place = locationBelow(at, ["successCriteria", index, "condition"]);
    // Texts, expressions and indexes are no numbers.
    const bare = conditionInSpec.replaceAll(/\$\{limits\.[^}]*\}|'[^']*'|\[\d+\]|\$[^\s,)\]]*/g, " ");
    return [...bare.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g)].map(([digits]) => ({
      value: Number(digits),
      at: place,
      write,
    }));
  });
}
