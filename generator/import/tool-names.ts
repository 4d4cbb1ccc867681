import { camelCase, pascalCase, withoutPrefix } from "../model/names.ts";
import type { Entry } from "./listing.ts";

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
export function nameTools(entries: readonly Entry[], prefix: string | undefined): ToolNames[] {
  const files = new Set<string>();
  const methods = new Set<string>();
  const typeNames = new Set<string>();
  return entries.map(({ name }) => {
    const file = free(fileStemOf(name), "_", (stem) => !files.has(stem.toLowerCase()));
    const short = withoutPrefix(name, prefix);
    const method = free(short, "", (candidate) => {
      return !methods.has(camelCase(candidate).toLowerCase()) && !typeNames.has(pascalCase(candidate));
    });
    files.add(file.toLowerCase());
    methods.add(camelCase(method).toLowerCase());
    typeNames.add(pascalCase(method));
    return { file, ...(method !== short && { method: plainMethod(method) }), typeName: pascalCase(method) };
  });
}

/** The name of the file: the tool's name if it is valid as a file name. */
function fileStemOf(name: string): string {
  if (/^[\w-][\w.-]{0,99}$/.test(name)) return name;
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^[._]+|_+$/g, "");
  return plain.slice(0, 60) || "tool";
}

function free(preferred: string, separator: string, isFree: (name: string) => boolean): string {
  let name = preferred;
  for (let number = 2; !isFree(name); number++) name = `${preferred}${separator}${number}`;
  return name;
}

/** The name as the key `method` requires it: only letters and digits. */
function plainMethod(name: string): string {
  return camelCase(name).replaceAll("_", "");
}
