/** Reads and checks target files. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pointerSteps } from "@toolwright/runtime/json";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { LineCounter, parseDocument } from "yaml";
import { guidePath } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { findLine } from "../usage/yaml-line.ts";
import type { Target } from "./target.ts";
import targetSchema from "./target-schema.json" with { type: "json" };

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
ajv.addFormat("regex", isRegularExpression);
const validate = ajv.compile(targetSchema);

type TargetFile = Omit<Target, "folder" | "headers" | "environment"> & {
  readonly env?: Target["environment"];
};

/** @throws UsageError that lists every mistake with its line */
export function readTarget(file: string): Target {
  const lines = new LineCounter();
  const document = parseDocument(readText(file, "target file"), { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) throw new UsageError(`${file} is not YAML: ${mistake.message}`);
  const value: unknown = document.toJS();
  if (validate(value)) return toTarget(value as TargetFile, dirname(resolve(file)));
  const problems = validate
    .errors!.filter(({ keyword }) => keyword !== "anyOf")
    .map((error) => {
      const path = [...pointerSteps(error.instancePath), ...unknownKey(error)];
      return `  ${file}:${findLine(document, lines, path)}: ${problemSentence(error)}`;
    });
  throw new UsageError(
    `${file} is not a valid target file:\n${[...new Set(problems)].join("\n")}\n${guidePath} describes target files.`,
  );
}

function toTarget({ env, ...target }: TargetFile, folder: string): Target {
  return { ...target, ...(env && { environment: env }), folder };
}

/** @throws UsageError */
export function readText(file: string, what = "file"): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`There is no ${what} ${file}.`);
  }
}

function problemSentence(error: ErrorObject): string {
  const { instancePath, keyword, message, params, parentSchema } = error;
  const where = instancePath === "" ? "The target" : instancePath.slice(1);
  const knownKeys = Object.keys((parentSchema?.properties as object | undefined) ?? {}).join(", ");
  switch (keyword) {
    case "additionalProperties":
      return `${where} has no key ${JSON.stringify(params.additionalProperty)}. The keys are ${knownKeys}.`;
    case "required": {
      const missing = String(params.missingProperty);
      const { description = "" } = (parentSchema?.properties?.[missing] ?? {}) as { description?: string };
      return `${where} has no ${JSON.stringify(missing)}. ${description}`.trim();
    }
    case "enum":
      return `${where} is one of ${params.allowedValues.join(", ")}.`;
    case "type": {
      const example = /(^|\/)command$/.test(where) ? ", such as [node, server.js]" : "";
      return `${where} must be ${wordsOfTypes(params.type)}${example}.`;
    }
    case "oneOf":
      return `${where} has either tool, input and output, or text, or value, or env.`;
    default:
      return `${where} ${message}.`;
  }
}

/** The types of JSON, in the words of this documentation. */
const typeWords: Readonly<Record<string, string>> = {
  array: "a list",
  string: "a text",
  object: "an object",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
};

function wordsOfTypes(types: string | readonly string[]): string {
  return [types]
    .flat()
    .map((type) => typeWords[type] ?? type)
    .join(" or ");
}

/** An unknown key is reported at its own line. */
function unknownKey({ params }: ErrorObject): string[] {
  return "additionalProperty" in params ? [params.additionalProperty] : [];
}

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
