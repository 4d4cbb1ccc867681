/** Checks the constant arguments of scenarios and states against the input of their tool. */

import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean, nearest } from "../diagnostics/suggest.ts";
import { shortenJson } from "../diagnostics/wording.ts";
import type { Tool } from "../model/model.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import { isExpression } from "../scenarios/condition.ts";
import type { Fits } from "../schema/evaluator.ts";
import { inPlace, schemasAt } from "../schema/graph/value-at.ts";
import { rootNode } from "../schema/place.ts";
import type { LocatedSchema, Resolver } from "../schema/roots.ts";

/** Arguments of a step; some are expressions, known only when the scenario runs. */
export interface PartialArguments {
  readonly tool: Tool;
  readonly values: Readonly<Record<string, unknown>>;
  readonly at: SpecLocation;
}

/** Reports constant arguments that do not fit the input of their tool. `missing` reports those left out. */
export function misfits({ tool, values, at }: PartialArguments, resolve: Resolver, fits: Fits): Violation[] {
  const root = rootNode(tool.input);
  return Object.entries(values).flatMap(([name, value]) => {
    const schemas = schemasAt(root, [name], resolve);
    if (schemas.length === 0 && isClosed(root, resolve)) return unknownArgument(name, root, at, resolve);
    return wrongParts(value, schemas, locationBelow(at, [name]), resolve, fits);
  });
}

/** Required properties that are not among the arguments. */
export function missing({ tool, values, at }: PartialArguments, resolve: Resolver): Violation[] {
  const root = rootNode(tool.input);
  const required = inPlace(root, resolve)
    .filter(({ pointer }) => pointer === "")
    .flatMap((node, index) => (index === 0 ? node.required : []));
  return required
    .filter((name) => !Object.hasOwn(values, name) && !isMisspelt(name))
    .map((name) => ({ at, detail: `${tool.name} needs ${JSON.stringify(name)}.` }));

  /** A misspelt argument is one mistake, not a missing and an unknown one. */
  function isMisspelt(name: string): boolean {
    const unknown = Object.keys(values).filter((other) => schemasAt(root, [other], resolve).length === 0);
    return isClosed(root, resolve) && nearest(name, unknown) !== undefined;
  }
}

function wrongParts(
  value: unknown,
  schemas: readonly LocatedSchema[],
  at: SpecLocation,
  resolve: Resolver,
  fits: Fits,
): Violation[] {
  if (isExpression(value) || schemas.length === 0) return [];
  if (!holdsExpression(value)) {
    if (schemas.some((schema) => fits(value, schema))) return [];
    return [{ at, detail: `${shortenJson(value, 40)} does not fit what the tool takes here.` }];
  }
  return Object.entries(value as object).flatMap(([step, child]) => {
    const parts = schemas.flatMap((schema) => schemasAt(schema, [step], resolve));
    return wrongParts(
      child,
      parts,
      locationBelow(at, [Array.isArray(value) ? Number(step) : step]),
      resolve,
      fits,
    );
  });
}

function holdsExpression(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isExpression(value);
  return Object.values(value).some(holdsExpression);
}

function isClosed(root: LocatedSchema, resolve: Resolver): boolean {
  return inPlace(root, resolve).some(
    ({ additional, allOf }) =>
      additional?.never || allOf.some((part) => part.schema === true && part.additional?.never),
  );
}

function unknownArgument(name: string, root: LocatedSchema, at: SpecLocation, resolve: Resolver): Violation {
  const known = inPlace(root, resolve).flatMap(({ properties }) => [...properties.keys()]);
  return {
    at: keyBelow(at, [name]),
    detail: `The tool takes no ${JSON.stringify(name)}.`,
    hint: didYouMean(name, known),
  };
}
