/** Breaks long lines of comments and of Markdown between words. */
import { withoutControls } from "@toolwright/check/report";

/** The maximum length of generated lines. Only a line with a longer string, which cannot be broken, may exceed it. */
export const maxLineLength = 140;

/** A word that would begin a list, a heading, a quote, a table or a tag, were it the first of a line. */
const begins = /^(?:[-+*>#=|@~:]|\d+[.)]|<)/;

/** The lines of a text on one line; all but the first begin with `indent`. */
function wrapLine(line: string, indent: string): string[] {
  if (line.length <= maxLineLength) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const isFull = current !== "" && current.length + 1 + word.length > maxLineLength && !begins.test(word);
    if (isFull) lines.push(current);
    if (current === "") current = word;
    else current = isFull ? indent + word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** Wraps long lines in the doc comments of TypeScript code. */
export function withWrappedComments(code: string): string {
  return code
    .replace(/^( *)\/\*\* (.*) \*\/$/gm, (line, indent: string, text: string) =>
      line.length <= maxLineLength ? line : `${indent}/**\n${indent} * ${text}\n${indent} */`,
    )
    .replace(/^( *\* )((?:- )?)(.*)$/gm, (line, start: string, bullet: string) =>
      line.length <= maxLineLength ? line : wrapLine(line, start + " ".repeat(bullet.length)).join("\n"),
    );
}

/** Wraps long lines in paragraphs and list items of Markdown. Rows of tables and code stay as they are. */
export function withWrappedProse(page: string): string {
  let isCode = false;
  const lines = page.split("\n").flatMap((line) => {
    const isFence = line.startsWith("```");
    if (isFence) isCode = !isCode;
    if (isFence || isCode || /^(?:\||#|<)/.test(line)) return line;
    return wrapLine(line, " ".repeat(/^ *(?:- )?/.exec(line)![0].length));
  });
  return lines.join("\n");
}

/** Makes texts of the spec safe inside doc comments. */

/** The paragraphs of a doc comment, without empty ones. No line can be read as a tag. */
export function paragraphs(...texts: readonly (string | undefined)[]): string {
  return withoutTags(texts.filter((text) => text !== undefined && text.trim() !== "").join("\n\n"));
}

/** A text in which no line can be read as a JSDoc tag. */
export function withoutTags(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

/** A text that cannot end the comment around it, and has no character that hides or turns a line of it. */
export function commentSafe(text: string): string {
  return withoutControls(text)
    .replaceAll("*/", "*\\/")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
