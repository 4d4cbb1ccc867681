/** Checks arguments by the schemas that the pharmacy shows, and fills in their defaults. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { Refusal } from "./refusal.ts";

export const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
};

const ajv = new Ajv2020({ strict: false, useDefaults: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>(
  manifest.tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

export function checkArguments(tool: string, given: unknown): Readonly<Record<string, unknown>> {
  const validate = validators.get(tool)!;
  const values = structuredClone(given);
  if (validate(values)) return values as Record<string, unknown>;
  const { instancePath, message, params } = validate.errors![0]!;
  const place = instancePath || params.missingProperty || params.additionalProperty || "arguments";
  throw new Refusal("invalid_input", `${place}: ${message}.`);
}
