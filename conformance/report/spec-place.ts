import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pointerSteps } from "@toolwright/runtime/json";
import { LineCounter, parseDocument } from "yaml";
import { memoize } from "../memoize.ts";
import { lineAt } from "../usage/yaml-line.ts";

/** A place in the spec, as the case file names it: `tools/add.yaml#/input`, or the file alone. */
export interface SpecPlace {
  readonly file: string;
  readonly pointer: string;
}

/** Left out: the text is the address of a section of the protocol's specification. */
export function parseSpecPlace(at: string): SpecPlace | undefined {
  if (at.startsWith("https://")) return undefined;
  const end = at.indexOf("#/");
  return end === -1 ? { file: at, pointer: "" } : { file: at.slice(0, end), pointer: at.slice(end + 1) };
}

/** The line of a place in the spec; `undefined` where the spec cannot be read. */
export type SpecLines = (place: SpecPlace) => number | undefined;

/** Reads lines out of the spec in this folder, each file once. */
export function specLinesIn(folder: string): SpecLines {
  const linesOf = memoize((file: string) => linesOfFile(join(folder, file)));
  return (place) => linesOf(place.file)(place);
}

function linesOfFile(path: string): SpecLines {
  const lines = new LineCounter();
  try {
    const document = parseDocument(readFileSync(path, "utf8"), { lineCounter: lines });
    return ({ pointer }) => lineAt(document, lines, pointerSteps(pointer));
  } catch {
    return () => undefined;
  }
}
