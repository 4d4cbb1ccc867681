/** Creates texts in the form of another text, such as new idempotency keys. */
import { randomUUID } from "node:crypto";
import { withOtherCharacters } from "../../target/similar-token.ts";

/** Returns a text like this one, with other letters and digits after its prefix, so that it matches the same pattern. */
export function similarText(text: string): string {
  if (isUuid(text)) return randomUUID();
  const [prefix, rest] = splitPrefix(text);
  return prefix + withOtherCharacters(rest, /^[0-9a-f-]+$/.test(rest) ? "abcdef" : undefined);
}

/** Splits an id into the prefix that names its kind, such as `iss_`, and the rest. */
export function splitPrefix(text: string): readonly [prefix: string, rest: string] {
  if (isUuid(text)) return ["", text];
  const marked = 1 + Math.max(...["_", ":", "/"].map((separator) => text.lastIndexOf(separator)));
  // A dash may also separate parts that all vary.
  const start = marked > 0 ? marked : (/^[a-z]+[-.](?=\w+$)/i.exec(text)?.[0].length ?? 0);
  return [text.slice(0, start), text.slice(start)];
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
