import { canonical, pointerStep } from "@toolwright/runtime/json";
import { compareText, type Path } from "../diagnostics/diagnostic.ts";
import type { SchemaObject } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { splitReference, uriOf } from "../schema/reference.ts";
import { mapSubschemas, subschemas } from "../schema/walk.ts";
import { type Draft, localReferences, readsTheSame, smallestShared } from "./draft.ts";
import { namesOfShape, type TypeNames } from "./type-names.ts";

/** A schema of which parts may become types: that of a tool, a definition, or a shape that has become a type. */
interface File {
  readonly schema: SchemaObject;
  /** Shapes by their canonical JSON, and where they occur in this file, at any depth. */
  readonly shapes: ReadonlyMap<string, readonly Occurrence[]>;
}

interface Occurrence {
  readonly schema: SchemaObject;
  readonly path: Path;
  /** The shapes around it in this file. */
  readonly around: readonly string[];
}

/** Files that make up the schema of one tool: its own, and the definitions that have a place in it. */
type Whole = readonly File[];

/** Shape -> its file, and the files in which a reference to it takes its place. */
type Lifted = Map<string, { readonly file: File; readonly places: ReadonlySet<File>; readonly name: string }>;

/**
 * Makes types of shapes that stand in several files. A type that a tool's schema used twice would move to its `$defs`
 * and so change the manifest: a shape that a tool has twice stays where it is.
 */
export function liftShapes(draft: Draft, names: TypeNames): Draft {
  const roots = draft.roots.map(({ schema }) => fileOf(schema));
  const types = draft.types.map(({ schema }) => fileOf(schema));
  const byUri = new Map(draft.types.map(({ name }, index) => [uriOf(`types/${name}.yaml`), types[index]!]));
  const wholes = roots.map((file) => [file, ...placedIn(file.schema, byUri)]);
  const lifted = chooseShapes([...roots, ...types], wholes, names);
  const print = (file: File) => withReferences(file.schema, file, lifted);
  return {
    roots: draft.roots.map((root, index) => ({ ...root, schema: print(roots[index]!) })),
    types: [
      ...draft.types.map(({ name }, index) => ({ name, schema: print(types[index]!) })),
      ...[...lifted.values()].map(({ name, file }) => ({ name, schema: print(file) })),
    ],
  };
}

function fileOf(schema: SchemaObject): File {
  const shapes = new Map<string, Occurrence[]>();
  const targets = localReferences(schema);
  const visit = (object: SchemaObject, path: Path, pointer: string, around: readonly string[]): void => {
    const shape = path.length > 0 && !isEntered(pointer, targets) ? shapeOf(object, schema) : undefined;
    if (shape !== undefined)
      shapes.set(shape, [...(shapes.get(shape) ?? []), { schema: object, path, around }]);
    for (const { path: below, schema: child } of subschemas(object)) {
      if (!isSchemaObject(child)) continue;
      const to = `${pointer}${below.map((step) => `/${pointerStep(step)}`).join("")}`;
      visit(child, [...path, ...below], to, shape === undefined ? around : [...around, shape]);
    }
  };
  visit(schema, [], "#", []);
  return { schema, shapes };
}

/** Whether something inside of it is referred to from outside. */
function isEntered(pointer: string, targets: readonly string[]): boolean {
  return targets.some((target) => target.startsWith(`${pointer}/`));
}

/** What can stand in a file of its own, as canonical JSON: large enough, and without ties to its surroundings. */
function shapeOf(schema: SchemaObject, whole: SchemaObject): string | undefined {
  if (typeof schema.$ref === "string" && Object.keys(schema).length === 1) return undefined;
  const shape = canonical(schema);
  if (shape.length < smallestShared) return undefined;
  const hasTies =
    /"\$ref":"(?!spec:\/\/\/)|"(\$(schema|id|anchor|dynamicAnchor|dynamicRef|defs)|definitions)":/.test(
      shape,
    );
  return hasTies || !readsTheSame(schema, whole) ? undefined : shape;
}

/** The types that have their place among the definitions of a schema. */
function placedIn(schema: SchemaObject, types: ReadonlyMap<string, File>): File[] {
  return [schema.$defs, schema.definitions].filter(isSchemaObject).flatMap((entries) =>
    Object.values(entries).flatMap((entry) => {
      const uri =
        isSchemaObject(entry) && typeof entry.$ref === "string" ? splitReference(entry.$ref).uri : "";
      return types.get(uri) ?? [];
    }),
  );
}

/** Larger shapes come first; what they hold is then looked for in their own files. */
function chooseShapes(files: readonly File[], wholes: readonly Whole[], names: TypeNames): Lifted {
  const lifted: Lifted = new Map();
  const ownersOf = new Map(files.map((file) => [file, wholes.filter((whole) => whole.includes(file))]));
  const filesOf = new Map<string, File[]>();
  const add = (file: File) => {
    for (const shape of file.shapes.keys()) filesOf.set(shape, [...(filesOf.get(shape) ?? []), file]);
  };
  for (const file of files) add(file);
  const bySize = [...filesOf.keys()].sort((a, b) => b.length - a.length || compareText(a, b));
  for (const shape of bySize) {
    const places = filesOf.get(shape)!.filter((file) => {
      const [occurrence, another] = file.shapes.get(shape)!;
      if (another || occurrence!.around.some((outer) => lifted.get(outer)?.places.has(file))) return false;
      return ownersOf.get(file)!.every((whole) => countIn(whole, shape) === 1);
    });
    if (places.length < 2) continue;
    const occurrences = places.map((file) => file.shapes.get(shape)![0]!);
    const file = fileOf(occurrences[0]!.schema);
    const name = names.choose(
      namesOfShape(
        file.schema,
        occurrences.map(({ path }) => path),
      ),
    );
    lifted.set(shape, { file, places: new Set(places), name });
    ownersOf.set(file, [...new Set(places.flatMap((place) => ownersOf.get(place)!))]);
    add(file);
  }
  return lifted;
}

function countIn(whole: Whole, shape: string): number {
  return whole.reduce((count, file) => count + (file.shapes.get(shape)?.length ?? 0), 0);
}

function withReferences(schema: SchemaObject, file: File, lifted: Lifted): SchemaObject {
  return mapSubschemas(schema, (child) => {
    if (!isSchemaObject(child)) return child;
    const type = lifted.get(canonical(child));
    if (type?.places.has(file)) return { $ref: uriOf(`types/${type.name}.yaml`) };
    return withReferences(child, file, lifted);
  });
}
