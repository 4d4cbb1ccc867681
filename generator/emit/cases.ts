import type { StoredCases } from "@toolwright/conformance/cases";
import { memoizeEach } from "../cache/memoize-each.ts";
import { caseContextFor } from "../cases/case-context.ts";
import { makeCaseFile } from "../cases/case-file.ts";
import { deriveTool, keyInputs } from "../cases/derive-tools.ts";
import type { Model } from "../model/model.ts";
import type { GeneratedFile } from "./file.ts";
import { manifestOf } from "./manifest.ts";
import { offerLists } from "./resource-lists.ts";

/** Emits cases.json. The suite reads the manifest beside it. */
export function emitCases(model: Model): GeneratedFile {
  return { path: "cases.json", text: print(storedCases(model)) };
}

/** The same with the manifest, for a suite that reads one text. */
export function printWholeCases(model: Model): string {
  return print({ manifest: manifestOf(model), ...storedCases(model) });
}

function storedCases(model: Model): StoredCases {
  const ofTools = derive(model.tools.map((_, index) => ({ model, index })));
  return makeCaseFile(model, offerLists(model), ofTools);
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

/** A value whose text is longer is printed on several lines. */
const longestLine = 500;

/** Prints each item of a list and each entry of a map on its own line, so that a diff shows the affected cases. */
function print(file: { readonly manifest?: readonly object[] } & Omit<StoredCases, "manifest">): string {
  const members = Object.entries(file).filter(([, value]) => value !== undefined);
  return `{\n${members.map(([key, value]) => `${JSON.stringify(key)}: ${printMember(value)}`).join(",\n")}\n}\n`;
}

function printMember(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (!entries.some(([, item]) => typeof item === "object")) return JSON.stringify(value);
  const lines = entries.map(([key, item]) => `${isList ? "" : `${JSON.stringify(key)}: `}${printItem(item)}`);
  return isList ? `[\n${lines.join(",\n")}\n]` : `{\n${lines.join(",\n")}\n}`;
}

function printItem(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= longestLine ? text : printMember(value);
}
