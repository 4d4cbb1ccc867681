/** Prints TypeScript with ts-morph, from structures. Loading ts-morph takes long, so only emitters import this file. */
import {
  type ImportDeclarationStructure,
  IndentationText,
  Project,
  type StatementStructures,
  StructureKind,
  type TypeAliasDeclarationStructure,
  VariableDeclarationKind,
  type VariableStatementStructure,
} from "ts-morph";
import { withVisibleLetters } from "../typescript/literal.ts";
import { commentSafe, maxLineLength, withWrappedComments } from "../typescript/wrap.ts";
import { type GeneratedFile, header } from "./file.ts";

const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  manipulationSettings: { indentationText: IndentationText.TwoSpaces },
});

/** A statement as data, or as code that structures cannot express. */
type Statement = StatementStructures | string;

/** The last printed text of each file: while a process watches a spec, most files do not change. */
const cache = new Map<string, { readonly key: string; readonly text: string }>();

/** Prints one TypeScript file from structures, which are plain data. */
export function printTypeScript(path: string, statements: readonly Statement[]): GeneratedFile {
  const key = JSON.stringify(statements);
  const cached = cache.get(path);
  if (cached?.key === key) return { path, text: cached.text };
  const file = project.createSourceFile(path, { statements: [...statements] }, { overwrite: true });
  const code = statements.reduce(withoutHangingIndent, file.getFullText());
  const visible = withVisibleLetters(withBrokenImports(code.trim()));
  const text = `// ${header}\n\n${withWrappedComments(visible)}\n`;
  file.forget();
  cache.set(path, { key, text });
  return { path, text };
}

/** A long list of names gets one line for each. */
function withBrokenImports(code: string): string {
  return code.replace(
    /^(import (?:type )?)\{ (.*) \}( from .*)$/gm,
    (line, start: string, names: string, from: string) =>
      line.length <= maxLineLength ? line : `${start}{\n  ${names.split(", ").join(",\n  ")},\n}${from}`,
  );
}

/** Removes the additional indent that ts-morph gives to all lines of a value but the first. */
function withoutHangingIndent(code: string, statement: Statement): string {
  if (typeof statement === "string") return code;
  if (statement.kind === StructureKind.Interface)
    return (statement.properties ?? []).reduce((text, { type }) => outdent(text, String(type), "  "), code);
  if (statement.kind !== StructureKind.VariableStatement) return code;
  return outdent(code, String(statement.declarations[0]?.initializer), "");
}

function outdent(code: string, value: string, indent: string): string {
  if (!value.includes("\n")) return code;
  return code.replace(value.replaceAll("\n", `\n${indent}  `), () => value.replaceAll("\n", `\n${indent}`));
}

/** The doc comment of a structure; none for an empty text. ts-morph does not escape the end of a comment in a text. */
export function docs(text: string): string[] {
  const safe = commentSafe(text);
  return safe === "" ? [] : [safe];
}

/** `import type { ... }` */
export function importTypes(from: string, names: readonly string[]): ImportDeclarationStructure {
  return { ...importNames(from, names), isTypeOnly: true };
}

/** `import { ... }` */
export function importNames(from: string, names: readonly string[]): ImportDeclarationStructure {
  const namedImports = [...new Set(names)].sort();
  return { kind: StructureKind.ImportDeclaration, moduleSpecifier: from, namedImports };
}

/** `import * as` */
export function importAll(from: string, name: string): ImportDeclarationStructure {
  return { kind: StructureKind.ImportDeclaration, moduleSpecifier: from, namespaceImport: name };
}

/** `import ... with { type: "json" }` */
export function importJson(from: string, name: string): ImportDeclarationStructure {
  const attributes = [{ kind: StructureKind.ImportAttribute as const, name: "type", value: "json" }];
  return { kind: StructureKind.ImportDeclaration, moduleSpecifier: from, defaultImport: name, attributes };
}

/** `export type` */
export function typeAlias(name: string, type: string, doc: string): TypeAliasDeclarationStructure {
  return {
    kind: StructureKind.TypeAlias,
    leadingTrivia: "\n",
    isExported: true,
    name,
    type,
    docs: docs(doc),
  };
}

/** `export const`; `value` is code. */
export function constant(
  name: string,
  type: string | undefined,
  value: string,
  doc: string,
): VariableStatementStructure {
  return {
    kind: StructureKind.VariableStatement,
    leadingTrivia: "\n",
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, initializer: value, ...(type !== undefined && { type }) }],
    docs: docs(doc),
  };
}
