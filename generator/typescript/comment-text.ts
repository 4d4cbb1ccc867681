/** Texts of the spec as texts of doc comments. */

/** Paragraphs of a doc comment, the empty ones left out. No line of them is taken for a tag. */
export function paragraphs(...texts: readonly (string | undefined)[]): string {
  return withoutTags(texts.filter((text) => text !== undefined && text.trim() !== "").join("\n\n"));
}

/** A text in which no line is taken for a tag of JSDoc. */
export function withoutTags(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** A text in which no comment can end. */
export function commentSafe(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
