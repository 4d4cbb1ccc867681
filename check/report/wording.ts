/** Writes texts and values into the sentences of messages: shortened, capitalised. */

/** Shortens a text to at most this many UTF-16 code units; `...` replaces the rest. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

/** A value as JSON, shortened. */
export function shortenJson(value: unknown, most: number): string {
  return shorten(JSON.stringify(value) ?? String(value), most);
}

/** `1 tool`, `2 tools`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the text with its first letter as a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Texts of others may hold control characters, which a terminal would execute, and characters that turn the direction of a line.
 * Line ends and tabs stay.
 */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "\ufffd");
}

/** The same on one line: a name that ends a line could forge the next one. */
export function oneLine(text: string): string {
  return withoutControls(text.replace(/\s*[\n\t]\s*/g, " "));
}

/** Code-unit order: the same on every machine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
