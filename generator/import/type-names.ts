/** Chooses the names of the types of an imported spec. */
import type { Entry } from "@toolwright/check/surface";
import type { SchemaObject } from "@toolwright/json-schema";
import type { Path } from "../diagnostics/diagnostic.ts";
import { camelCase, pascalCase, withoutPrefix } from "../model/names.ts";

/** Names that would shadow built-in types in generated code. */
const builtIn = new Set(
  "Array Boolean Date Error Function Map Number Object Promise Record Set String Symbol".split(" "),
);

/** Chooses names of types. Each is unused as a file name (ignoring case) and as a TypeScript type. */
export class TypeNames {
  readonly #used: Set<string>;

  /** `toolTypes`: starts of the type names of tools, such as `GetForm`. */
  constructor(toolTypes: readonly string[]) {
    const ofTools = toolTypes.flatMap((name) => [`${name}Input`, `${name}Arguments`, `${name}Output`]);
    this.#used = new Set([...builtIn, ...ofTools].map((name) => name.toLowerCase()));
  }

  /** The first candidate that is unused, else the first candidate with a number. */
  choose(candidates: readonly string[]): string {
    const [first = "shape"] = candidates;
    const isFree = (candidate: string) => this.#isFree(candidate);
    const name = candidates.find(isFree) ?? firstFree(first, "_", isFree);
    this.#used.add(name.toLowerCase());
    this.#used.add(pascalCase(name).toLowerCase());
    return name;
  }

  #isFree(name: string): boolean {
    const isNew = !this.#used.has(name.toLowerCase()) && !this.#used.has(pascalCase(name).toLowerCase());
    return isNew && isFileName(name);
  }
}

/**
 * Candidates for the name of a subschema, best first: its title, the name of its property, that name with its parent's.
 * `places` are the paths at which it occurs; names that occur at more paths come first.
 */
export function namesOfShape(schema: SchemaObject, places: readonly Path[]): string[] {
  const title = typeof schema.title === "string" && schema.title.length <= 40 ? [fileName(schema.title)] : [];
  const byProperty = sortByFrequency(places.map((path) => fileName(propertyNames(path).at(-1) ?? "")));
  const withParent = places.map((path) => fileName(propertyNames(path).slice(-2).join("_")));
  return [...title, ...byProperty, ...withParent].filter((name) => name !== "");
}

/** Candidates for the name of a definition: its own name if it is valid as a file name. */
export function namesOfDefinition(name: string): string[] {
  return /^[A-Za-z][\w-]{0,59}$/.test(name) ? [name] : [fileName(name)].filter((plain) => plain !== "");
}

const naming = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** The names of the properties along a path. The items of `edits` count as `edit`. */
function propertyNames(path: Path): string[] {
  const names: string[] = [];
  path.forEach((step, index) => {
    const keyword = path[index - 1];
    if (naming.has(String(keyword))) names.push(String(step));
    if (step === "items" && index === path.length - 1 && names.length > 0) names.push(singular(names.pop()!));
  });
  return names;
}

function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(ss|us|is)$/.test(name) || !name.endsWith("s")) return `${name}_item`;
  return name.replace(/s$/, "");
}

function sortByFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** `pageId` -> `page_id`; empty if the name has no ASCII letter. */
export function fileName(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").match(/[A-Za-z0-9]+/g) ?? [];
  const plain = words.join("_").toLowerCase().slice(0, 60);
  return /^[a-z]/.test(plain) ? plain : "";
}

/** The names of a tool in a spec. */
export interface ToolNames {
  /** Name of its file without `.yaml`. */
  readonly file: string;
  /** Value of the key `method`, where the name in code cannot be derived from the tool's name. */
  readonly method?: string;
  /** The prefix of its types in code. */
  readonly typeName: string;
}

/** The common start of all names, up to a separator: `browser_` of `browser_click` and `browser_close`. */
export function commonPrefix(names: readonly string[]): string | undefined {
  const [first = "", ...others] = names;
  if (others.length === 0) return undefined;
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length--;
  const prefix = /^.*[_./-]/.exec(first.slice(0, length))?.[0];
  return prefix !== undefined && names.every((name) => name.length > prefix.length) ? prefix : undefined;
}

/** Names files and methods so that no two are equal, also on file systems that ignore case. */
export function nameTools(entries: readonly Pick<Entry, "name">[], prefix: string | undefined): ToolNames[] {
  const files = new Set<string>();
  const methods = new Set<string>();
  const typeNames = new Set<string>();
  return entries.map(({ name }) => {
    const file = firstFree(toFileStem(name), "_", (stem) => !files.has(stem.toLowerCase()));
    const short = withoutPrefix(name, prefix);
    const method = firstFree(toFileName(short), "", (candidate) => {
      const isOpen = !methods.has(camelCase(candidate).toLowerCase()) && isFileName(camelCase(candidate));
      return isOpen && !typeNames.has(pascalCase(candidate));
    });
    files.add(file.toLowerCase());
    methods.add(camelCase(method).toLowerCase());
    typeNames.add(pascalCase(method));
    return { file, ...(method !== short && { method: plainMethod(method) }), typeName: pascalCase(method) };
  });
}

/** Names of devices, which Windows refuses for files, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether every system takes files of this name, to which generated ones add. */
export function isFileName(name: string): boolean {
  return name.length <= 100 && !devices.test(name) && !name.endsWith(".");
}

function toFileName(name: string): string {
  if (isFileName(name)) return name;
  return (devices.test(name) ? `tool_${name}` : name).slice(0, 60).replace(/\.+$/, "");
}

/** The name of the file: the tool's name if it is valid as a file name. */
function toFileStem(name: string): string {
  if (/^[\w-][\w.-]*$/.test(name)) return toFileName(name);
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^[._]+|_+$/g, "");
  return toFileName(plain.slice(0, 60)) || "tool";
}

/** The name, with a number behind it unless it is free. */
export function firstFree(preferred: string, separator: string, isFree: (name: string) => boolean): string {
  let name = preferred;
  for (let number = 2; !isFree(name); number++) name = `${preferred}${separator}${number}`;
  return name;
}

/** The name as the key `method` requires it: only letters and digits. */
function plainMethod(name: string): string {
  return camelCase(name).replaceAll("_", "");
}
