/** Reads the tables of specs that are refused, or only warned about: `refusals/<where the rule is>.yaml`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, parseDocument, Scalar } from "yaml";
import { toSource } from "../../files/spec.ts";
import type { SpecSource } from "../../parse/source.ts";
import { fixture } from "./fixtures.ts";

/** A spec with a mistake, and the reports of it. The name of its case names the fault. */
export interface Refusal {
  readonly name: string;
  readonly sources: readonly SpecSource[];
  /** Format of a report -> the report. */
  readonly wants: ReadonlyMap<string, string>;
  /** Replaces a report by the current one. */
  update(format: string, text: string): void;
}

/** A case of a table. */
interface RefusalCase {
  /** The fixture whose spec is changed; absent: `library`. */
  readonly base?: string;
  readonly changes: readonly Change[];
  /** The report for people; absent in a new case. */
  readonly want?: string;
  readonly want_json?: string;
  readonly want_github?: string;
  readonly want_sarif?: string;
}

/** A change of one file of the base. A text that is replaced stands there once. */
type Change = { readonly file: string } & (
  | { readonly from: string; readonly to: string }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly absent: true }
);

const folder = join(import.meta.dirname, "../refusals");

/** The reports by name. */
export const refusals: readonly Refusal[] = readdirSync(folder)
  .flatMap((table) => readTable(join(folder, table)))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

export function readTable(path: string): Refusal[] {
  const document = parseDocument(readFileSync(path, "utf8"));
  const cases = document.toJS() as Readonly<Record<string, RefusalCase>>;
  return Object.entries(cases).map(([name, each]) => ({
    name,
    sources: changedSources(name, each),
    wants: readWants(each),
    update: (format, text) => writeWant(path, document, [name, keyOf(format)], text),
  }));
}

function changedSources(name: string, { base = "library", changes }: RefusalCase): SpecSource[] {
  const sources = new Map(fixture(base).sources.map((source) => [source.path, source]));
  for (const change of changes) {
    const changed = changedSource(name, change, sources.get(change.file)?.text);
    if (changed === undefined) sources.delete(change.file);
    else sources.set(change.file, changed);
  }
  return [...sources.values()];
}

function changedSource(name: string, change: Change, old = ""): SpecSource | undefined {
  const { file } = change;
  if ("absent" in change) return undefined;
  if ("base64" in change) return toSource(file, Buffer.from(change.base64, "base64"));
  if ("text" in change) return toSource(file, Buffer.from(change.text));
  const [before = "", after, ...more] = old.split(change.from);
  if (after === undefined || more.length > 0)
    throw new Error(`${name}: ${file} has not once what is replaced: ${change.from}`);
  return toSource(file, Buffer.from(`${before}${change.to}${after}`));
}

function readWants({ want, want_json, want_github, want_sarif }: RefusalCase): Map<string, string> {
  const all = Object.entries({ human: want, json: want_json, github: want_github, sarif: want_sarif });
  return new Map(all.flatMap(([format, text]) => (text == null ? [] : [[format, text] as const])));
}

function keyOf(format: string): string {
  return format === "human" ? "want" : `want_${format}`;
}

function writeWant(path: string, document: Document, at: readonly string[], text: string): void {
  const literal = new Scalar(text);
  literal.type = Scalar.BLOCK_LITERAL;
  document.setIn(at, literal);
  writeFileSync(path, document.toString({ lineWidth: 0, singleQuote: true, blockQuote: "literal" }));
}
