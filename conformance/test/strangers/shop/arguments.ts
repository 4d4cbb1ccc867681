/** Checks the arguments of calls by the input schemas that the shop shows to its clients, and fills in their defaults. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { Refusal } from "./refusal.ts";

interface ToolEntry {
  readonly name: string;
  readonly inputSchema: object;
}

export const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly ToolEntry[];
};

const ajv = new Ajv2020({ strict: false, useDefaults: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>(
  manifest.tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

/** The arguments with their defaults; throws a refusal that names the first one that does not fit. */
export function checkArguments(tool: string, given: unknown): Readonly<Record<string, unknown>> {
  const validate = validators.get(tool)!;
  const values = structuredClone(given);
  if (validate(values)) return values as Record<string, unknown>;
  const [error] = validate.errors!;
  const place =
    error!.instancePath ||
    (error!.params.missingProperty ?? error!.params.additionalProperty ?? "the arguments");
  throw new Refusal("invalid_input", `${place}: ${error!.message}.`);
}
