/** Addresses of schemas, and references to them. */
import { posix } from "node:path";
import { unescapedStep } from "@toolwright/runtime/json";
import { isSchemaObject } from "./keywords.ts";
import { rewrite } from "./walk.ts";

const base = "spec:///";

/** The address of a type: `types/form_id.yaml` -> `spec:///types/form_id.yaml`. */
export function toUri(path: string): string {
  return base + path.normalize("NFC");
}

/** `spec:///types/form_id.yaml#/$defs/x` -> its root's address and a JSON pointer. */
export function splitReference(reference: string): { uri: string; pointer: string } {
  const hash = reference.indexOf("#");
  return hash === -1
    ? { uri: reference, pointer: "" }
    : { uri: reference.slice(0, hash), pointer: reference.slice(hash + 1) };
}

/** A schema whose references to other files are absolute; those that stay inside it (`#...`) are left alone. */
export function withAbsoluteReferences(schema: unknown, file: string): unknown {
  return rewrite(schema, (object) =>
    typeof object.$ref === "string" ? { ...object, $ref: absolute(object.$ref, file) } : object,
  );
}

/** Only paths inside the spec become absolute; a network address or a path that leaves the spec stays as written. */
function absolute(reference: string, file: string): string {
  if (reference.startsWith("#") || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
  const { uri, pointer } = splitReference(reference);
  const path = posix.join(posix.dirname(file), decoded(uri));
  if (path.startsWith("../") || posix.isAbsolute(uri)) return reference;
  return toUri(path) + (pointer === "" ? "" : `#${pointer}`);
}

/** The reverse of `withAbsoluteReferences`, for one reference: relative to the file that says it. */
export function asWritten(reference: string, file: string): string {
  return reference.startsWith(base)
    ? posix.relative(posix.dirname(file), reference.slice(base.length))
    : reference;
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
    .map((step) => unescapedStep(decoded(step)));
}

/** Without percent-encoding, where there is any. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
