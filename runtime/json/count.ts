const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Whether JSON in UTF-8 has more members, items, objects and arrays than that: its commas and opening brackets. It parses nothing, because it protects the parser: 4 MiB of `{},{},`
 * become 1.4 million objects, which cost a hundred times their text. Input that is not JSON is read to its end as well.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  // Each value takes a byte at least.
  if (json.length <= most) return false;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values++;
  }
  return values > most;
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
