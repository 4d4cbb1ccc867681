/** Keeps only the helpful errors of unions (`anyOf`, `oneOf`). */

import { isObject } from "../json/object.ts";
import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { ValidationError } from "../service/service.ts";
import { namedValues, propertyNames, propertySchemas, schemasAt } from "./schema-lookup.ts";

/**
 * Removes the errors of unlikely alternatives. If an object fits no alternative of a union, the validator reports the errors of
 * every alternative; only the errors of the best match help the caller.
 */
export function withoutUnlikelyBranches(
  errors: readonly ValidationError[],
  input: unknown,
  schema: unknown,
): readonly ValidationError[] {
  return errors.filter(isFailedUnion).reduce((remaining, { instancePath }) => {
    const value = valueAt(input, pointerSteps(instancePath));
    if (!isObject(value)) return remaining;
    const isWithin = ({ instancePath: at }: ValidationError) => `${at}/`.startsWith(`${instancePath}/`);
    const isRelevant = relevanceAt(instancePath, value, input, schema);
    return remaining.filter((error) => !isWithin(error) || isRelevant(error));
  }, errors);
}

function isFailedUnion({ keyword, params }: ValidationError): boolean {
  return (keyword === "anyOf" || keyword === "oneOf") && !params.passingSchemas;
}

/** Creates the test whether an error within an object concerns the alternative that matches the object best. */
function relevanceAt(
  path: string,
  value: Readonly<Record<string, unknown>>,
  input: unknown,
  schema: unknown,
): (error: ValidationError) => boolean {
  const schemas = schemasAt(schema, path, input);
  const known = new Set(propertyNames(schemas));
  // No alternative has any of the keys, so only the error of the union itself helps.
  if (!Object.keys(value).some((name) => known.has(name))) return isFailedUnion;
  const required = new Set(schemas.flatMap(({ required: names }) => (Array.isArray(names) ? names : [])));

  return ({ instancePath, keyword, params }) => {
    const [name, ...deeper] = pointerSteps(instancePath.slice(path.length));
    if (name === undefined) {
      if (keyword === "required") return required.has(params.missingProperty);
      if (keyword === "additionalProperties") return !known.has(String(params.additionalProperty));
      return keyword !== "discriminator" || known.has(String(params.tag));
    }
    if (!known.has(name) || deeper.length > 0 || (keyword !== "const" && keyword !== "enum"))
      return known.has(name);
    const allowed = [keyword === "const" ? params.allowedValue : params.allowedValues].flat();
    const named = namedValues(propertySchemas(schema, schemas, name));
    return allowed.every((one) => named.includes(one));
  };
}
