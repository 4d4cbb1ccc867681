/** Creates texts in the form of another text, such as new idempotency keys. */
import { randomBytes } from "node:crypto";
import { withOtherCharacters } from "../../target/similar-token.ts";

/** Returns a text like this one, with other letters and digits after its prefix, so that it matches the same pattern. */
export function similarText(text: string): string {
  const [prefix, rest] = splitPrefix(text);
  if (uuid.test(rest)) return prefix + otherUuid(rest);
  return prefix + withOtherCharacters(rest, /^[0-9a-f-]+$/.test(rest) ? "abcdef" : undefined);
}

/** Splits an id into the prefix that names its kind, such as `iss_`, and the rest. */
export function splitPrefix(text: string): readonly [prefix: string, rest: string] {
  const { index } = uuid.exec(text) ?? {};
  if (index !== undefined) return [text.slice(0, index), text.slice(index)];
  const marked = 1 + Math.max(...["_", ":", "/"].map((separator) => text.lastIndexOf(separator)));
  // A dash may also separate parts that all vary.
  const start = marked > 0 ? marked : (/^[a-z]+[-.](?=\w+$)/i.exec(text)?.[0].length ?? 0);
  return [text.slice(0, start), text.slice(start)];
}

/** A UUID, maybe after a prefix such as `order-`. */
const uuid = /(?<![0-9a-z])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns another UUID of the same version and variant, which a pattern may name. */
function otherUuid(text: string): string {
  const digits = randomBytes(16).toString("hex");
  const other = text.replaceAll("-", "").replace(/./g, (digit, index: number) => {
    return index === 12 || index === 16 ? digit : digits[index]!;
  });
  const parted = other.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return /[A-F]/.test(text) ? parted.toUpperCase() : parted;
}
