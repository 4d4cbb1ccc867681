/** Turns definitions that several imported schemas share into types. */
import {
  belongsTo,
  define,
  findDialect,
  isSchemaObject,
  rewrite,
  type SchemaObject,
  walk,
} from "@toolwright/json-schema";
import { canonical, pointerStep } from "@toolwright/runtime/json";
import { toUri } from "../schema/reference.ts";
import { namesOfDefinition, type TypeNames } from "./type-names.ts";

/** One entry of a root's `$defs` or `definitions`. */
interface Definition {
  readonly name: string;
  readonly schema: SchemaObject;
  /** Pointers to the definitions of the same root that it refers to. */
  readonly uses: readonly string[];
}

/** The definitions by pointer, such as `#/$defs/item`. */
type Definitions = ReadonlyMap<string, Definition>;

/** A definition that has the same meaning in several schemas. */
interface Group {
  readonly pointer: string;
  readonly definition: Definition;
  readonly roots: ToolSchema[];
}

/**
 * Turns definitions that several schemas share into types. Each schema keeps an entry that refers to the type, so that the
 * manifest still has the definition under its name. All other references point to the type.
 */
export function extractDefinitions(roots: readonly ToolSchema[], names: TypeNames): SchemaSet {
  const uris = new Map(roots.map((root) => [root, new Map<string, string>()]));
  const groups = sharedDefinitions(roots).map((group) => {
    const name = names.choose(namesOfDefinition(group.definition.name));
    for (const root of group.roots) uris.get(root)!.set(group.pointer, toUri(`types/${name}.yaml`));
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

/** The definitions that occur in several schemas and are worth a file, in the order in which they occur. */
function sharedDefinitions(roots: readonly ToolSchema[]): Group[] {
  const bodyIds = new Map<string, number>();
  const groups = new Map<string, Group>();
  for (const root of roots) {
    const definitions = extractableDefinitions(root.schema);
    for (const [pointer, definition] of definitions) {
      const signature = makeSignature(pointer, definitions, bodyIds);
      if (!groups.has(signature)) groups.set(signature, { pointer, definition, roots: [] });
      groups.get(signature)!.roots.push(root);
    }
  }
  const shared = [...groups.values()].filter((group) => group.roots.length > 1);
  return shared.filter((group) => isWorthAFile(group, shared));
}

/** A text that is equal for two definitions if they, and all definitions that they refer to, are equal. */
function makeSignature(pointer: string, definitions: Definitions, bodyIds: Map<string, number>): string {
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

/** A small definition becomes a type only if another type refers to it. */
function isWorthAFile({ pointer, definition, roots }: Group, shared: readonly Group[]): boolean {
  if (canonical(definition.schema).length >= minSharedLength) return true;
  return shared.some((other) => other.roots.includes(roots[0]!) && other.definition.uses.includes(pointer));
}

const definitionKeywords = ["$defs", "definitions"];

/** Returns the definitions that can move to a file: no reference leads to a part of them, and they refer only to such definitions. */
function extractableDefinitions(schema: SchemaObject): Definitions {
  const definitions = new Map(
    definitionKeywords.flatMap((keyword) =>
      Object.entries(isSchemaObject(schema[keyword]) ? schema[keyword] : {})
        .filter((entry): entry is [string, SchemaObject] => isSchemaObject(entry[1]))
        .filter(([, body]) => standsAlone(body, schema))
        .map(([name, body]): [string, Definition] => [
          `#/${keyword}/${pointerStep(name)}`,
          { name, schema: body, uses: localReferences(body) },
        ]),
    ),
  );
  const entered = localReferences(schema).map((reference) => /^(#\/[^/]*\/[^/]*)\//.exec(reference)?.[1]);
  for (const pointer of entered) if (pointer !== undefined) definitions.delete(pointer);
  for (let size = -1; size !== definitions.size; ) {
    size = definitions.size;
    for (const [pointer, { uses }] of definitions)
      if (!uses.every((use) => definitions.has(use))) definitions.delete(pointer);
  }
  return definitions;
}

function standsAlone(body: SchemaObject, whole: SchemaObject): boolean {
  return !/"\$(schema|id|anchor|dynamicAnchor|defs)":/.test(canonical(body)) && keepsMeaning(body, whole);
}

/** The schema with its references pointed at types. */
function referring(schema: SchemaObject, uris: ReadonlyMap<string, string>): SchemaObject {
  return rewrite(schema, (object) => {
    const uri = typeof object.$ref === "string" ? uris.get(object.$ref) : undefined;
    return uri === undefined ? object : { ...object, $ref: uri };
  }) as SchemaObject;
}

/** The schema with its references pointed at types, and with definitions that only refer to the types. */
function withEntries(schema: SchemaObject, uris: ReadonlyMap<string, string>): SchemaObject {
  if (uris.size === 0) return schema;
  const root: Record<string, unknown> = { ...referring(schema, uris) };
  for (const keyword of definitionKeywords) {
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

/** The input or output schema of a tool. References to types are absolute: `spec:///types/NAME.yaml`. */
export interface ToolSchema {
  /** Index of its tool in the manifest. */
  readonly tool: number;
  readonly side: "input" | "output";
  readonly schema: SchemaObject;
  /** Whether the manifest has it. */
  readonly isPublished: boolean;
}

/** A schema that gets a file of its own under `types/`. */
export interface SharedType {
  /** Stem of its file. */
  readonly name: string;
  readonly schema: SchemaObject;
}

/** All schemas of a spec: the schemas of the tools, and the types that they share. */
export interface SchemaSet {
  readonly roots: readonly ToolSchema[];
  readonly types: readonly SharedType[];
}

/** The length of JSON from which a schema is shared. Shorter schemas are easier to read in place than behind a reference. */
export const minSharedLength = 100;

/** Whether a part of a schema keeps its meaning in a file of its own, which has no `$schema` and is read as 2020-12. */
export function keepsMeaning(part: SchemaObject, whole: SchemaObject): boolean {
  const dialect = findDialect(whole);
  if (dialect === "2020-12") return true;
  let same = true;
  walk(part, (object) => {
    const entries = Object.entries(object);
    // In draft-07, keywords beside a $ref are ignored.
    if (typeof object.$ref === "string" && entries.length > 1) same = false;
    same &&= entries.every(
      ([key, value]) => belongsTo(key, value, dialect) === belongsTo(key, value, "2020-12"),
    );
  });
  return same;
}

/** The references of a schema to its own file, such as `#/$defs/item`. */
export function localReferences(schema: SchemaObject): string[] {
  const references: string[] = [];
  walk(schema, ({ $ref }) => {
    if (typeof $ref === "string" && $ref.startsWith("#")) references.push($ref);
  });
  return references;
}
