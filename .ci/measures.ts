/**
 * Measures readability in ways that dense code cannot satisfy. `measures.json` lists the current exceptions; the list may only
 * shrink.
 */
import { basename, dirname } from "node:path";
import { ts } from "ts-morph";
import { readSource, sourceFiles } from "./import-graph.ts";
import { findKind, rooms } from "./rooms.ts";

/** A hand-written source file: no test, no fixture, no generated file. */
export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The exceptions for each measure: paths of files or folders, or places in files. */
export type Findings = Readonly<Record<string, readonly string[]>>;

export const largestFile = 300;
export const longestLine = 160;
export const largestFolder = 25;
const equalLines = 6;

export function measure(files: readonly SourceFile[]): Findings {
  return {
    [`a file has at most ${largestFile} lines`]: files
      .filter(({ text }) => text.trimEnd().split("\n").length > largestFile)
      .map(({ path }) => path),
    [`a line of a template has at most ${longestLine} characters`]: files
      .filter(({ path, text }) => text.includes("html`") && hasLongTemplate(path, text))
      .map(({ path }) => path),
    [`a folder has at most ${largestFolder} files`]: largeFolders(files),
    "a file is named by a noun": files.map(({ path }) => path).filter(isNamedByParticiple),
    "an exported type is written out": files
      .filter(({ text }) => text.includes("ReturnType<"))
      .flatMap(({ path, text }) => derivedTypes(path, text).map((name) => `${path} ${name}`)),
    // The formatter leaves no space after the dots. Few files have such text, and only these are parsed.
    "a literal is not spread into another one": files
      .filter(({ path, text }) => /\.\.\.[[{]/.test(text) && spreadsLiteral(path, text))
      .map(({ path }) => path),
  };
}

/** Prose in one line reads well; elements in one line do not. */
function hasLongTemplate(path: string, text: string): boolean {
  const lines = text.split("\n");
  return contains(parse(path, text), (node) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== "html") return false;
    const source = node.getSourceFile();
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    return lines
      .slice(lineOf(node.getStart()), lineOf(node.getEnd()) + 1)
      .some((line) => line.length > longestLine);
  });
}

/** Words that do not say what is in a file, wherever they stand in its name. */
const emptyWords = new Set(["gathered", "kept", "led", "looks", "spare", "trial", "trials"]);
const participle =
  /^(?:(?!embed$|feed$|seed$)[a-z]+ed|drawn|found|given|held|known|lost|made|meant|seen|sent|shown|taken|told|written)$/;

/** The suite keeps its names until its laws are rewritten. */
function isNamedByParticiple(path: string): boolean {
  const name = basename(path).split(".", 1)[0]!;
  return (
    !path.startsWith("conformance/") &&
    (participle.test(name) || name.split("-").some((word) => emptyWords.has(word)))
  );
}

function largeFolders(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files, ({ path }) => dirname(path));
  return [...byFolder].filter(([, members]) => members.length > largestFolder).map(([folder]) => folder);
}

/** Exported types that have to be computed by a reader: `ReturnType<typeof makeX>`. */
function derivedTypes(path: string, text: string): string[] {
  return parse(path, text).statements.flatMap((statement) => {
    if (!ts.isTypeAliasDeclaration(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported && /\bReturnType<\s*typeof\b/.test(statement.type.getText())
      ? [statement.name.text]
      : [];
  });
}

/** Finds spreads of literals: `[...[a, b]]` is the same as `[a, b]`, and `{ ...{ a } }` the same as `{ a }`. */
function spreadsLiteral(path: string, text: string): boolean {
  return contains(parse(path, text), (node) => {
    if (!ts.isSpreadElement(node) && !ts.isSpreadAssignment(node)) return false;
    return ts.isArrayLiteralExpression(node.expression) || ts.isObjectLiteralExpression(node.expression);
  });
}

function contains(node: ts.Node, isWanted: (node: ts.Node) => boolean): boolean {
  return isWanted(node) || ts.forEachChild(node, (child) => contains(child, isWanted) || undefined) === true;
}

function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/**
 * Runs of six lines that stand in two places. Lines are compared without their indentation; imports, and lines without a
 * word, such as `});`, do not count.
 */
export function countEqualRuns(files: readonly SourceFile[]): number {
  const seen = new Set<string>();
  let count = 0;
  for (const { text } of files) {
    const lines = text
      .replaceAll(/^import\b[^;]*;$/gm, "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line));
    let equalBefore = false;
    for (let index = 0; index + equalLines <= lines.length; index += 1) {
      const run = lines.slice(index, index + equalLines).join("\n");
      const isEqual = seen.has(run);
      // A longer run counts once.
      if (isEqual && !equalBefore) count += 1;
      equalBefore = isEqual;
      seen.add(run);
    }
  }
  return count;
}

/** The TypeScript sources of all rooms. A migration is never edited again, so it is not measured. */
export function readSources(): SourceFile[] {
  const folders = rooms.flatMap((room) => room.folders);
  const outer = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)));
  return sourceFiles(outer)
    .filter((path) => findKind(path) === "source" && !path.includes("/migrations/"))
    .map((path) => ({ path, text: readSource(path) }));
}
