/** Checks the constant arguments of scenarios, states, entities and limits against the input of their tool. */

import { shortenJson } from "@toolwright/check/report";
import { rootNode } from "@toolwright/json-schema";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import { describedNames, describing, graphFor, type Node, schemasAt } from "@toolwright/json-schema/graph";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean, nearest } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { listCalled } from "../model/readers.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import { isExpression } from "../scenarios/expression.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";

/** The arguments of a tool call. In a step they may be expressions, whose values are only known when the scenario runs. */
interface PartialArguments {
  /** The name of a tool, or `resource:NAME`. Other rules report an unknown name. */
  readonly tool: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly at: SpecLocation;
}

/** Checks arguments of the tools of a spec. */
export interface ArgumentChecks {
  /** Reports constant arguments that do not fit the input of their tool. */
  misfits(call: PartialArguments): Violation[];
  /** Reports required properties that are not among the arguments. */
  missing(call: PartialArguments): Violation[];
}

export function argumentChecks(source: Model): ArgumentChecks {
  const model = normalisedModel(source);
  const resolve = resolver(model);
  const graph = graphFor(resolve);
  const { fits } = evaluatorFor(resolve);
  return { misfits, missing };

  function misfits({ tool, values, at }: PartialArguments): Violation[] {
    const input = findInput(tool);
    if (!input) return [];
    return Object.entries(values).flatMap(([name, value]) => {
      const schemas = schemasAt(input, [name], resolve);
      if (schemas.length === 0 && isClosed(input)) return unknownArgument(name, input, at);
      return wrongParts(value, schemas, locationBelow(at, [name]));
    });
  }

  function missing({ tool, values, at }: PartialArguments): Violation[] {
    const input = findInput(tool);
    if (!input) return [];
    const unknown = Object.keys(values).filter((name) => schemasAt(input, [name], resolve).length === 0);
    // A misspelt argument is one mistake, not a missing and an unknown one.
    const isMisspelt = (name: string) => isClosed(input) && nearest(name, unknown) !== undefined;
    return input.required
      .filter((name) => !Object.hasOwn(values, name) && !isMisspelt(name))
      .map((name) => ({ at, detail: `${tool} needs ${JSON.stringify(name)}.` }));
  }

  function findInput(tool: string): Node | undefined {
    const found = listCalled(model).find(({ name }) => name === tool);
    return found && graph(rootNode(found.input));
  }

  function wrongParts(value: unknown, schemas: readonly Node[], at: SpecLocation): Violation[] {
    if (isExpression(value) || schemas.length === 0) return [];
    if (!holdsExpression(value)) {
      if (schemas.some((schema) => fits(value, schema))) return [];
      return [{ at, detail: `${shortenJson(value, 40)} does not fit the argument of the tool.` }];
    }
    return Object.entries(value as object).flatMap(([step, child]) => {
      const parts = schemas.flatMap((schema) => schemasAt(schema, [step], resolve));
      return wrongParts(child, parts, locationBelow(at, [Array.isArray(value) ? Number(step) : step]));
    });
  }
}

function holdsExpression(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isExpression(value);
  return Object.values(value).some(holdsExpression);
}

function isClosed(input: Node): boolean {
  return describing(input).some(
    ({ additional, allOf }) =>
      additional?.never || allOf.some((part) => part.schema === true && part.additional?.never),
  );
}

function unknownArgument(name: string, input: Node, at: SpecLocation): Violation {
  const hint = didYouMean(name, describedNames([input]));
  return { at: keyBelow(at, [name]), detail: `The tool takes no ${JSON.stringify(name)}.`, hint };
}
