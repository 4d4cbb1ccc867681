/** Checks the size of JSON before it is parsed. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The number of values that begin at each byte outside of strings, and whether a level begins or ends there. */
const valuesAt = new Uint8Array(256);
const levelsAt = new Int8Array(256);
for (const sign of ",[{") valuesAt[sign.charCodeAt(0)] = 1;
for (const sign of "[{") levelsAt[sign.charCodeAt(0)] = 1;
for (const sign of "]}") levelsAt[sign.charCodeAt(0)] = -1;

/** The limits for a JSON text. */
export interface JsonBounds {
  /** Members, items, objects and arrays together. 4 MiB of `{},{},` contain 1.4 million, which need a hundred times the memory of the text. */
  readonly values: number;
  /** Nested arrays and objects. Validators and handlers recurse, so more levels would exhaust the stack. */
  readonly levels: number;
}

/**
 * Returns the bound that JSON in UTF-8 exceeds; undefined if it exceeds none. It does not parse, because it protects the parser. It
 * reads input that is not JSON in the same way.
 */
export function exceededBound(
  json: Uint8Array,
  { values, levels }: JsonBounds,
): keyof JsonBounds | undefined {
  // Each value needs at least one byte, and each level two.
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

/**
 * Finds a member of the outermost object without parsing the rest. Returns its value if that is a string or number; undefined if
 * there is none. If the member occurs twice, the last one counts, as in a parser.
 */
export function findMember(json: Uint8Array, name: string): string | number | undefined {
  let level = 0;
  let found: string | number | undefined;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    level += levelsAt[byte]!;
    if (byte !== QUOTE) continue;
    const end = endOfString(json, at + 1);
    if (level === 1 && decodeText(json, at + 1, end) === name) found = valueBehind(json, end + 1) ?? found;
    at = end;
  }
  return found;
}

/** Longer names and values are ignored: they cannot be an id. */
const MOST_BYTES = 1_000;

function valueBehind(json: Uint8Array, from: number): string | number | undefined {
  const [, value] =
    /^\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/.exec(decodeText(json, from, from + MOST_BYTES)) ?? [];
  try {
    return value === undefined ? undefined : JSON.parse(value);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8");

function decodeText(json: Uint8Array, from: number, to: number): string {
  return to - from > MOST_BYTES ? "" : utf8.decode(json.subarray(from, to));
}

/** Returns the index of the closing quote, or of the end. */
function endOfString(json: Uint8Array, from: number): number {
  let at = json.indexOf(QUOTE, from);
  while (at !== -1 && isEscaped(json, at, from)) at = json.indexOf(QUOTE, at + 1);
  return at === -1 ? json.length : at;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(json: Uint8Array, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && json[at - 1] === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}
