/** File types, as people name them. */
import type { Translation } from "../../../texts/translate.ts";

/** A longer list of extensions is replaced by a summary. */
const MAX_NAMED = 12;

/** Such as "PDF, PNG or JPG". */
export function extensionNames(t: Translation, extensions: readonly string[]): string {
  const named = extensions.filter((extension) => extension !== "jpeg");
  if (named.length > MAX_NAMED) return t.say("file_kinds");
  return t.anyOf(named.map((extension) => extension.toUpperCase()));
}
