/** The keys of the spec language, with what its schema says of each. */
import { isObject } from "@toolwright/runtime/json";
import { languages, type Shape } from "./index.ts";
import notation from "./notation.json" with { type: "json" };

/** A key, as the reference shows it. */
export interface LanguageKey {
  /** The kind of file, and the keys to it: `tool.idempotency.replayed`. The names in a map are left out. */
  readonly path: string;
  readonly sentence: string;
  /** YAML with the key, or with a key or an entry above it. Absent: the example of a key above has it. */
  readonly example?: string;
  /** The types, checks and cases that it leads to. */
  readonly makes?: string;
  /** The path of an earlier key that has the same name and sentence. */
  readonly sameAs?: string;
  /** Whether only test servers of this repository use it, so it may change or go. */
  readonly isExperimental: boolean;
  /** The part of the schema about its value. */
  readonly shape: Shape;
}

/** A notation that values may have, such as `{ $now: +1d }`. */
export interface Form {
  readonly form: string;
  readonly meaning: string;
}

/** Notations about one thing. */
export interface FormGroup {
  readonly title: string;
  readonly intro?: string;
  readonly rows: readonly Form[];
}

/** The notations of values, by what they are for. */
export const formGroups: readonly FormGroup[] = notation;

/** The notations of values. */
export function listForms(): readonly Form[] {
  return formGroups.flatMap(({ rows }) => rows);
}

/** The name in paths of each kind of file. */
export const kinds = {
  service: "service",
  tools: "tool",
  resources: "resource",
  prompts: "prompt",
  scenarios: "scenario",
} as const;

/** Every key, in the order of the schema. */
export function listKeys(): readonly LanguageKey[] {
  const keys = Object.entries(kinds).flatMap(([folder, kind]) =>
    keysIn(languages[folder as keyof typeof kinds], kind, false),
  );
  // Alternatives of one value share keys, and a part of the schema may stand at several keys.
  const unique = keys.filter(({ path }, index) => keys.findIndex((key) => key.path === path) === index);
  const first = new Map<string, string>();
  return unique.map((key) => {
    const content = JSON.stringify([key.path.split(".").at(-1), key.sentence, key.example]);
    const sameAs = first.get(content);
    if (sameAs === undefined) first.set(content, key.path);
    return sameAs === undefined ? key : { ...key, sameAs };
  });
}

function keysIn(shape: Shape, path: string, above: boolean): readonly LanguageKey[] {
  const isExperimental = above || shape["x-experimental"] === true;
  const properties = Object.entries((shape.properties ?? {}) as Readonly<Record<string, Shape>>);
  return [
    ...properties.flatMap(([name, property]) => keysAt(property, `${path}.${name}`, isExperimental)),
    ...partsOf(shape).flatMap((part) => {
      const kind = kindOf(part);
      return kind === undefined
        ? keysIn(part, path, isExperimental)
        : keysAt(part, `${path}.${kind}`, isExperimental);
    }),
  ];
}

function keysAt(shape: Shape, path: string, above: boolean): readonly LanguageKey[] {
  const { description, "x-example": example, "x-makes": makes, "x-defined-by": standard } = shape;
  const key = {
    path,
    sentence: String(description),
    ...(typeof example === "string" && { example }),
    ...(typeof makes === "string" && { makes }),
    isExperimental: above || shape["x-experimental"] === true,
    shape,
  };
  // The tag of an alternative has no description, and a standard describes its own keys.
  return [
    ...(description === undefined ? [] : [key]),
    ...(standard === undefined ? keysIn(shape, path, above) : []),
  ];
}

/** The shapes of the items, the entries and the alternatives of a value. */
export function partsOf({
  items,
  additionalProperties,
  anyOf,
  oneOf,
  then,
  else: otherwise,
}: Shape): readonly Shape[] {
  const parts = [items, additionalProperties, anyOf, oneOf, then, otherwise].flat();
  return parts.filter((part): part is Shape => isObject(part));
}

/** The kind of limit that an alternative describes. The reference shows it like a key. */
export function kindOf({ properties }: Shape): string | undefined {
  const { kind } = (properties ?? {}) as { readonly kind?: { readonly const?: string } };
  return kind?.const;
}
