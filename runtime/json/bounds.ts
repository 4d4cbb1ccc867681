/** Bounds JSON before it is parsed. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By bytes outside of texts: how many values begin there, and whether a level begins or ends. */
const valuesAt = new Uint8Array(256);
const levelsAt = new Int8Array(256);
for (const sign of ",[{") valuesAt[sign.charCodeAt(0)] = 1;
for (const sign of "[{") levelsAt[sign.charCodeAt(0)] = 1;
for (const sign of "]}") levelsAt[sign.charCodeAt(0)] = -1;

/** The most that JSON may have. */
export interface JsonBounds {
  /** Members, items, objects and arrays together: a text of 4 MiB of `{},{},` has 1.4 million, which cost a hundred times the text. */
  readonly values: number;
  /** Arrays and objects inside each other. Validators and handlers recurse, so more would exhaust the stack. */
  readonly levels: number;
}

/**
 * The bound that JSON in UTF-8 exceeds; undefined if it exceeds none. It parses nothing, because it protects the parser. Input that is
 * not JSON is read in the same way.
 */
export function exceededBound(
  json: Uint8Array,
  { values, levels }: JsonBounds,
): keyof JsonBounds | undefined {
  // Each value takes a byte at least, and each level two.
  if (json.length <= values && json.length <= 2 * levels) return undefined;
  let found = 0;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else {
      found += valuesAt[byte]!;
      level += levelsAt[byte]!;
      if (level > levels) return "levels";
    }
  }
  return found > values ? "values" : undefined;
}

/** The place of the closing quote, or the end. */
function endOfString(json: Uint8Array, from: number): number {
  let at = json.indexOf(QUOTE, from);
  while (at !== -1 && isEscaped(json, at, from)) at = json.indexOf(QUOTE, at + 1);
  return at === -1 ? json.length : at;
}

/** Whether an odd number of backslashes stands before the quote. */
function isEscaped(json: Uint8Array, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && json[at - 1] === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}
