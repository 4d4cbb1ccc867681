import { parseDocument, type Document as Yaml } from "yaml";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Complain, jsonOf } from "./json-data.ts";
import type { SpecSource } from "./source.ts";
import { type Marks, marksOf } from "./source-positions.ts";
import { encodingProblems, nodeRange, syntaxProblems, textProblem } from "./syntax.ts";
import { beginning, placesIn } from "./text-positions.ts";

/** What is read out of a file, as plain data: the tree of the YAML parser takes several times the memory. */
export interface Reading {
  /** Plain JSON data; `undefined` when the text is not YAML. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Left out: there are diagnostics, and the data is not to be relied on. */
  readonly marks?: Marks;
}

/** Reads YAML 1.2. Never throws: what is wrong with the text is in `diagnostics`. */
export function readingOf(source: SpecSource): Reading {
  const at = placesIn(source);
  const encoding = encodingProblems(source, at);
  if (encoding.length > 0) return { value: undefined, diagnostics: encoding };
  const yaml = read(source);
  if (!yaml) return { value: undefined, diagnostics: [tooDeep(source)] };
  const diagnostics = syntaxProblems(yaml, source.text, at);
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const complain: Complain = (node, detail, hint) => {
    const [start, end] = nodeRange(node) ?? [0, 1];
    diagnostics.push({ ...textProblem("json-value"), detail, ...(hint && { hint }), place: at(start, end) });
  };
  const value = jsonOf(yaml, complain);
  return { value, diagnostics, ...(diagnostics.length === 0 && { marks: marksOf(yaml, value) }) };
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
