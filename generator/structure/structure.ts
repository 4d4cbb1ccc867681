import { isObject, pointerSteps } from "@toolwright/runtime/json";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { Diagnostic, Path } from "../diagnostics/diagnostic.ts";
import { languages, type Shape } from "../language/index.ts";
import type { SpecDocument } from "../parse/document.ts";
import { isContentFile } from "../parse/source.ts";
import { startOfFile } from "../parse/text-positions.ts";
import { describeError, intendedKey, type StructureCode, structureSentences } from "./describe-error.ts";

/** Checks which files there are and the shape of each one. The mistakes of parsing are among the diagnostics. */
export function checkStructure(documents: readonly SpecDocument[]): Diagnostic[] {
  return [
    ...documents.flatMap(({ diagnostics }) => diagnostics),
    ...checkLayout(documents),
    ...documents.flatMap(checkShape),
  ];
}

const layout =
  /^(service\.yaml|(tools|types|prompts|scenarios)\/[^/]+\.yaml|resources\/[^/]+(?<!\.yml)|releases\/[^/]+\.json)$/;

function checkLayout(documents: readonly SpecDocument[]): Diagnostic[] {
  const misplaced = (file: string, detail: string, hint: string): Diagnostic => ({
    ...problem("spec-layout"),
    place: startOfFile(file),
    detail,
    hint,
  });
  const paths = documents.map(({ source }) => source.path);
  const strays = paths
    .filter((path) => !layout.test(path))
    .map((path) => {
      const name = path.endsWith(".yml")
        ? ` to ${path.replace(/yml$/, "yaml")}`
        : ", or move it out of the spec folder";
      return misplaced(path, `${path} is not one of these files.`, `Rename it${name}.`);
    });
  if (paths.includes("service.yaml")) return strays;
  const hint = "Name the folder that holds it with --spec DIR.";
  return [...strays, misplaced("service.yaml", "There is no service.yaml.", hint)];
}

function checkShape(document: SpecDocument): Diagnostic[] {
  const { source, value, place } = document;
  if (document.diagnostics.length > 0 || !layout.test(source.path) || isContentFile(source.path)) return [];
  if (value === null) {
    const detail = "The file is empty.";
    const hint =
      source.path === "service.yaml" ? "`toolwright new DIR` makes an example." : "Fill or delete it.";
    return [{ ...problem("value-shape"), place: { ...place([]), length: 1 }, detail, hint }];
  }
  if (source.path.startsWith("types/")) return checkType(document);
  const validate = validatorFor(source.path);
  if (!validate || validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors.filter((error) => isOwnError(error, errors)).map((error) => toDiagnostic(error, document));
}

function checkType({ value, place }: SpecDocument): Diagnostic[] {
  if (typeof value === "boolean" || isObject(value)) return [];
  return [
    { ...problem("value-shape"), place: place([]), detail: "A type is a JSON Schema: a map of keywords." },
  ];
}

const validators = new Map<string, ReturnType<Ajv2020["compile"]>>();

function validatorFor(path: string): ReturnType<Ajv2020["compile"]> | undefined {
  const kind = path === "service.yaml" ? "service" : path.slice(0, path.indexOf("/"));
  const language = new Map<string, Shape>(Object.entries(languages)).get(kind);
  if (!language) return undefined;
  const cached = validators.get(kind);
  if (cached) return cached;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    strict: false,
    inlineRefs: false,
    meta: false,
    validateSchema: false,
    // Optimizing takes longer than it saves for the few files of a spec.
    code: { optimize: false },
  });
  const validate = ajv.compile(language);
  validators.set(kind, validate);
  return validate;
}

/** Whether an error describes a mistake of its own. Ajv also reports errors that only repeat another one. */
function isOwnError(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const { keyword, schemaPath, instancePath, params } = error;
  switch (keyword) {
    case "required": {
      // A misspelt key is one mistake, not a missing and an unknown key.
      const unknown = errors
        .filter((other) => other.keyword === "additionalProperties" && other.instancePath === instancePath)
        .map((other) => String(other.params.additionalProperty));
      const missing = String(params.missingProperty);
      return !unknown.some((key) => intendedKey(key, [missing]) !== undefined);
    }
    case "if":
    case "propertyNames":
      // The error of the schema in it is reported.
      return false;
    case "discriminator":
      // The tag is required and has an `enum`: those errors say more.
      return false;
    case "anyOf":
      return branchOfType(error) === undefined;
    default:
      return !schemaPath.includes("/anyOf/") || isOfBranch(error, errors);
  }
}

/**
 * Tells whether an error comes from the one alternative that has the type of the value: its error is more precise than an error
 * about all alternatives. Without such an alternative, the error of the `anyOf` describes them all.
 */
function isOfBranch({ schemaPath, instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors
    .filter((other) => other.keyword === "anyOf" && schemaPath.startsWith(`${other.schemaPath}/`))
    .filter((other) => `${instancePath}/`.startsWith(`${other.instancePath}/`))
    .every((other) => {
      const branch = branchOfType(other);
      return branch !== undefined && schemaPath.startsWith(`${other.schemaPath}/${branch}/`);
    });
}

function branchOfType({ parentSchema, data }: ErrorObject): number | undefined {
  const branches = (parentSchema?.anyOf ?? []) as readonly Shape[];
  // An empty list does not show which alternative its author meant.
  if (Array.isArray(data) && data.length === 0) return undefined;
  const fitting = branches.flatMap(({ type }, index) => (type === jsonType(data) ? [index] : []));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function jsonType(data: unknown): string {
  if (Array.isArray(data)) return "array";
  return data === null ? "null" : typeof data;
}

function toDiagnostic(error: ErrorObject, document: SpecDocument): Diagnostic {
  const path = toPath(error.instancePath, document.value);
  const { code, detail, hint, at } = describeError(error, { file: document.source.path, path });
  return { ...problem(code), place: document.place(at.path, at.key), detail, ...(hint && { hint }) };
}

/** Ajv's pointer as path steps: an index where the data has an array. */
function toPath(pointer: string, data: unknown): Path {
  let current: unknown = data;
  return pointerSteps(pointer).map((step) => {
    const isIndex = Array.isArray(current);
    current = (current as Record<string, unknown> | undefined)?.[step];
    return isIndex ? Number(step) : step;
  });
}

function problem(code: StructureCode): Pick<Diagnostic, "severity" | "code" | "message"> {
  return { severity: "error", code, message: structureSentences[code] };
}
