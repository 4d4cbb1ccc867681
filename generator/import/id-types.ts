/** Gives the ids of each thing a type: a spec needs it to say what makes and shows the thing. */
import { isSchemaObject, keywords, type SchemaObject } from "@toolwright/json-schema";
import { canonical } from "@toolwright/runtime/json";
import type { Path } from "../diagnostics/diagnostic.ts";
import { toUri } from "../schema/reference.ts";
import type { SharedType, ToolSchema } from "./definitions.ts";
import type { IdPlace } from "./guesses/things.ts";
import { listValues } from "./guesses/values.ts";
import type { TypeNames } from "./type-names.ts";

/** Schemas in which references to types stand for ids. */
export interface TypedIds {
  readonly roots: readonly ToolSchema[];
  readonly types: readonly SharedType[];
  /** Thing -> the name of the type of its ids. */
  readonly typeOf: ReadonlyMap<string, string>;
}

/** An id in the schema of a tool, and the type that it gets. */
interface Use {
  readonly path: Path;
  readonly thing: string;
}

export function typeIds(roots: readonly ToolSchema[], ids: readonly IdPlace[], names: TypeNames): TypedIds {
  // One place alone may be named after anything: `leave` returns the id of a ticket, and there are no leaves.
  const counts = Map.groupBy(ids, ({ thing }) => thing);
  const sure = ids.filter(({ thing }) => counts.get(thing)!.length > 1);
  const things = new Map(
    sure.map(({ tool, side, place, thing }) => [placeKey(tool.index, side, place.pointer), thing]),
  );
  const byPattern = readPatterns(sure);
  const uses = new Map(roots.map((root) => [root, listUses(root, things, byPattern)]));
  const schemas = Map.groupBy(
    [...uses].flatMap(([root, own]) =>
      own.map(({ thing, path }) => ({
        thing,
        schema: schemaAt(root.schema, path),
        isPublished: root.isPublished,
      })),
    ),
    ({ thing }) => thing,
  );
  const typed = new Map(
    [...schemas].flatMap(([thing, all]) => {
      // An id that was only seen tells nothing of what the published ones have in common.
      const published = all.filter(({ isPublished }) => isPublished);
      const common = commonSchema((published.length > 0 ? published : all).map(({ schema }) => schema));
      const alike = all.filter(({ schema }) => schema.type === common?.type);
      if (alike.length < 2 || common === undefined) return [];
      return [[thing, { name: names.choose([`${thing}_id`]), common }] as const];
    }),
  );
  // A type that a schema has twice would move to its `$defs`, and a constraint beside a reference to an `allOf`.
  const inPlace = new Set<string>();
  const typedRoots = roots.map((root): ToolSchema => {
    const schema = structuredClone(root.schema) as Record<string, unknown>;
    const seen = new Set<string>();
    for (const { path, thing } of uses.get(root)!) {
      const type = typed.get(thing);
      const old = schemaAt(schema, path);
      if (type === undefined || old.type !== type.common.type) continue;
      const beside = Object.entries(old).filter(([key]) => !Object.hasOwn(type.common, key));
      if (seen.has(thing) || beside.some(([key]) => isConstraint(key))) inPlace.add(thing);
      seen.add(thing);
      replaceAt(schema, path, { $ref: toUri(`types/${type.name}.yaml`), ...Object.fromEntries(beside) });
    }
    return { ...root, schema };
  });
  return {
    roots: typedRoots,
    types: [...typed].map(([thing, { name, common }]) => ({
      name,
      schema: { ...common, ...(inPlace.has(thing) && { "x-in-place": true }) },
    })),
    typeOf: new Map([...typed].map(([thing, { name }]) => [thing, name])),
  };
}

function isConstraint(key: string): boolean {
  return Object.hasOwn(keywords, key) && keywords[key]!.annotation !== true;
}

function placeKey(tool: number, side: ToolSchema["side"], pointer: string): string {
  return `${tool} ${side} ${pointer}`;
}

/** A schema with a pattern tells whose id it is, where only one thing has it: canonical JSON -> the thing. */
function readPatterns(ids: readonly IdPlace[]): ReadonlyMap<string, string> {
  const patterned = ids.filter(({ place }) => "pattern" in place.schema);
  const bySchema = Map.groupBy(patterned, ({ place }) => canonical(place.schema));
  return new Map(
    [...bySchema].flatMap(([schema, [first, ...more]]) =>
      first !== undefined && more.every(({ thing }) => thing === first.thing) ? [[schema, first.thing]] : [],
    ),
  );
}

/** Lists where ids stand. What stands for ids of two things is left out. */
function listUses(
  { tool, side, schema }: ToolSchema,
  things: ReadonlyMap<string, string>,
  byPattern: ReadonlyMap<string, string>,
): Use[] {
  const found = listValues(schema).flatMap(({ pointer, path, steps, schema: own }): Use[] => {
    const named = things.get(placeKey(tool, side, pointer));
    const thing = named ?? (steps.at(-1) === "id" ? byPattern.get(canonical(own)) : undefined);
    return thing === undefined ? [] : [{ path, thing }];
  });
  const uses = [...Map.groupBy(found, ({ path }) => JSON.stringify(path)).values()].flatMap(
    ([first, ...more]) =>
      first !== undefined && more.every(({ thing }) => thing === first.thing) ? [first] : [],
  );
  // The branches of an id, such as those of `allOf`, go with it.
  const paths = new Set(uses.map(({ path }) => JSON.stringify(path)));
  return uses.filter(({ path }) => !path.some((_, end) => paths.has(JSON.stringify(path.slice(0, end)))));
}

/** The keywords that most ids of a thing have in common: those of the kind, text or number, that is the most frequent. */
function commonSchema(schemas: readonly SchemaObject[]): SchemaObject | undefined {
  const [most] = [...Map.groupBy(schemas, ({ type }) => type).values()].sort((a, b) => b.length - a.length);
  if (most === undefined) return undefined;
  const common = Object.entries(most[0]!).filter(
    ([key, value]) =>
      key !== "default" && most.every((other) => canonical(other[key] ?? null) === canonical(value)),
  );
  return Object.fromEntries(common);
}

function schemaAt(schema: SchemaObject, path: Path): SchemaObject {
  let at: unknown = schema;
  for (const step of path) at = (at as Record<string | number, unknown>)[step];
  return isSchemaObject(at) ? at : {};
}

function replaceAt(schema: Record<string, unknown>, path: Path, by: SchemaObject): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let at = schema as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[last] = by;
}
