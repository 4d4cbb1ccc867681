import type { Path } from "../diagnostics/diagnostic.ts";
import { pascalCase } from "../model/names.ts";
import type { SchemaObject } from "../model/schema.ts";

/** Names that would hide something of TypeScript in generated code. */
const builtIn = new Set(
  "Array Boolean Date Error Function Map Number Object Promise Record Set String Symbol".split(" "),
);

/** Chooses names of types: each is free as a file (whatever the case) and as a TypeScript type. */
export class TypeNames {
  readonly #taken: Set<string>;

  /** `toolTypes`: starts of the type names of tools, such as `GetForm`. */
  constructor(toolTypes: readonly string[]) {
    const ofTools = toolTypes.flatMap((name) => [`${name}Input`, `${name}Arguments`, `${name}Output`]);
    this.#taken = new Set([...builtIn, ...ofTools].map((name) => name.toLowerCase()));
  }

  /** The first of `wanted` that is free; else the first with a number. */
  choose(wanted: readonly string[]): string {
    const [first = "shape"] = wanted;
    const name = wanted.find((candidate) => this.#isFree(candidate)) ?? this.#numbered(first);
    this.#taken.add(name.toLowerCase());
    this.#taken.add(pascalCase(name).toLowerCase());
    return name;
  }

  #numbered(name: string): string {
    let number = 2;
    while (!this.#isFree(`${name}_${number}`)) number++;
    return `${name}_${number}`;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name.toLowerCase()) && !this.#taken.has(pascalCase(name).toLowerCase());
  }
}

/**
 * What a shape may be called, best first: its title, the property that holds it, that property in its parent.
 * `places` are the paths at which it occurs; the first name that most of them agree on comes first.
 */
export function namesOfShape(schema: SchemaObject, places: readonly Path[]): string[] {
  const title = typeof schema.title === "string" && schema.title.length <= 40 ? [fileName(schema.title)] : [];
  const held = byFrequency(places.map((path) => fileName(lastOf(holders(path)))));
  const nested = places.map((path) => fileName(holders(path).slice(-2).join("_")));
  return [...title, ...held, ...nested].filter((name) => name !== "");
}

/** A definition's own name, as it is where a file can be called so. */
export function namesOfDefinition(name: string): string[] {
  return /^[A-Za-z][\w-]{0,59}$/.test(name) ? [name] : [fileName(name)].filter((plain) => plain !== "");
}

const naming = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** The properties on the way to a schema; one item of `edits` is an `edit`. */
function holders(path: Path): string[] {
  const names: string[] = [];
  path.forEach((step, index) => {
    const keyword = path[index - 1];
    if (naming.has(String(keyword))) names.push(String(step));
    if (step === "items" && index === path.length - 1 && names.length > 0) names.push(singular(names.pop()!));
  });
  return names;
}

function lastOf(names: readonly string[]): string {
  return names.at(-1) ?? "";
}

function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(ss|us|is)$/.test(name) || !name.endsWith("s")) return `${name}_item`;
  return name.replace(/s$/, "");
}

function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** `pageId` -> `page_id`; empty where no letter of ASCII is in it. */
function fileName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").match(/[A-Za-z0-9]+/g) ?? [];
  const plain = words.join("_").toLowerCase().slice(0, 60);
  return /^[a-z]/.test(plain) ? plain : "";
}
