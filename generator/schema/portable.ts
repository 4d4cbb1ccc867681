/** Makes the self-contained schemas of the manifest. */
import {
  isSchemaObject,
  type JsonSchema,
  keywords,
  type LocatedSchema,
  mapSubschemas,
  type Resolver,
  type SchemaObject,
  type SchemaRoot,
  walk,
} from "@toolwright/json-schema";
import { pointerStep } from "@toolwright/runtime/json";
import { asWritten } from "./reference.ts";

/**
 * The schema as one document that needs no other file: a reference to a type is inlined, or, where the type is used
 * more than once (recursion is such a use), moved to `$defs`. References and `$defs` of the schema's own stay verbatim;
 * an entry of `$defs` that only refers to a type gives that type its place and its name in this schema.
 */
export function portable(root: SchemaRoot, resolve: Resolver): JsonSchema {
  if (!isSchemaObject(root.schema)) return root.schema;
  const uses = countUses(root, resolve);
  const placed = placedTypes(root, resolve);
  const shared = [...uses.values()]
    .filter(({ target, count }) => count > 1 && !placed.has(makeKey(target)) && !isInPlace(target))
    .map(({ target }) => target);
  const own = isSchemaObject(root.schema.$defs) ? root.schema.$defs : {};
  const names = nameAll(shared, new Set(Object.keys(own)));
  const print = (schema: unknown, from: SchemaRoot): unknown => {
    if (!isSchemaObject(schema)) return schema;
    const printed = mapSubschemas(schema, (child) => print(child, from));
    const { "x-requires-scope": _scope, "x-in-place": _place, ...copy } = printed;
    const target = foreignTarget(copy, from, root, resolve);
    if (!target)
      return isLost(copy, from, resolve)
        ? { ...copy, $ref: asWritten(copy.$ref as string, from.at.file) }
        : copy;
    const { $ref: _reference, ...siblings } = copy;
    const name = names.get(makeKey(target));
    if (name !== undefined) return beside(`#/$defs/${pointerStep(name)}`, siblings, root);
    const place = placed.get(makeKey(target));
    if (place) return beside(`#/${place.keyword}/${pointerStep(place.name)}`, siblings, root);
    return withSiblings(print(makeBody(target), target.root), siblings, isInPlace(target));
  };
  const printed = print(root.schema, root) as Record<string, object>;
  for (const { keyword, name, target } of placed.values())
    printed[keyword] = { ...printed[keyword], [name]: print(makeBody(target), target.root) };
  if (shared.length === 0) return printed;
  const definitions = shared.map((target) => [
    names.get(makeKey(target))!,
    print(makeBody(target), target.root),
  ]);
  return { ...printed, $defs: { ...printed.$defs, ...Object.fromEntries(definitions) } };
}

/** A type that has its place among the definitions of a schema. */
interface PlacedType {
  readonly keyword: "$defs" | "definitions";
  readonly name: string;
  readonly target: LocatedSchema;
}

function placedTypes(root: SchemaRoot, resolve: Resolver): Map<string, PlacedType> {
  const placed = new Map<string, PlacedType>();
  for (const keyword of ["$defs", "definitions"] as const) {
    const entries = (root.schema as SchemaObject)[keyword];
    for (const [name, entry] of Object.entries(isSchemaObject(entries) ? entries : {})) {
      const target =
        isSchemaObject(entry) && Object.keys(entry).length === 1 && foreignTarget(entry, root, root, resolve);
      if (target && !placed.has(makeKey(target))) placed.set(makeKey(target), { keyword, name, target });
    }
  }
  return placed;
}

interface Use {
  readonly target: LocatedSchema;
  readonly count: number;
}

/** How often each type is referred to, looking into each type once, in the order of first use. */
function countUses(root: SchemaRoot, resolve: Resolver): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (schema: JsonSchema, from: SchemaRoot): void =>
    walk(schema, (object) => {
      const target = foreignTarget(object, from, root, resolve);
      if (!target) return;
      const use = uses.get(makeKey(target));
      uses.set(makeKey(target), { target, count: (use?.count ?? 0) + 1 });
      if (!use) visit(makeBody(target), target.root);
    });
  visit(root.schema, root);
  return uses;
}

/** Resolves a reference to another root. References within the root stay as they are. */
function foreignTarget(
  schema: SchemaObject,
  from: SchemaRoot,
  root: SchemaRoot,
  resolve: Resolver,
): LocatedSchema | undefined {
  if (typeof schema.$ref !== "string") return undefined;
  const target = resolve(schema.$ref, from);
  return target?.root === root ? undefined : target;
}

/** Whether a reference leads nowhere, which a spec may accept. */
function isLost({ $ref }: SchemaObject, from: SchemaRoot, resolve: Resolver): boolean {
  return typeof $ref === "string" && resolve($ref, from) === undefined;
}

/** Returns a type without the keywords that only its own file needs. */
function makeBody({ schema, pointer }: LocatedSchema): JsonSchema {
  if (!isSchemaObject(schema) || pointer !== "") return schema;
  const { $schema: _schema, $id: _id, $defs: _definitions, ...body } = schema;
  return body;
}

/** Whether a type is written wherever it is used. It is that of a plain value, so keywords beside a reference can join its own. */
function isInPlace({ schema, pointer }: LocatedSchema): boolean {
  return isSchemaObject(schema) && pointer === "" && schema["x-in-place"] === true;
}

function withSiblings(body: unknown, siblings: SchemaObject, inPlace: boolean): unknown {
  const keys = Object.keys(siblings);
  if (keys.length === 0) return body;
  const joins = (key: string) =>
    !Object.hasOwn(keywords, key) ||
    keywords[key]!.annotation ||
    (inPlace && isSchemaObject(body) && !Object.hasOwn(body, key));
  return keys.every(joins) && isSchemaObject(body)
    ? { ...body, ...siblings }
    : { allOf: [body], ...siblings };
}

/** A reference within the schema, and keywords that stand beside it: in draft-07 constraints have no effect there. */
function beside($ref: string, siblings: SchemaObject, { dialect }: SchemaRoot): SchemaObject {
  const constrains = Object.keys(siblings).some((key) => keywords[key] && !keywords[key].annotation);
  return dialect === "draft-07" && constrains ? { allOf: [{ $ref }], ...siblings } : { $ref, ...siblings };
}

function makeKey({ root, pointer }: LocatedSchema): string {
  return `${root.uri}#${pointer}`;
}

/** `form_id`, or `form_id_part` for `form_id.yaml#/$defs/part`; a number keeps names apart. */
function nameAll(targets: readonly LocatedSchema[], taken: Set<string>): Map<string, string> {
  return new Map(
    targets.map((target) => {
      const stem = target.root.uri.slice(target.root.uri.lastIndexOf("/") + 1).replace(/\.yaml$/, "");
      const wanted =
        target.pointer === "" ? stem : `${stem}_${target.pointer.slice(target.pointer.lastIndexOf("/") + 1)}`;
      let name = wanted;
      for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
      taken.add(name);
      return [makeKey(target), name];
    }),
  );
}
