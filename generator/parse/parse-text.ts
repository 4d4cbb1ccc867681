/** Parses the text of one file: data and diagnostics, and positions in it. */
import { parseDocument, type Document as Yaml } from "yaml";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { aliasResolver } from "./aliases.ts";
import { type ReportProblem, toJson } from "./json-data.ts";
import { isContentFile, type SpecSource } from "./source.ts";
import { type FindRange, rangeFinder } from "./source-positions.ts";
import { encodingProblems, nodeRange, syntaxProblems, textProblem } from "./syntax.ts";
import { indexPlaces, startOfFile } from "./text-positions.ts";

/** The content of a file as plain data. */
export interface ParsedText {
  /** Plain JSON data; `undefined` when the text is not YAML. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Absent if there are diagnostics, since the data may be incomplete. The first call parses the text again: a syntax tree
   * takes several times the memory of the data, and most files need no positions.
   */
  readonly findRange?: FindRange;
}

/** Parses YAML 1.2; the content of a resource stays text. Never throws: mistakes in the text are in `diagnostics`. */
export function parseText(source: SpecSource): ParsedText {
  const placeOf = indexPlaces(source);
  const encodingErrors = encodingProblems(source, placeOf);
  if (encodingErrors.length > 0) return { value: undefined, diagnostics: encodingErrors };
  if (isContentFile(source.path)) return { value: source.text, diagnostics: [] };
  const yaml = parseYaml(source);
  if (!yaml) return { value: undefined, diagnostics: [tooDeep(source)] };
  const diagnostics = syntaxProblems(yaml, source.text, placeOf);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const report: ReportProblem = (node, detail, hint) => {
    const [start, end] = nodeRange(node) ?? [0, 1];
    const place = placeOf(start, end);
    diagnostics.push({ ...textProblem("json-value"), detail, ...(hint && { hint }), place });
  };
  const resolveAlias = aliasResolver(yaml);
  const value = toJson(yaml, resolveAlias, report);
  if (diagnostics.length > 0) return { value, diagnostics };
  let finder: FindRange | undefined;
  const findRange: FindRange = (path, key) => {
    finder ??= rangeFinder(parseDocument(source.text, parserOptions));
    return finder(path, key);
  };
  return { value, diagnostics, findRange };
}

const parserOptions = { prettyErrors: false, version: "1.2" } as const;

function parseYaml(source: SpecSource): Yaml | undefined {
  try {
    return parseDocument(source.text, parserOptions);
  } catch (error) {
    // The parser of the yaml package is recursive: deep nesting exhausts the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function tooDeep({ path }: SpecSource): Diagnostic {
  const detail = "The file is nested too deeply to be read.";
  return { ...textProblem("yaml"), detail, place: startOfFile(path) };
}
