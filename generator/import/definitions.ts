import { canonical, pointerStep } from "@toolwright/runtime/json";
import type { SchemaObject } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { uriOf } from "../schema/reference.ts";
import { rewrite } from "../schema/walk.ts";
import { type Draft, localReferences, type Root, readsTheSame, smallestShared } from "./draft.ts";
import { namesOfDefinition, type TypeNames } from "./type-names.ts";

/** One entry of a root's `$defs` or `definitions`. */
interface Definition {
  readonly name: string;
  readonly schema: SchemaObject;
  /** Pointers to the definitions of the same root that it refers to. */
  readonly uses: readonly string[];
}

/** By pointer, such as `#/$defs/item`. */
type Definitions = ReadonlyMap<string, Definition>;

/** A definition that means the same in several roots. */
interface Group {
  readonly pointer: string;
  readonly definition: Definition;
  readonly roots: Root[];
}

/**
 * Makes types of definitions that several roots share. Each root keeps an entry that refers to the type, so that its
 * manifest has the definition under the same name; all other references lead to the type.
 */
export function liftDefinitions(roots: readonly Root[], names: TypeNames): Draft {
  const uris = new Map(roots.map((root) => [root, new Map<string, string>()]));
  const groups = sharedDefinitions(roots).map((group) => {
    const name = names.choose(namesOfDefinition(group.definition.name));
    for (const root of group.roots) uris.get(root)!.set(group.pointer, uriOf(`types/${name}.yaml`));
    return { name, ...group };
  });
  return {
    types: groups.map(({ name, definition, roots: [root] }) => ({
      name,
      schema: referring(definition.schema, uris.get(root!)!),
    })),
    roots: roots.map((root) => ({ ...root, schema: withEntries(root.schema, uris.get(root)!) })),
  };
}

/** In the order in which they occur. */
function sharedDefinitions(roots: readonly Root[]): Group[] {
  const bodyIds = new Map<string, number>();
  const groups = new Map<string, Group>();
  for (const root of roots) {
    const definitions = liftableDefinitions(root.schema);
    for (const [pointer, definition] of definitions) {
      const meaning = normalise(pointer, definitions, bodyIds);
      if (!groups.has(meaning)) groups.set(meaning, { pointer, definition, roots: [] });
      groups.get(meaning)!.roots.push(root);
    }
  }
  const shared = [...groups.values()].filter((group) => group.roots.length > 1);
  return shared.filter((group) => isWorthIt(group, shared));
}

/** Equal for definitions that are equal with all that they refer to. */
function normalise(pointer: string, definitions: Definitions, bodyIds: Map<string, number>): string {
  const bodies = [...reachable(pointer, definitions)].sort().map((at) => {
    const body = canonical(definitions.get(at)!.schema);
    if (!bodyIds.has(body)) bodyIds.set(body, bodyIds.size);
    return `${at}=${bodyIds.get(body)}`;
  });
  return `${pointer}: ${bodies.join(" ")}`;
}

function reachable(pointer: string, definitions: Definitions): Set<string> {
  const reached = new Set([pointer]);
  for (const at of reached) for (const use of definitions.get(at)!.uses) reached.add(use);
  return reached;
}

/** A small definition becomes a type only if another one needs it as such. */
function isWorthIt({ pointer, definition, roots }: Group, shared: readonly Group[]): boolean {
  if (canonical(definition.schema).length >= smallestShared) return true;
  return shared.some((other) => other.roots.includes(roots[0]!) && other.definition.uses.includes(pointer));
}

/** Definitions that are referred to as wholes only, and refer only to such definitions. */
function liftableDefinitions(schema: SchemaObject): Definitions {
  const found = new Map<string, Definition>();
  for (const keyword of ["$defs", "definitions"]) {
    const entries = schema[keyword];
    for (const [name, body] of Object.entries(isSchemaObject(entries) ? entries : {})) {
      if (!isSchemaObject(body) || !standsAlone(body, schema)) continue;
      found.set(`#/${keyword}/${pointerStep(name)}`, { name, schema: body, uses: localReferences(body) });
    }
  }
  const entered = localReferences(schema).map((reference) => /^(#\/[^/]*\/[^/]*)\//.exec(reference)?.[1]);
  for (const pointer of entered) if (pointer !== undefined) found.delete(pointer);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [pointer, { uses }] of found) if (!uses.every((use) => found.has(use))) found.delete(pointer);
  }
  return found;
}

function standsAlone(body: SchemaObject, whole: SchemaObject): boolean {
  return !/"\$(schema|id|anchor|dynamicAnchor|defs)":/.test(canonical(body)) && readsTheSame(body, whole);
}

/** A schema whose references lead to types. */
function referring(schema: SchemaObject, uris: ReadonlyMap<string, string>): SchemaObject {
  return rewrite(schema, (object) => {
    const uri = typeof object.$ref === "string" ? uris.get(object.$ref) : undefined;
    return uri === undefined ? object : { ...object, $ref: uri };
  }) as SchemaObject;
}

/** A root whose references lead to types, and whose definitions are entries that name them. */
function withEntries(schema: SchemaObject, uris: ReadonlyMap<string, string>): SchemaObject {
  if (uris.size === 0) return schema;
  const root: Record<string, unknown> = { ...referring(schema, uris) };
  for (const keyword of ["$defs", "definitions"]) {
    if (!isSchemaObject(root[keyword])) continue;
    const entries = { ...root[keyword] };
    for (const name of Object.keys(entries)) {
      const uri = uris.get(`#/${keyword}/${pointerStep(name)}`);
      if (uri !== undefined) define(entries, name, { $ref: uri });
    }
    root[keyword] = entries;
  }
  return root;
}
