/** Texts of a spreadsheet as XML. */

/** The maximum number of characters in a cell of spreadsheet programs. */
const MAX_CHARACTERS = 32_767;
/** Characters that XML 1.0 lacks or changes. `_x0041_` in a text means "A" (ECMA-376 part 1, 22.9.2.19), so they are written so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const ESCAPED = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
const LOOKS_ESCAPED = /_(?=x[\dA-Fa-f]{4}_)/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of a cell or an attribute, cut to the length that programs take. */
export function xmlText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(LOOKS_ESCAPED, "_x005F_")
    .replace(ESCAPED, escapeCharacter)
    .replace(/[&<>"]/g, (character) => entities[character]!);
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
