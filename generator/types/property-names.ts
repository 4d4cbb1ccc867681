/**
 * Names of properties as json-schema-to-typescript can take them: it calls `hasOwnProperty` of its own data, so a property
 * of that name would break it. Names that every object inherits are marked before and unmarked after.
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
