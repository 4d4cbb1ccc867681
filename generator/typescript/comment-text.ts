/** Makes texts of the spec safe inside doc comments. */

/** The paragraphs of a doc comment, without empty ones. No line can be read as a tag. */
export function paragraphs(...texts: readonly (string | undefined)[]): string {
  return withoutTags(texts.filter((text) => text !== undefined && text.trim() !== "").join("\n\n"));
}

/** A text in which no line can be read as a JSDoc tag. */
export function withoutTags(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** A text that cannot end the comment around it. */
export function commentSafe(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
