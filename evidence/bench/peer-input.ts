import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "../../generator/emit/manifest.ts";
import type { Model } from "../../generator/model/model.ts";

interface Entry {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

/**
 * Writes the schemas of a spec as input for other generators: `schemas/` has the input and output of each tool as separate
 * schemas, `openapi.json` has the tools as operations of OpenAPI 3.1.
 */
export function writePeerInput(model: Model, folder: string): void {
  const entries = manifestOf(model) as readonly Entry[];
  const schemas = entries.flatMap(({ name, inputSchema, outputSchema }) => [
    { name: `${name}_input`, schema: inputSchema },
    ...(outputSchema ? [{ name: `${name}_output`, schema: outputSchema }] : []),
  ]);
  mkdirSync(join(folder, "schemas"), { recursive: true });
  for (const { name, schema } of schemas)
    writeFileSync(join(folder, "schemas", `${name}.json`), JSON.stringify(schema));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApi(entries, schemas)));
}

function openApi(
  entries: readonly Entry[],
  schemas: readonly { readonly name: string; readonly schema: object }[],
): object {
  const body = (name: string) => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const operations = entries.map(({ name, description, outputSchema }) => [
    `/tools/${name}`,
    {
      post: {
        operationId: name,
        description,
        requestBody: { required: true, ...body(`${name}_input`) },
        responses: { 200: { description: "The result.", ...(outputSchema && body(`${name}_output`)) } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Tools", version: "1.0.0" },
    paths: Object.fromEntries(operations),
    components: {
      schemas: Object.fromEntries(schemas.flatMap(({ name, schema }) => asComponents(name, schema))),
    },
  };
}

/** A schema and its `$defs` as components, since references in OpenAPI start at the root of the document. */
function asComponents(name: string, schema: object): [string, object][] {
  const { $defs = {}, ...rest } = withComponentReferences(name, schema) as {
    readonly $defs?: Record<string, object>;
  };
  return [
    [name, rest],
    ...Object.entries($defs).map(([key, child]): [string, object] => [`${name}_${key}`, child]),
  ];
}

function withComponentReferences(name: string, schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== "$ref" || typeof value !== "string") return value;
    const definition = /^#\/\$defs\/(.+)$/.exec(value)?.[1];
    return `#/components/schemas/${definition === undefined ? name : `${name}_${definition}`}`;
  });
}
