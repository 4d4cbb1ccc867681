import { compareText } from "@toolwright/check/report";
import {
  isSchemaObject,
  mapSubschemas,
  type SchemaObject,
  splitReference,
  subschemas,
} from "@toolwright/json-schema";
import { canonical, pointerStep } from "@toolwright/runtime/json";
import type { Path } from "../diagnostics/diagnostic.ts";
import { toUri } from "../schema/reference.ts";
import { keepsMeaning, localReferences, minSharedLength, type SchemaSet } from "./definitions.ts";
import { namesOfShape, type TypeNames } from "./type-names.ts";

/** A schema whose parts may become types: the schema of a tool, or of an earlier type. */
interface File {
  readonly schema: SchemaObject;
  /** The places of each subschema in this file, at any depth, by its canonical JSON. */
  readonly shapes: ReadonlyMap<string, readonly Occurrence[]>;
}

interface Occurrence {
  readonly schema: SchemaObject;
  readonly path: Path;
  /** The subschemas of this file that contain it. */
  readonly around: readonly string[];
}

/** The files that make up one schema of a tool: its own, and the definitions that it has. */
type ToolFiles = readonly File[];

/** Canonical JSON of a subschema -> its new file, and the files in which a reference replaces it. */
type ExtractedShapes = Map<
  string,
  { readonly file: File; readonly places: ReadonlySet<File>; readonly name: string }
>;

/**
 * Turns subschemas that occur in several files into types. A subschema that one tool has twice stays where it is: a type that a
 * schema uses twice moves to its `$defs`, which would change the manifest.
 */
export function extractShapes(schemas: SchemaSet, names: TypeNames): SchemaSet {
  const roots = schemas.roots.map(({ schema }) => makeFile(schema));
  const types = schemas.types.map(({ schema }) => makeFile(schema));
  const byUri = new Map(schemas.types.map(({ name }, index) => [toUri(`types/${name}.yaml`), types[index]!]));
  const toolFiles = roots.map((file) => [file, ...listReferredTypes(file.schema, byUri)]);
  const extracted = chooseShapes([...roots, ...types], toolFiles, names);
  const print = (file: File) => withReferences(file.schema, file, extracted);
  return {
    roots: schemas.roots.map((root, index) => ({ ...root, schema: print(roots[index]!) })),
    types: [
      ...schemas.types.map(({ name }, index) => ({ name, schema: print(types[index]!) })),
      ...[...extracted.values()].map(({ name, file }) => ({ name, schema: print(file) })),
    ],
  };
}

function makeFile(schema: SchemaObject): File {
  const shapes = new Map<string, Occurrence[]>();
  const targets = localReferences(schema);
  const visit = (object: SchemaObject, path: Path, pointer: string, around: readonly string[]): void => {
    const isInside = (target: string) => target.startsWith(`${pointer}/`);
    const shape = path.length > 0 && !targets.some(isInside) ? makeShape(object, schema) : undefined;
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

/** The canonical JSON of a schema that can have a file of its own: it is large enough and does not depend on its surroundings. */
function makeShape(schema: SchemaObject, whole: SchemaObject): string | undefined {
  // A reference, also one with a description beside it, says where the schema is.
  if (typeof schema.$ref === "string") return undefined;
  const shape = canonical(schema);
  if (shape.length < minSharedLength) return undefined;
  const dependsOnOthers =
    /"\$ref":"(?!spec:\/\/\/)|"(\$(schema|id|anchor|dynamicAnchor|dynamicRef|defs)|definitions)":/.test(
      shape,
    );
  return dependsOnOthers || !keepsMeaning(schema, whole) ? undefined : shape;
}

/** The types that the definitions of a schema refer to. */
function listReferredTypes(schema: SchemaObject, types: ReadonlyMap<string, File>): File[] {
  return [schema.$defs, schema.definitions].filter(isSchemaObject).flatMap((entries) =>
    Object.values(entries).flatMap((entry) => {
      const uri =
        isSchemaObject(entry) && typeof entry.$ref === "string" ? splitReference(entry.$ref).uri : "";
      return types.get(uri) ?? [];
    }),
  );
}

/** Takes larger subschemas first; their own parts are then looked for in their new files. */
function chooseShapes(
  files: readonly File[],
  toolFiles: readonly ToolFiles[],
  names: TypeNames,
): ExtractedShapes {
  const extracted: ExtractedShapes = new Map();
  const ownersOf = new Map(files.map((file) => [file, toolFiles.filter((whole) => whole.includes(file))]));
  const filesOf = new Map<string, File[]>();
  const add = (file: File) => {
    for (const shape of file.shapes.keys()) filesOf.set(shape, [...(filesOf.get(shape) ?? []), file]);
  };
  for (const file of files) add(file);
  const bySize = [...filesOf.keys()].sort((a, b) => b.length - a.length || compareText(a, b));
  for (const shape of bySize) {
    const places = filesOf.get(shape)!.filter((file) => {
      const [occurrence, another] = file.shapes.get(shape)!;
      if (another || occurrence!.around.some((outer) => extracted.get(outer)?.places.has(file))) return false;
      return ownersOf.get(file)!.every((whole) => countIn(whole, shape) === 1);
    });
    if (places.length < 2) continue;
    const occurrences = places.map((file) => file.shapes.get(shape)![0]!);
    const file = makeFile(occurrences[0]!.schema);
    const name = names.choose(
      namesOfShape(
        file.schema,
        occurrences.map(({ path }) => path),
      ),
    );
    extracted.set(shape, { file, places: new Set(places), name });
    ownersOf.set(file, [...new Set(places.flatMap((place) => ownersOf.get(place)!))]);
    add(file);
  }
  return extracted;
}

function countIn(whole: ToolFiles, shape: string): number {
  return whole.reduce((count, file) => count + (file.shapes.get(shape)?.length ?? 0), 0);
}

function withReferences(schema: SchemaObject, file: File, extracted: ExtractedShapes): SchemaObject {
  return mapSubschemas(schema, (child) => {
    if (!isSchemaObject(child)) return child;
    const type = extracted.get(canonical(child));
    if (type?.places.has(file)) return { $ref: toUri(`types/${type.name}.yaml`) };
    return withReferences(child, file, extracted);
  });
}
