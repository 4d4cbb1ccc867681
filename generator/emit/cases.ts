import { memoizeEach } from "../cache/memoize.ts";
import { caseContextFor } from "../cases/case-context.ts";
import { makeCaseFile, type SerialisedCaseFile } from "../cases/case-file.ts";
import { deriveTool, keyInputs } from "../cases/derive-tools.ts";
import type { Model } from "../model/model.ts";
import type { GeneratedFile } from "./file.ts";
import { manifestOf } from "./manifest.ts";
import { promptList, resourceLists } from "./resource-lists.ts";

/** Emits cases.json: one conformance case on each line, so that a diff shows the cases that a change affects. */
export function emitCases(model: Model): GeneratedFile {
  const ofTools = derive(model.tools.map((_, index) => ({ model, index })));
  const lists = { ...resourceLists(model), prompts: promptList(model) };
  const file = makeCaseFile(model, manifestOf(model), lists, ofTools);
  return { path: "cases.json", text: [...printed(file)].join("") };
}

interface ToolOfModel {
  readonly model: Model;
  /** Index of the tool. */
  readonly index: number;
}

const derive = memoizeEach(
  ({ model, index }: ToolOfModel) => keyInputs(model, index),
  ({ model, index }) => deriveTool(caseContextFor(model), index),
);

function* printed({ head, ...file }: SerialisedCaseFile): Generator<string> {
  yield "{\n";
  for (const [key, value] of Object.entries(head)) yield `${line(key, printedEntry(value))},\n`;
  yield* list("manifest", file.manifest);
  yield `${line("tools", map(file.tools))},\n`;
  yield `${line("schemas", map(file.schemas))},\n`;
  yield `${line("bases", map(file.bases))},\n`;
  yield* list("cases", file.cases);
  yield* list("unexercised", file.unexercised, "\n}\n");
}

/** Prints a value; each entry of an object of objects gets its own line. */
function printedEntry(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return map(Object.entries(value).map(([key, item]) => [key, JSON.stringify(item)]));
}

/** Prints entries in the order in which JavaScript keeps keys, as readers of the file will see them. */
function map(entries: readonly (readonly [key: string, text: string])[]): string {
  const ordered = Object.entries(Object.fromEntries(entries));
  const isOfThings = ordered.some(([, text]) => text.startsWith("{") || text.startsWith("["));
  return isOfThings
    ? `{\n${ordered.map(([key, text]) => line(key, text)).join(",\n")}\n}`
    : `{${ordered.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

function* list(key: string, texts: Iterable<string>, end = ",\n"): Generator<string> {
  let before = "[\n";
  yield line(key, "");
  for (const text of texts) {
    yield before;
    yield text;
    before = ",\n";
  }
  yield before === ",\n" ? `\n]${end}` : `[]${end}`;
}

function line(key: string, text: string): string {
  return `${JSON.stringify(key)}: ${text}`;
}
