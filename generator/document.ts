import { isAlias, isMap, isPair, isSeq, parseDocument, type Document as Yaml } from "yaml";
import type { Diagnostic, Locus, Path, Place } from "./diagnostic.ts";
import { type Complain, jsonOf, keyText } from "./json-data.ts";
import { encodingProblems, nodeRange, syntaxProblems, textProblem } from "./syntax.ts";

/** One file of a spec, as text. */
export interface SpecSource {
  /** Relative to the spec folder, with `/`: `service.yaml`, `tools/<tool>.yaml`, `types/<type>.yaml`. */
  readonly path: string;
  readonly text: string;
  /** Its bytes were not UTF-8: what could not be read is U+FFFD in `text`. */
  readonly garbled?: true;
}

/** One file of a spec, read; every value in it can be traced back to its line and column. */
export interface SpecDocument {
  readonly source: SpecSource;
  /** Plain JSON data; `undefined` when the text is not YAML. Data with diagnostics is not to be relied on. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value (or its key). Falls back to the nearest ancestor that exists. */
  place(path: Path, key?: boolean): Place;
}

/** Reads YAML 1.2. Never throws: what is wrong with the text is in `diagnostics`. */
export function parse(source: SpecSource): SpecDocument {
  const lines = lineStarts(source.text);
  const at = (start: number, end: number) => placeOf(source, lines, start, end);
  const encoding = encodingProblems(source, at);
  if (encoding.length > 0) return unread(source, encoding);
  const yaml = read(source);
  if (!yaml) return unread(source, [tooDeep(source)]);
  const diagnostics = syntaxProblems(yaml, source.text, at);
  const complain: Complain = (node, detail, hint) => {
    const [start, end] = nodeRange(node) ?? [0, 1];
    diagnostics.push({ ...textProblem("json-value"), detail, ...(hint && { hint }), place: at(start, end) });
  };
  const value = diagnostics.length > 0 ? undefined : jsonOf(yaml, complain);
  return {
    source,
    value,
    diagnostics,
    place(path, key = false) {
      const [start, end] = rangeOf(yaml, path, key);
      return at(start, end);
    },
  };
}

/** Reads a file again only if its text is not what it was the last time. */
export function rememberingParser(): (source: SpecSource) => SpecDocument {
  const documents = new Map<string, SpecDocument>();
  return (source) => {
    const known = documents.get(source.path);
    if (known?.source.text === source.text) return known;
    const document = parse(source);
    documents.set(source.path, document);
    return document;
  };
}

function read(source: SpecSource): Yaml | undefined {
  try {
    return parseDocument(source.text, { prettyErrors: false, version: "1.2" });
  } catch (error) {
    // The parser of the yaml package is recursive.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function tooDeep({ path }: SpecSource): Diagnostic {
  const detail = "The file is nested too deeply to be read.";
  return { ...textProblem("yaml"), detail, place: beginning(path) };
}

function unread(source: SpecSource, diagnostics: readonly Diagnostic[]): SpecDocument {
  return { source, value: undefined, diagnostics, place: () => beginning(source.path) };
}

function beginning(file: string): Place {
  return { file, line: 1, column: 1, length: 1 };
}

/** Turns loci into places, over all files of a spec. */
export function placer(documents: readonly SpecDocument[]): (locus: Locus) => Place {
  const byPath = new Map(documents.map((document) => [document.source.path, document]));
  return ({ file, path, key }) => byPath.get(file)?.place(path, key) ?? beginning(file);
}

function rangeOf(yaml: Yaml, path: Path, key: boolean): [number, number] {
  let node: unknown = yaml.contents;
  let range = nodeRange(node) ?? [0, 1];
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(yaml);
    const wantKey = key && index === path.length - 1;
    const child = childOf(node, step, wantKey);
    const childRange = nodeRange(child);
    if (childRange === undefined) return keyRange(node, step) ?? range;
    node = child;
    range = childRange;
  }
  return range;
}

/** A value that is left empty (`scope:`) has no range of its own; its key has. */
function keyRange(node: unknown, step: string | number): [number, number] | undefined {
  return nodeRange(childOf(node, step, true));
}

function childOf(node: unknown, step: string | number, wantKey: boolean): unknown {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && keyText(item.key) === String(step));
    return wantKey ? pair?.key : pair?.value;
  }
  return isSeq(node) ? node.items[Number(step)] : undefined;
}

/** Where each line of a text begins. The parser's own list misses lines of some texts that are not YAML. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function placeOf(source: SpecSource, lines: readonly number[], start: number, end: number): Place {
  const offset = Math.min(start, source.text.length);
  let [line, beyond] = [0, lines.length];
  while (beyond - line > 1) {
    const middle = (line + beyond) >> 1;
    if (lines[middle]! <= offset) line = middle;
    else beyond = middle;
  }
  const lineEnd = source.text.indexOf("\n", start);
  const lastOnLine = lineEnd === -1 ? source.text.length : lineEnd;
  return {
    file: source.path,
    line: line + 1,
    column: offset - lines[line]! + 1,
    length: Math.max(1, Math.min(end, lastOnLine) - start),
  };
}
