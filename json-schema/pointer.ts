/** References to schemas, and the JSON pointers in them. */
import { isSchemaObject } from "./keywords.ts";

/** `spec:///types/form_id.yaml#/$defs/x` -> its root's address and a JSON pointer. */
export function splitReference(reference: string): { uri: string; pointer: string } {
  const hash = reference.indexOf("#");
  return hash === -1
    ? { uri: reference, pointer: "" }
    : { uri: reference.slice(0, hash), pointer: reference.slice(hash + 1) };
}

/** The value at a JSON pointer (RFC 6901, maybe percent-encoded), or `undefined`. */
export function atPointer(value: unknown, pointer: string): unknown {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let current = value;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(current)) current = current[Number(step)];
    else if (isSchemaObject(current) && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}

/** The steps of a JSON pointer that may be percent-encoded, as the fragment of an address is (RFC 6901, section 6). */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodePercent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer of a path (RFC 6901): `["a/b", 0]` -> `/a~1b/0`. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${pointerStep(step)}`).join("");
}

/** One step of a pointer, escaped. */
export function pointerStep(step: string | number): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Decodes percent-encoding; returns the text unchanged if it is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
