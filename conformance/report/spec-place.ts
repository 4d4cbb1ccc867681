/** Finds the lines of places in the spec, for reports that point to them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pointerSteps } from "@toolwright/runtime/json";
import { LineCounter, parseDocument } from "yaml";
import { memoize } from "../memoize.ts";
import { findLine } from "../usage/yaml-line.ts";

/** A place in the spec, in the form of the case file: `tools/add.yaml#/input`, or only the file. */
export interface SpecPlace {
  readonly file: string;
  readonly pointer: string;
}

/** Parses a place; undefined if the text is the address of a section of the protocol's specification. */
export function parseSpecPlace(at: string): SpecPlace | undefined {
  if (at.startsWith("https://")) return undefined;
  const end = at.indexOf("#/");
  return end === -1 ? { file: at, pointer: "" } : { file: at.slice(0, end), pointer: at.slice(end + 1) };
}

/** Returns the line of a place in the spec; `undefined` if the spec cannot be read. */
export type SpecLines = (place: SpecPlace) => number | undefined;

/** Returns the function that finds lines in the spec in this folder. It reads each file once. */
export function specLinesIn(folder: string): SpecLines {
  const linesOf = memoize((file: string) => linesOfFile(join(folder, file)));
  return (place) => linesOf(place.file)(place);
}

function linesOfFile(path: string): SpecLines {
  const lines = new LineCounter();
  try {
    const document = parseDocument(readFileSync(path, "utf8"), { lineCounter: lines });
    return ({ pointer }) => findLine(document, lines, pointerSteps(pointer));
  } catch {
    return () => undefined;
  }
}
