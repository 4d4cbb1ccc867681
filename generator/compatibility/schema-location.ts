/** Finds where a schema of a spec says something about a place in a value: through references and branches. */
import type { Path, SpecLocation } from "../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { inPlaceKeywords } from "../schema/in-place.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { sourceRoot } from "../schema/normalised-model.ts";
import { pointerSteps } from "../schema/reference.ts";
import type { Resolver } from "../schema/roots.ts";
import { sourcePath } from "../schema/source-path.ts";
import { type Subschema, subschemas } from "../schema/walk.ts";
import type { Finding } from "./codes.ts";

/** A subschema: its root, and the path to it from there. */
interface Located {
  readonly root: SchemaRoot;
  readonly path: Path;
  readonly schema: SchemaObject;
}

/** How far a search came: the schema, and how many steps of the place it did not know. */
interface Reached extends Located {
  readonly missing: number;
}

/**
 * The location of the keyword that a finding is about; of the schema, where it has no such keyword.
 *
 * @param place `/pages/*\/title`, as findings have it
 */
export function schemaLocation(
  root: SchemaRoot,
  place: string,
  finding: Finding,
  resolve: Resolver,
): SpecLocation {
  const { schema } = root;
  if (!isSchemaObject(schema)) return { ...root.at, key: true };
  const steps = place === "" ? [] : place.slice(1).split("/");
  const visited = Array.from({ length: steps.length + 1 }, () => new Set<SchemaObject>());
  const reached = reach({ root, path: [], schema }, steps, resolve, visited);
  const gone = steps[steps.length - reached.missing];
  const keyword =
    gone === undefined ? keywordOf(finding) : gone === "{other}" ? "additionalProperties" : "properties";
  const own =
    keyword && schemasOfSameValue(reached, resolve).find((each) => Object.hasOwn(each.schema, keyword));
  return own ? locationAt(own, keyword) : locationAt(reached);
}

function locationAt({ root, path }: Located, keyword?: string): SpecLocation {
  const below = keyword === undefined ? path : [...path, keyword];
  const source = sourcePath(sourceRoot(root).schema, below);
  return { file: root.at.file, path: [...root.at.path, ...source], key: true };
}

/**
 * The schema that knows most steps of the place; of several, the first.
 *
 * @param visited the schemas from which a number of steps was followed already: branches share what they refer to
 */
function reach(
  from: Located,
  steps: readonly string[],
  resolve: Resolver,
  visited: readonly Set<SchemaObject>[],
): Reached {
  const [step, ...rest] = steps;
  if (step === undefined) return { ...from, missing: 0 };
  let best: Reached = { ...from, missing: steps.length };
  for (const each of schemasOfSameValue(from, resolve)) {
    if (visited[steps.length]!.has(each.schema)) continue;
    visited[steps.length]!.add(each.schema);
    for (const child of subschemas(each.schema)) {
      if (!leadsTo(child, step) || !isSchemaObject(child.schema)) continue;
      const below = { root: each.root, path: [...each.path, ...child.path], schema: child.schema };
      const reached = reach(below, rest, resolve, visited);
      if (reached.missing < best.missing) best = reached;
    }
    if (best.missing === 0) break;
  }
  return best;
}

/** Whether a subschema describes the child of a value that a step of a place names. */
function leadsTo({ keyword, path }: Subschema, step: string): boolean {
  switch (keyword) {
    case "properties":
      return path[1] === step;
    case "additionalProperties":
    case "patternProperties":
    case "unevaluatedProperties":
    case "propertyNames":
      return step === "{other}";
    case "prefixItems":
      return String(path[1]) === step;
    case "items":
    case "unevaluatedItems":
    case "contains":
      return step === "*" || /^\d+$/.test(step);
    default:
      return false;
  }
}

/** A schema, and those that describe the same value: what it refers to, and its branches. */
function schemasOfSameValue(from: Located, resolve: Resolver): Located[] {
  const found = new Map<SchemaObject, Located>([[from.schema, from]]);
  const add = (each: Located) => found.has(each.schema) || found.set(each.schema, each);
  for (const { root, path, schema } of found.values()) {
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    if (target && isSchemaObject(target.schema))
      add({ root: target.root, path: pointerSteps(target.pointer), schema: target.schema });
    for (const child of subschemas(schema))
      if (inPlaceKeywords.has(child.keyword) && isSchemaObject(child.schema))
        add({ root, path: [...path, ...child.path], schema: child.schema });
  }
  return [...found.values()];
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
