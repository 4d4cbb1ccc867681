/**
 * Shortens a text to at most `length` characters; the last one is an ellipsis if a part is left out. Characters are code
 * points, so no emoji is cut in half.
 */
export function shorten(text: string, length: number): string {
  // A code point has at most two units, so a long text need not be split as a whole.
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
