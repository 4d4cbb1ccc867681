import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { ValidationError } from "../service.ts";
import { isObject } from "./message.ts";
import { namedValues, propertyNames, propertySchemas, schemasAt } from "./schema-lookup.ts";

/**
 * Where an object fits no alternative of a union, the validator reports what is wrong with it in each of them, and all
 * but one of these are noise. Keeps the errors of the alternative that the object was most likely meant to be.
 */
export function withoutUnlikely(
  errors: readonly ValidationError[],
  input: unknown,
  schema: unknown,
): readonly ValidationError[] {
  return errors.filter(isFailedUnion).reduce((kept, { instancePath }) => {
    const value = valueAt(input, pointerSteps(instancePath));
    if (!isObject(value)) return kept;
    const belongs = meantAt(instancePath, value, input, schema);
    return kept.filter((error) => !isWithin(instancePath, error) || belongs(error));
  }, errors);
}

function isFailedUnion({ keyword, params }: ValidationError): boolean {
  return (keyword === "anyOf" || keyword === "oneOf") && !params.passingSchemas;
}

function isWithin(place: string, { instancePath }: ValidationError): boolean {
  return instancePath === place || instancePath.startsWith(`${place}/`);
}

/** Tells of errors within an object whether they are about what it was meant to be. */
function meantAt(
  place: string,
  value: Readonly<Record<string, unknown>>,
  input: unknown,
  schema: unknown,
): (error: ValidationError) => boolean {
  const meant = schemasAt(schema, place, input);
  const known = new Set(propertyNames(meant));
  // It knows none of the keys: that no alternative fits is all there is to say.
  if (!Object.keys(value).some((name) => known.has(name))) return isFailedUnion;
  const required = new Set(meant.flatMap(({ required: names }) => (Array.isArray(names) ? names : [])));

  return ({ instancePath, keyword, params }) => {
    const [name, ...deeper] = pointerSteps(instancePath.slice(place.length));
    if (name === undefined) {
      if (keyword === "required") return required.has(params.missingProperty);
      if (keyword === "additionalProperties") return !known.has(String(params.additionalProperty));
      return keyword !== "discriminator" || known.has(String(params.tag));
    }
    if (deeper.length > 0 || (keyword !== "const" && keyword !== "enum")) return known.has(name);
    const allowed = [keyword === "const" ? params.allowedValue : params.allowedValues].flat();
    const named = namedValues(propertySchemas(schema, meant, name));
    return allowed.every((one) => named.includes(one));
  };
}
