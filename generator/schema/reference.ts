/** Addresses of the schemas of a spec, and references to them. */

import { posix } from "node:path";
import { decodePercent, rewrite, splitReference } from "@toolwright/json-schema";

const base = "spec:///";

/** The address of a type: `types/form_id.yaml` -> `spec:///types/form_id.yaml`. */
export function toUri(path: string): string {
  return base + path.normalize("NFC");
}

/** Returns a schema with absolute references to other files; references inside it (`#...`) stay as they are. */
export function withAbsoluteReferences(schema: unknown, file: string): unknown {
  return rewrite(schema, (object) =>
    typeof object.$ref === "string" ? { ...object, $ref: absolute(object.$ref, file) } : object,
  );
}

/** Makes a path inside the spec absolute; a network address or a path that leaves the spec stays as written. */
function absolute(reference: string, file: string): string {
  if (reference.startsWith("#") || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
  const { uri, pointer } = splitReference(reference);
  const path = posix.join(posix.dirname(file), decodePercent(uri));
  if (path.startsWith("../") || posix.isAbsolute(uri)) return reference;
  return toUri(path) + (pointer === "" ? "" : `#${pointer}`);
}

/** The reverse of `withAbsoluteReferences`, for one reference: relative to the file that says it. */
export function asWritten(reference: string, file: string): string {
  return reference.startsWith(base)
    ? posix.relative(posix.dirname(file), reference.slice(base.length))
    : reference;
}
