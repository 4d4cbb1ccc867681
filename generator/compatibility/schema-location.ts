/** Finds where a schema of a spec says something about a place in a value: through references and branches. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { SchemaRoot } from "../model/schema.ts";
import type { Node } from "../schema/graph/node.ts";
import { inPlace, schemasAt } from "../schema/graph/value-at.ts";
import { locationOf, rootNode } from "../schema/place.ts";
import type { Resolver } from "../schema/roots.ts";
import type { Finding } from "./codes.ts";

/**
 * The location of the keyword that a finding is about; of the schema, where it has no such keyword.
 *
 * @param place `/pages/*\/title`, as findings have it; steps that the schema does not have are left out
 */
export function schemaLocation(
  root: SchemaRoot,
  place: string,
  finding: Finding,
  resolve: Resolver,
): SpecLocation {
  const start = rootNode(root);
  const steps = place.split("/").slice(1);
  const [known, nodes] = describingNodes(start, steps, resolve);
  const gone = steps[known];
  const keyword =
    gone === undefined ? keywordOf(finding) : gone === "{other}" ? "additionalProperties" : "properties";
  const own =
    keyword &&
    nodes
      .flatMap((node) => inPlace(node, resolve))
      .find(({ schema }) => Object.hasOwn(schema as object, keyword));
  const location = own ? locationOf(own, keyword) : locationOf(nodes[0] ?? start);
  return { ...location, key: true };
}

/** The nodes at the longest part of the place that the schema has, and how many steps it is long. */
function describingNodes(
  start: ReturnType<typeof rootNode>,
  steps: readonly string[],
  resolve: Resolver,
): [known: number, nodes: readonly Node[]] {
  for (let known = steps.length; known > 0; known--) {
    const path = steps.slice(0, known).map((step) => (step === "{other}" ? "*" : step));
    const nodes = schemasAt(start, path, resolve);
    if (nodes.length > 0) return [known, nodes];
  }
  return [0, schemasAt(start, [], resolve)];
}

const keywordOfCode: Readonly<Record<string, string>> = {
  "property-required": "required",
  "property-optional": "required",
  "type-narrowed": "type",
  "type-widened": "type",
  "values-removed": "enum",
  "values-added": "enum",
  closed: "additionalProperties",
  opened: "additionalProperties",
};

/** The keyword that a finding is about, if it is about one. */
function keywordOf({ code, detail }: Finding): string | undefined {
  if (code.startsWith("field-scope-")) return "x-requires-scope";
  const named = /^(?:The )?(\w+) (?:differs|asks for something else)\.$/.exec(detail)?.[1];
  return named ?? keywordOfCode[code.replace(/^(input|output)-/, "")];
}
