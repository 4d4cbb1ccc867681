import { memoizeEach } from "../cache/memoize.ts";
import type { Diagnostic, Path, Place, SpecLocation } from "../diagnostics/diagnostic.ts";
import { parseText } from "./parse-text.ts";
import type { SpecSource } from "./source.ts";
import { rangeAt } from "./source-positions.ts";
import { placesOf, startOfFile } from "./text-positions.ts";

/** One file of a spec, read; every value in it can be traced back to its line and column. */
export interface SpecDocument {
  readonly source: SpecSource;
  /** Plain JSON data; `undefined` when the text is not YAML. Data with diagnostics is not to be relied on. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value (or its key). Falls back to the nearest ancestor that exists. */
  place(path: Path, key?: boolean): Place;
}

/** Reads all files of a spec. */
export const parseAll: (sources: readonly SpecSource[]) => SpecDocument[] = memoizeEach(
  (source) => JSON.stringify(source),
  parse,
);

/** Reads a file. Never throws: what is wrong with the text is in `diagnostics`. */
export function parse(source: SpecSource): SpecDocument {
  const { value, diagnostics, positions } = parseText(source);
  const at = placesOf(source);
  return {
    source,
    value,
    diagnostics,
    place(path, key = false) {
      return positions ? at(...rangeAt(positions, value, path, key)) : startOfFile(source.path);
    },
  };
}

/** Turns locations in the data into places in the text, for all files of a spec. */
export function placeFinder(documents: readonly SpecDocument[]): (location: SpecLocation) => Place {
  const byPath = new Map(documents.map((document) => [document.source.path, document]));
  return ({ file, path, key }) => byPath.get(file)?.place(path, key) ?? startOfFile(file);
}
