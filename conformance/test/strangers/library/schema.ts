/** JSON Schemas of the manifest as Standard Schemas, so that tmcp lists what the spec says and checks arguments by it. */
import { readFileSync } from "node:fs";
import { Ajv2020, type SchemaObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { JsonSchemaAdapter } from "tmcp/adapter";

type Arguments = Record<string, unknown>;

/** A Standard Schema that knows its JSON Schema. */
interface JsonSchema {
  readonly json: SchemaObject;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Arguments; readonly output: Arguments };
    validate(
      value: unknown,
    ): { readonly value: Arguments } | { readonly issues: { readonly message: string }[] };
  };
}

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
  readonly annotations: Record<string, boolean>;
}

export const { tools } = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly ListedTool[];
};

const ajv = new Ajv2020({ useDefaults: true, strict: false });
addFormats.default(ajv);

export function standardSchema(json: SchemaObject): JsonSchema {
  const check = ajv.compile(json);
  return {
    json,
    "~standard": {
      version: 1,
      vendor: "library",
      validate: (value) => {
        if (check(value)) return { value: value as Arguments };
        const issues = check.errors!.map(({ instancePath, message = "does not fit", params }) => ({
          message: `${instancePath || "the arguments"} ${message} ${JSON.stringify(params)}`,
        }));
        return { issues };
      },
    },
  };
}

export class Adapter extends JsonSchemaAdapter<JsonSchema> {
  override async toJsonSchema(schema: JsonSchema): ReturnType<JsonSchemaAdapter<JsonSchema>["toJsonSchema"]> {
    return schema.json as Awaited<ReturnType<JsonSchemaAdapter<JsonSchema>["toJsonSchema"]>>;
  }
}
