/** Texts of fields that need a scope, and the places where they are shown as well. */
import { isTime } from "../behaviour/observe/lost.ts";
import type { Json } from "../cases/edits.ts";
import { type Found, listLeaves, valuesAt } from "../cases/places.ts";

/** A shorter text may be at another place by chance. */
const enoughCharacters = 6;

/** Whether a value of a field that needs a scope would give it away at another place, too. */
export function isSecret(value: Json): value is string {
  return typeof value === "string" && value.length >= enoughCharacters;
}

/** Whether a text tells by itself what it is. A time, a state or an id may be at two places by chance, or by design. */
function isDistinct(text: string): boolean {
  return /[^\w-]/.test(text) && !isTime(text);
}

/** Finds a text of the field at another place of the object that the field is in: an answer that is the address of the respondent. */
export function findRepeated(
  values: readonly Json[],
  path: string,
  result: Json | undefined,
): Found | undefined {
  const secrets = new Set(values.filter((value) => isSecret(value) && isDistinct(value)));
  const around = valuesAt(result, path.slice(0, path.lastIndexOf("/")));
  return around
    .flatMap(({ pointer, value }) =>
      listLeaves(value).map((leaf) => ({ ...leaf, pointer: pointer + leaf.pointer })),
    )
    .find(({ value }) => secrets.has(value));
}
