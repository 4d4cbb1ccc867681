/** Inserts imports and properties into the text of a file, and leaves the rest as it is. */
import type { ObjectLiteralExpression, SourceFile } from "ts-morph";
import type { Style } from "./style.ts";

/** A text to insert into a file at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  return [...insertions]
    .sort((a, b) => b.at - a.at)
    .reduce((result, { at, text: added }) => result.slice(0, at) + added + result.slice(at), text);
}

/** Lines after the last import, or before the first statement where there is none. */
export function importInsertions(
  file: SourceFile,
  lines: readonly string[],
  { newline }: Style,
): Insertion[] {
  if (lines.length === 0) return [];
  const last = file.getImportDeclarations().at(-1);
  if (last) {
    const at = endOfLine(file.getFullText(), last.getEnd());
    return [{ at, text: lines.map((line) => newline + line).join("") }];
  }
  const at = file.getStatements()[0]?.getStart(true) ?? file.getEnd();
  return [{ at, text: lines.map((line) => line + newline).join("") + newline }];
}

/** Properties after the last one of an object literal. */
export function propertyInsertions(
  object: ObjectLiteralExpression,
  properties: readonly string[],
  style: Style,
): Insertion[] {
  const text = object.getSourceFile().getFullText();
  const last = object.getProperties().at(-1);
  if (!last) return [firstProperties(object, properties, style)];
  const list = object.compilerNode.properties;
  const comma = list.hasTrailingComma === true;
  if (!object.getText().includes("\n")) {
    const joined = properties.join(", ");
    return [{ at: list.end, text: comma ? ` ${joined},` : `, ${joined}` }];
  }
  const { newline } = style;
  const indent = indentOfLine(text, last.getStart());
  const indented = properties.map((property) => `\n${property}`.replaceAll(/\r?\n/g, newline + indent));
  const lines = indented.join(",") + (comma ? "," : "");
  const at = endOfLine(text, list.end);
  if (comma) return [{ at, text: lines }];
  return at === list.end
    ? [{ at, text: `,${lines}` }]
    : [
        { at: last.getEnd(), text: "," },
        { at, text: lines },
      ];
}

function firstProperties(
  object: ObjectLiteralExpression,
  properties: readonly string[],
  style: Style,
): Insertion {
  const text = object.getSourceFile().getFullText();
  const inside = text.slice(object.getStart() + 1, object.getEnd() - 1);
  const outer = indentOfLine(text, object.getStart());
  const inner = style.newline + outer + style.indent;
  const lines = properties.map((property) => `\n${property},`.replaceAll(/\r?\n/g, inner)).join("");
  const closing = inside.includes("\n") ? "" : style.newline + outer;
  return { at: object.getStart() + 1 + inside.trimEnd().length, text: lines + closing };
}

/** The offset after comments that follow on the same line, or `from` if code follows. */
function endOfLine(text: string, from: number): number {
  const comments = /^(?:[ \t]|\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(
    text.slice(from),
  );
  return from + (comments?.[0].trimEnd().length ?? 0);
}

function indentOfLine(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))![0];
}
