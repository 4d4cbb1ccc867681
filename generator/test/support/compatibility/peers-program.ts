/**
 * Runs packages from npm that find breaking changes on the pairs of manifests, and writes peers.json. Not part of the tests: it needs
 * the packages. In an empty folder: `npm install openapi-diff@0.24.1 json-schema-diff@1.0.0 json-schema-diff-validator@0.4.2`, then
 * `node generator/test/support/compatibility/peers-program.ts FOLDER`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { ManifestPair } from "./pairs.ts";

const load = createRequire(join(resolve(process.argv[2] ?? "."), "package.json"));
const pairs: readonly ManifestPair[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../compatibility/pairs.json"), "utf8"),
);

/** The packages, in the folder that the user names. */
const names = {
  openApi: "openapi-diff",
  schema: "json-schema-diff",
  validator: "json-schema-diff-validator",
};

/** Whether a package calls the change from the first manifest to the second one breaking. */
type Peer = (pair: ManifestPair) => Promise<boolean>;

/** A manifest as OpenAPI: one POST for each tool, with its input as the body and its output as the response. */
function openApi({ tools }: ManifestPair["old"]): string {
  const paths = Object.fromEntries(
    tools.map(({ name, description, inputSchema, outputSchema }) => {
      const content = (schema: unknown) => ({ "application/json": { schema } });
      const response = { description: "Result", ...(outputSchema && { content: content(outputSchema) }) };
      const post = {
        description,
        requestBody: { required: true, content: content(inputSchema) },
        responses: { 200: response },
      };
      return [`/tools/${name}`, { post }];
    }),
  );
  return JSON.stringify({ openapi: "3.0.3", info: { title: "tools", version: "1.0.0" }, paths });
}

/**
 * The schemas of tools in both manifests, as from and to: earlier inputs must still be accepted, and new results must have been
 * possible.
 */
function directed(pair: ManifestPair): [from: object, to: object][] {
  return pair.old.tools.flatMap((old) => {
    const current = pair.new.tools.find(({ name }) => name === old.name);
    if (!current) return [];
    const outputs: [object, object][] =
      old.outputSchema && current.outputSchema ? [[current.outputSchema, old.outputSchema]] : [];
    return [[old.inputSchema, current.inputSchema], ...outputs];
  });
}

const peers: Readonly<Record<string, Peer>> = {
  "openapi-diff 0.24.1": async (pair) => {
    const spec = (manifest: ManifestPair["old"], location: string) => ({
      content: openApi(manifest),
      location,
      format: "openapi3",
    });
    const result = await load(names.openApi).diffSpecs({
      sourceSpec: spec(pair.old, "old.json"),
      destinationSpec: spec(pair.new, "new.json"),
    });
    return result.breakingDifferencesFound;
  },
  "json-schema-diff 1.0.0": async (pair) => {
    for (const [sourceSchema, destinationSchema] of directed(pair)) {
      const { removalsFound } = await load(names.schema).diffSchemas({
        sourceSchema,
        destinationSchema,
      });
      if (removalsFound) return true;
    }
    return false;
  },
  "json-schema-diff-validator 0.4.2": async (pair) =>
    directed(pair).some(([from, to]) => {
      try {
        load(names.validator).validateSchemaCompatibility(structuredClone(from), structuredClone(to));
        return false;
      } catch (error) {
        if (String(error).includes("not backward compatible")) return true;
        throw error;
      }
    }),
};

const results: Record<string, (boolean | null)[]> = {};
for (const [name, peer] of Object.entries(peers)) {
  results[name] = [];
  for (const pair of pairs) results[name].push(await peer(pair).catch(() => null));
}
const rows = Object.entries(results).map(
  ([name, list]) => `  ${JSON.stringify(name)}: ${JSON.stringify(list)}`,
);
writeFileSync(join(import.meta.dirname, "../../compatibility/peers.json"), `{\n${rows.join(",\n")}\n}\n`);
