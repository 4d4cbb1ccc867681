/**
 * Escapes names of properties for json-schema-to-typescript. The library calls `hasOwnProperty` on its data, so a property of
 * that name would break it. Names that every object inherits get a prefix, which is removed from the printed code.
 */
import { propertyName } from "../typescript/literal.ts";

const prefix = "own:";

/** The name for the library: `toString` -> `own:toString`. */
export function escapeInherited(name: string): string {
  return name in {} || name.startsWith(prefix) ? prefix + name : name;
}

/** What the library printed, with the names as they are: `"own:toString"?: ` -> `toString?: `. */
export function unescapeInherited(text: string): string {
  return text.replace(/^"own:((?:[^"\\]|\\.)*)"(?=\??: )/gm, (_, name: string) =>
    propertyName(JSON.parse(`"${name}"`)),
  );
}
