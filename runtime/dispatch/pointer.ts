import { isObject } from "./message.ts";

/** The keys and indexes that a JSON pointer (RFC 6901) names, from the outside in. */
export function segments(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer to a property of what another pointer names. */
export function childPointer(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** What stands at the end of a path; undefined if nothing does. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, segment) => {
    if (Array.isArray(value)) return value[Number(segment)];
    return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }, root);
}
