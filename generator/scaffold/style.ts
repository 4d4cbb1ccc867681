/** Reads the code style of a file, and writes imports in it. */
import type { SourceFile } from "ts-morph";

/** The code style of a file, so that added code looks the same. */
export interface Style {
  readonly newline: "\n" | "\r\n";
  readonly quote: '"' | "'";
  /** The end of a statement: `;` or nothing. */
  readonly end: string;
  /** One level of indentation. */
  readonly indent: string;
  /** The extension in imports of other files: `.ts`, `.js` or nothing. */
  readonly extension: string;
}

export function readStyle(file: SourceFile): Style {
  const text = file.getFullText();
  const imports = file.getImportDeclarations();
  const last = imports.at(-1);
  const relative = imports
    .map((line) => line.getModuleSpecifierValue())
    .filter((from) => from.startsWith("."));
  const sample = relative.find((from) => from.startsWith("./")) ?? relative[0];
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    quote: last?.getModuleSpecifier().getText().startsWith("'") ? "'" : '"',
    end: last === undefined || last.getText().endsWith(";") ? ";" : "",
    indent: /^(\t| +)\S/m.exec(text)?.[1] ?? "  ",
    extension: sample === undefined ? ".ts" : (/\.[jt]s$/.exec(sample)?.[0] ?? ""),
  };
}

/** `import { a } from "./a.ts";` in the style of the file. */
export function importLine(names: string, from: string, { quote, end }: Style): string {
  return `import ${names} from ${quote}${from}${quote}${end}`;
}
