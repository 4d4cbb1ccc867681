/** Tells whether ids of tasks can be guessed (MCP 2026-07-28, extension tasks: ids must be unguessable). */

/** The fewest characters of an id with 64 random bits: so many has Base64 of 8 bytes. */
const fewestCharacters = 11;

/** The length of 64 random bits as hexadecimal digits. */
const fewestHexadecimal = 16;

/** The fewest places at which two random ids of one length differ: fewer are likely to be a counter. */
const fewestDifferences = 6;

/** Returns why an id can be guessed; undefined if it looks random. @param others ids of other tasks of the same server */
export function describeGuessable(id: string, others: Iterable<string>): string | undefined {
  if (id.length < fewestCharacters) return `the id ${id} has ${id.length} characters`;
  if (isNumber(id, [...others])) return `the id ${id} is a number`;
  for (const other of others) {
    if (other === id) return `two tasks have the id ${id}`;
    if (other.length === id.length && countDifferences(id, other) < fewestDifferences)
      return `the ids ${other} and ${id} differ in few characters`;
  }
  return undefined;
}

/** Random hexadecimal digits may all be decimal: in one of 2,000 ids with 64 bits, and seldom in two of one server. */
function isNumber(id: string, others: readonly string[]): boolean {
  const isDecimal = (text: string) => /^\d+$/.test(text) && text.length < 2 * fewestCharacters;
  if (!isDecimal(id)) return false;
  return id.length < fewestHexadecimal || (others.length > 0 && others.every(isDecimal));
}

function countDifferences(one: string, other: string): number {
  return [...one].filter((character, index) => character !== other[index]).length;
}
