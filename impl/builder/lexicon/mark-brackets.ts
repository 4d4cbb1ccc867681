/** The brackets around marks of choices: "(correct)" and "(10 places)" stay with their choice while a text is split. */

/** Private characters, which prompts cannot contain: they are removed when a prompt is cleaned. */
export const OPEN = "\u{e000}";
export const CLOSE = "\u{e001}";
const EACH_MARKED = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, "gu");

export function hasMarks(text: string): boolean {
  return text.includes(OPEN);
}

/** The text with ordinary brackets. */
export function withoutMarks(text: string): string {
  if (!hasMarks(text)) return text;
  return text.replace(EACH_MARKED, (_, inner: string) => (inner === "*" ? "*" : ` (${inner})`));
}
