/** Makes texts of others fit to be shown: without controls, on one line, and without secrets. */
import { redactSecrets, type Secret } from "@toolwright/conformance/server-options";
import { oneLine } from "./wording.ts";

/** Members that this package writes itself. */
const ownWords = new Set(["code", "level"]);

/**
 * A copy of data whose texts can be printed in every format: a name of a tool cannot end a line of a report, move the cursor, or
 * turn the direction of a line.
 *
 * @param secrets are replaced by the names of their variables
 */
export function printable<Data>(data: Data, secrets: readonly Secret[] = []): Data {
  return mapTexts(data, (text) => oneLine(redactSecrets(text, secrets)), ownWords) as Data;
}

/**
 * A copy of data with other texts, among them the names of members.
 *
 * @param kept members whose values stay
 */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  kept: ReadonlySet<string> = new Set(),
): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, kept));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      change(key),
      kept.has(key) ? inner : mapTexts(inner, change, kept),
    ]),
  );
}

/** Functions and instances of classes stay as they are. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
