/** Parses the files of a spec, and finds the place of any value in them. */

import { compareText } from "@toolwright/check/report";
import { memoizeEach } from "../cache/memoize-each.ts";
import type { Diagnostic, Path, Place, SpecLocation } from "../diagnostics/diagnostic.ts";
import { parseText } from "./parse-text.ts";
import type { SpecSource } from "./source.ts";
import { indexPlaces, startOfFile } from "./text-positions.ts";

/** A parsed file of a spec. Every value in it can be traced back to its line and column. */
export interface SpecDocument {
  readonly source: SpecSource;
  /** Plain JSON data; `undefined` when the text is not YAML. Where there are diagnostics, the data may be incomplete. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value (or its key). Falls back to the nearest ancestor that exists. */
  place(path: Path, key?: boolean): Place;
}

/** Parses all files of a spec, in the order of their paths. Never throws: mistakes are in the documents' `diagnostics`. */
export function parse(sources: readonly SpecSource[]): SpecDocument[] {
  return parseEach(sources.toSorted((a, b) => compareText(a.path, b.path)));
}

const parseEach = memoizeEach((source: SpecSource) => JSON.stringify(source), parseFile);

function parseFile(source: SpecSource): SpecDocument {
  const { value, diagnostics, findRange } = parseText(source);
  const placeOf = indexPlaces(source);
  return {
    source,
    value,
    diagnostics,
    place(path, key = false) {
      return findRange ? placeOf(...findRange(path, key)) : startOfFile(source.path);
    },
  };
}

/** Turns locations in the data into places in the text, for all files of a spec. */
export function placeFinder(documents: readonly SpecDocument[]): (location: SpecLocation) => Place {
  const byPath = new Map(documents.map((document) => [document.source.path, document]));
  return ({ file, path, key }) => byPath.get(file)?.place(sourcePath(file, path), key) ?? startOfFile(file);
}

/** The parameters of a resource and the arguments of a prompt are the `properties` of one schema, without that keyword. */
function sourcePath(file: string, path: Path): Path {
  const isMapOfParameters =
    /^(resources|prompts)\//.test(file) && /^(parameters|arguments)$/.test(String(path[0]));
  return isMapOfParameters && path[1] === "properties" ? path.toSpliced(1, 1) : path;
}
