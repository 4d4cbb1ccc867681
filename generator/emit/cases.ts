import { caseFileOf } from "../cases/case-file.ts";
import type { Locus, Place } from "../diagnostic.ts";
import { forgetful, type Memory } from "../memory.ts";
import type { Model } from "../model.ts";
import type { CaseFile } from "../runtime/cases/format.ts";
import type { GeneratedFile } from "./file.ts";
import { manifestOf } from "./manifest.ts";

/** Emits cases.json: the conformance cases, one a line, so that a change of the spec shows as the cases it changes. */
export function emitCases(
  model: Model,
  place: (locus: Locus) => Place,
  memory: Memory = forgetful,
): GeneratedFile {
  return { path: "cases.json", text: printed(caseFileOf(model, place, manifestOf(model), memory)) };
}

function printed(file: CaseFile): string {
  const lines = Object.entries(file).map(([key, value]) => `${JSON.stringify(key)}: ${printedEntry(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The entries of a list or map of things stand on lines of their own. */
function printedEntry(value: unknown): string {
  if (Array.isArray(value) && value.some((item) => typeof item === "object")) {
    return `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  }
  const entries =
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (!entries.some(([, item]) => typeof item === "object" && item !== null)) return JSON.stringify(value);
  return `{\n${entries.map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`).join(",\n")}\n}`;
}
