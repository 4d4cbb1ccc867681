/** Walks the values that a schema describes: the place of each in a value, and where its schema stands. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { pointerStep } from "@toolwright/runtime/json";
import type { Path } from "../../diagnostics/diagnostic.ts";

/** A place of a value. */
export interface ValuePlace {
  /** A pointer; `*` is every item of a list. */
  readonly pointer: string;
  /** The steps of the pointer. */
  readonly steps: readonly string[];
  readonly schema: SchemaObject;
  /** The place of its schema in the schema of the tool. */
  readonly path: Path;
  /** Whether each value has it. */
  readonly isRequired: boolean;
}

/** The deepest place that is looked at; nothing that names a thing is deeper. */
const maxDepth = 8;

/** More places of one schema are not looked at: a small schema can describe millions. */
const maxPlaces = 10_000;

/** A schema, and how it was reached. */
interface Reached {
  readonly schema: unknown;
  readonly path: Path;
  readonly steps: readonly string[];
  readonly isRequired: boolean;
  /** The references that led here: a definition that contains itself is entered once on each way down. */
  readonly above: ReadonlySet<string>;
}

/** Lists the places of a schema, from the outermost to the innermost. References are followed within the schema. */
export function listValues(root: SchemaObject): ValuePlace[] {
  const found: ValuePlace[] = [];
  /** Places that were visited already: branches of a definition can lead to another one in many ways. */
  const visited = new Set<string>();
  const visit = (reached: Reached): void => {
    const { schema, path, steps, isRequired } = reached;
    if (!isSchemaObject(schema) || steps.length > maxDepth || visited.size === maxPlaces) return;
    const key = JSON.stringify([path, steps, isRequired]);
    if (visited.has(key)) return;
    visited.add(key);
    if (typeof schema.$ref === "string") {
      const referred = enterDefinition(root, schema.$ref, reached);
      if (referred) visit(referred);
      return;
    }
    const pointer = steps.map((step) => `/${pointerStep(step)}`).join("");
    found.push({ pointer, steps, schema, path, isRequired });
    for (const below of [...listParts(schema, reached), ...listBranches(schema, reached)]) visit(below);
  };
  visit({ schema: root, path: [], steps: [], isRequired: true, above: new Set() });
  return found;
}

/** The properties of an object, and the items of a list. */
function listParts({ required, properties, items }: SchemaObject, reached: Reached): Reached[] {
  const { path, steps, isRequired } = reached;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(isSchemaObject(properties) ? properties : {}).map(([name, schema]) => ({
    ...reached,
    schema,
    path: [...path, "properties", name],
    steps: [...steps, name],
    isRequired: isRequired && names.includes(name),
  }));
  if (!isSchemaObject(items)) return members;
  const item = { schema: items, path: [...path, "items"], steps: [...steps, "*"], isRequired: false };
  return [...members, { ...reached, ...item }];
}

/** The branches that describe the same value. */
function listBranches(schema: SchemaObject, reached: Reached): Reached[] {
  return (["anyOf", "oneOf", "allOf"] as const).flatMap((keyword) => {
    const branches: readonly unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    return branches.map((branch, index) => ({
      ...reached,
      schema: branch,
      path: [...reached.path, keyword, index],
      isRequired: keyword === "allOf" && reached.isRequired,
    }));
  });
}

/** The definition that a reference of a schema leads to; undefined if it is open already, or elsewhere. */
function enterDefinition(root: SchemaObject, reference: string, reached: Reached): Reached | undefined {
  const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(reference) ?? [];
  if (keyword === undefined || name === undefined || reached.above.has(reference)) return undefined;
  const definitions = root[keyword];
  if (!isSchemaObject(definitions)) return undefined;
  const above = new Set([...reached.above, reference]);
  return { ...reached, schema: definitions[name], path: [keyword, name], above };
}
