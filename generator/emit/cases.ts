import { caseFileOf, type WrittenCaseFile } from "../cases/case-file.ts";
import { deriveHere, unplacedOf } from "../cases/derived.ts";
import type { Locus, Place } from "../diagnostic.ts";
import { forgetful } from "../memory.ts";
import type { Model } from "../model.ts";
import type { GeneratedFile } from "./file.ts";
import { manifestOf } from "./manifest.ts";
import type { Parts } from "./parts.ts";

/** Emits cases.json: the conformance cases, one a line, so that a change of the spec shows as the cases it changes. */
export async function emitCases(
  model: Model,
  place: (locus: Locus) => Place,
  { cases }: Pick<Parts, "cases"> = { cases: unplacedOf(model, forgetful, deriveHere) },
): Promise<GeneratedFile> {
  const file = caseFileOf(model, place, manifestOf(model), await cases);
  return { path: "cases.json", text: printed(file) };
}

function printed({ head, ...file }: WrittenCaseFile): string {
  const ofServer = Object.entries(head).map(([key, value]) => line(key, printedEntry(value)));
  const lines = [
    ...ofServer,
    line("manifest", list(file.manifest)),
    line("tools", map(file.tools)),
    line("schemas", map(file.schemas)),
    line("bases", map(file.bases)),
    line("cases", list(file.cases)),
    line("unexercised", list(file.unexercised)),
  ];
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The entries of a map of things stand on lines of their own. */
function printedEntry(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return map(Object.entries(value).map(([key, item]) => [key, JSON.stringify(item)]));
}

/** In the order in which JavaScript keeps keys, as what reads the file does. */
function map(entries: readonly (readonly [key: string, text: string])[]): string {
  const ordered = Object.entries(Object.fromEntries(entries));
  const isOfThings = ordered.some(([, text]) => text.startsWith("{") || text.startsWith("["));
  return isOfThings
    ? `{\n${ordered.map(([key, text]) => line(key, text)).join(",\n")}\n}`
    : `{${ordered.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "[]" : `[\n${texts.join(",\n")}\n]`;
}

function line(key: string, text: string): string {
  return `${JSON.stringify(key)}: ${text}`;
}
