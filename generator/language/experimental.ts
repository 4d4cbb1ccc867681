/** Finds the experimental keys of a spec: keys that only test servers of this repository use, and that may change or go. */
import { isObject } from "@toolwright/runtime/json";
import { languages, type Shape } from "./index.ts";
import { kindOf, kinds, partsOf } from "./keys.ts";

interface File {
  /** The path in the folder of the spec. */
  readonly path: string;
  readonly value: unknown;
}

/** The paths of the experimental keys, as the reference has them, each once. */
export function listExperimental(files: readonly File[]): string[] {
  const found = files.flatMap(({ path, value }) => {
    const folder = path.replace(/(\.yaml$|\/.*)/, "") as keyof typeof kinds;
    const language = Object.hasOwn(kinds, folder) ? languages[folder] : undefined;
    return language === undefined ? [] : findIn(language, value, kinds[folder]);
  });
  return [...new Set(found)].sort();
}

function findIn(shape: Shape, value: unknown, path: string): string[] {
  if (shape["x-experimental"] === true) return [path];
  const { properties, additionalProperties, items, ...rest } = shape;
  const alternatives = partsOf(rest).filter((part) => fits(part, value));
  const below = alternatives.flatMap((part) => findIn(part, value, withKind(path, part)));
  if (Array.isArray(value))
    return [...below, ...(isObject(items) ? value.flatMap((item) => findIn(items, item, path)) : [])];
  if (!isObject(value)) return below;
  const known = (properties ?? {}) as Readonly<Record<string, Shape>>;
  const entries = Object.entries(value).flatMap(([name, child]) => {
    if (Object.hasOwn(known, name)) return findIn(known[name]!, child, `${path}.${name}`);
    return isObject(additionalProperties) ? findIn(additionalProperties, child, path) : [];
  });
  return [...below, ...entries];
}

/** Whether an alternative is meant: it has the type of the value, and its kind. */
function fits(shape: Shape, value: unknown): boolean {
  const kind = kindOf(shape);
  if (kind !== undefined) return isObject(value) && value.kind === kind;
  const own = Array.isArray(value) ? "array" : typeof value;
  return shape.type === undefined || [shape.type].flat().includes(own);
}

function withKind(path: string, shape: Shape): string {
  const kind = kindOf(shape);
  return kind === undefined ? path : `${path}.${kind}`;
}
