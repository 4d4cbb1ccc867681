/** Describes errors of Ajv about the shape of a spec file, with hints. */

import { capitalise, shortenJson } from "@toolwright/check/report";
import { isObject } from "@toolwright/runtime/json";
import type { ErrorObject } from "ajv/dist/2020.js";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { commaHint, didYouMean, flagHint, nearest } from "../diagnostics/suggest.ts";
import type { Shape } from "../language/index.ts";
import { formHint, formName } from "./forms.ts";

/** The rules for the files of a spec and the shape of each, by code. */
export const structureSentences = {
  "spec-layout":
    "A spec is service.yaml, tools/*.yaml, types/*.yaml, resources/*.yaml, prompts/*.yaml and scenarios/*.yaml.",
  "known-key": "A key is one that the spec language knows.",
  "required-key": "A required key is there.",
  "value-shape": "A value has the shape that the spec language gives it.",
} as const;

export type StructureCode = keyof typeof structureSentences;

export interface ErrorDescription {
  readonly code: StructureCode;
  readonly detail: string;
  readonly hint?: string | undefined;
  readonly at: SpecLocation;
}

/** Describes an error of Ajv about the shape of a spec file. `at` is the location of the value. */
export function describeError(error: ErrorObject, at: SpecLocation): ErrorDescription {
  const { keyword, params, parentSchema, data } = error;
  const name = showName(at.path);
  switch (keyword) {
    case "additionalProperties": {
      const key = String(params.additionalProperty);
      const known = Object.keys(parentSchema?.properties ?? {});
      return {
        code: "known-key",
        detail: `${JSON.stringify(key)} is not a key of ${name}${nameVariant(error)}.`,
        hint: commaHint(key, isObject(data) ? data[key] : undefined) ?? keyHint(key, known),
        at: { file: at.file, path: [...at.path, key], key: true },
      };
    }
    case "required":
      return {
        code: "required-key",
        detail: `${capitalise(name)} has no ${JSON.stringify(params.missingProperty)}.`,
        hint: describe(parentSchema?.properties?.[params.missingProperty]),
        at: { ...at, key: at.path.length > 0 },
      };
    case "dependentRequired": {
      const property = String(params.property);
      const missing = String(params.deps)
        .split(", ")
        .filter((key) => isObject(data) && !Object.hasOwn(data, key));
      return {
        code: "required-key",
        detail: `${capitalise(name)} has ${JSON.stringify(property)}, which needs ${missing.map((key) => JSON.stringify(key)).join(" and ")}.`,
        hint: describe(parentSchema?.properties?.[missing[0]!]),
        at: { file: at.file, path: [...at.path, property], key: true },
      };
    }
    case "enum": {
      const allowed = params.allowedValues as unknown[];
      const detail = `${name} is ${describeValue(data)}, not ${alternativeValues(allowed)}.`;
      const hint = typeof data === "string" ? didYouMean(data, allowed.map(String)) : describe(parentSchema);
      return { code: "value-shape", detail, hint, at };
    }
    case "uniqueItems": {
      const second = Math.max(params.i, params.j);
      const detail = `${describeValue((data as unknown[])[second])} is already in ${name}.`;
      const place = { ...at, path: [...at.path, second] };
      return { code: "value-shape", detail, hint: "Delete one of them.", at: place };
    }
    default: {
      if (error.propertyName !== undefined) return describeName(error, error.propertyName, at);
      const detail = `${capitalise(name)} is ${describeValue(data)}, ${mismatch(error)}.`;
      const hint =
        commaHint(String(at.path.at(-1) ?? ""), data) ??
        quotesHint(error) ??
        renamedHint(at.path, data) ??
        patternHint(error) ??
        describe(parentSchema);
      return { code: "value-shape", detail, hint, at };
    }
  }
}

/** Describes an error of a key, such as the name of a skill. */
function describeName(error: ErrorObject, key: string, at: SpecLocation): ErrorDescription {
  return {
    code: "value-shape",
    detail: `${describeValue(key)} is a name in ${showName(at.path)}, ${mismatch(error)}.`,
    hint: patternHint(error) ?? describe(error.parentSchema),
    at: { file: at.file, path: [...at.path, key], key: true },
  };
}

/** ` where "kind" is "range"`: names the variant of a `oneOf`, because each variant has other keys. */
function nameVariant({ schemaPath, parentSchema }: ErrorObject): string {
  if (!schemaPath.includes("/oneOf/")) return "";
  const shapes = Object.entries<Shape>(parentSchema?.properties ?? {});
  const [tag, shape] = shapes.find(([, { const: value }]) => value !== undefined) ?? [];
  return shape ? ` where ${JSON.stringify(tag)} is ${JSON.stringify(shape.const)}` : "";
}

/** Names that other tools, or MCP itself, use for keys of a spec. */
const synonyms: Readonly<Record<string, string>> = {
  inputSchema: "input",
  input_schema: "input",
  parameters: "input",
  params: "input",
  arguments: "input",
  outputSchema: "output",
  output_schema: "output",
  returns: "output",
  response: "output",
  scopes: "scope",
  errors: "failures",
  permissions: "scopes",
  security: "auth",
  authentication: "auth",
  info: "server",
  transport: "endpoint",
  maximum: "max",
  minimum: "min",
  minutes: "seconds",
};

/** The key that the author probably meant by an unknown one. */
export function intendedKey(key: string, known: readonly string[]): string | undefined {
  const other = Object.hasOwn(synonyms, key) ? synonyms[key]! : undefined;
  if (other !== undefined && known.includes(other)) return other;
  const completions = key.length > 3 ? known.filter((candidate) => candidate.startsWith(key)) : [];
  return completions.length === 1 ? completions[0] : nearest(key, known);
}

function keyHint(key: string, known: readonly string[]): string | undefined {
  const intended = intendedKey(key, known);
  return intended === undefined ? didYouMean(key, known) : `Did you mean ${JSON.stringify(intended)}?`;
}

/** A hint for a map of entities under the key that it had in earlier versions; the resources of MCP are a list. */
function renamedHint(path: SpecLocation["path"], data: unknown): string | undefined {
  if (path.join("/") !== "resources" || !isObject(data)) return undefined;
  return 'Rename it to "entities". "resources" lists the resources of MCP.';
}

/** A hint for values with missing or superfluous quotes: a number where a text is expected, or the other way round. */
function quotesHint({ keyword, params, data }: ErrorObject): string | undefined {
  if (keyword !== "type") return undefined;
  if (params.type === "string" && (typeof data === "number" || typeof data === "boolean"))
    return "Put it in quotes.";
  if (params.type === "boolean" && typeof data === "string") return flagHint(data);
  const isNumber = typeof data === "string" && /^-?\d+(\.\d+)?$/.test(data);
  if (isNumber && /^(number|integer)$/.test(String(params.type))) return "Remove the quotes.";
  return undefined;
}

function patternHint({ keyword, params, data }: ErrorObject): string | undefined {
  return keyword === "pattern" && typeof data === "string" ? formHint(params.pattern, data) : undefined;
}

/** `"limits"`, `entry 2 of "steps"`. */
function showName(path: SpecLocation["path"]): string {
  const last = path.at(-1);
  if (typeof last === "number") return `entry ${last + 1} of ${showName(path.slice(0, -1))}`;
  return last === undefined ? "the file" : JSON.stringify(last);
}

const typeWords: Readonly<Record<string, string>> = {
  object: "a map",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** Why a value is wrong; it follows the value in the sentence. */
function mismatch({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case "type":
      return `not ${typeWords[String(params.type)] ?? params.type}`;
    case "const":
      return `not ${describeValue(params.allowedValue)}`;
    case "anyOf":
      return `not ${alternatives(parentSchema?.anyOf)}`;
    case "minItems":
      return `with fewer than ${params.limit} ${params.limit === 1 ? "entry" : "entries"}`;
    case "pattern":
      return `which is not ${formName(params.pattern)}`;
    default:
      return `which ${message}`;
  }
}

function alternatives(branches: unknown): string {
  const words = (branches as readonly { type?: string; const?: unknown; minItems?: number }[]).map(
    ({ type, minItems = 0, ...branch }) => {
      if ("const" in branch) return describeValue(branch.const);
      return `${typeWords[String(type)]}${minItems > 0 ? " with something in it" : ""}`;
    },
  );
  return words.join(" or ");
}

function describe(schema: unknown): string | undefined {
  const description = (schema as { description?: unknown } | undefined)?.description;
  return typeof description === "string" ? description : undefined;
}

function alternativeValues(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

function describeValue(value: unknown): string {
  return value === null ? "empty" : shortenJson(value, 40);
}
