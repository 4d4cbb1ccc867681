/** Checks arguments by the input schemas of the manifest, and fills defaults in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly type: "object" };
}

/** The tools as `tools/list` has them. */
export const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "manifest.json"), "utf8")) as {
  readonly tools: ListedTool[];
};

const ajv = new Ajv2020({ useDefaults: true, strict: false });
ajv.addFormat("email", /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/);
ajv.addFormat("date", isDay);

const checks = new Map(manifest.tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Fills defaults in, in place. Returns the first mistake, if there is one. */
export function complete(tool: string, input: unknown): string | undefined {
  const check = checks.get(tool)!;
  if (check(input)) return undefined;
  const { instancePath, message } = check.errors![0]!;
  return `${instancePath === "" ? "The arguments" : instancePath.slice(1)} ${message}`;
}
