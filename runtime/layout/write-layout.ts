/** Writes an output as a text. */
import { isObject } from "../json/object.ts";
import { valueAt } from "../json/pointer.ts";
import {
  isLayoutList,
  type Layout,
  type LayoutForm,
  type LayoutList,
  type LayoutPart,
  type LayoutPlace,
  listPlaces,
  type OutputAs,
} from "./layout.ts";

/** Returns the text that shows an output as JSON or by a layout. An output that is a sentence is the text itself. */
export function writeOutput(outputAs: OutputAs, output: unknown): string {
  if (typeof output === "string") return output;
  return outputAs === "text" ? JSON.stringify(output) : writeLayout(outputAs, output);
}

/** Returns the text that shows an output, or an item of a list. Leaves out lines whose values are absent. */
export function writeLayout(layout: Layout, value: unknown): string {
  return listLines(layout, value).join("\n");
}

function listLines(layout: Layout, value: unknown): string[] {
  return layout.flatMap((element) => {
    if (isLayoutList(element)) return listItems(element, valueAt(value, element.each));
    for (const form of element.forms) {
      const line = writeForm(form, value);
      if (line !== undefined) return [line];
    }
    return [];
  });
}

function listItems({ heading, group, lines, none }: LayoutList, items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  if (items.length === 0) return none === undefined ? [] : [none];
  let shownGroup: string | undefined;
  const written = items.flatMap((item: unknown) => {
    const line = group && writeForm(group, item);
    const isNew = line !== undefined && line !== shownGroup;
    if (isNew) shownGroup = line;
    return [...(isNew ? [line] : []), ...listLines(lines, item)];
  });
  return heading === undefined ? written : [heading, ...written];
}

/** Returns the lines of a form, or undefined if one of its values is absent. */
function writeForm(form: LayoutForm, value: unknown): string | undefined {
  let line = "";
  for (const part of form) {
    const text = writePart(part, value);
    if (text === undefined) return undefined;
    line += text;
  }
  return line;
}

function writePart(part: LayoutPart, value: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (!("optional" in part)) return writePlace(part, value);
  const showsValue = listPlaces(part.optional).some(({ path }) => path !== undefined);
  return (showsValue && writeForm(part.optional, value)) || "";
}

function writePlace(place: LayoutPlace, root: unknown): string | undefined {
  if (place.path === undefined) return "";
  const value = valueAt(root, place.path);
  if (!place.isList) return writeValue(place, value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((item: unknown) => writeValue(place, item) ?? "").join(", ");
}

function writeValue({ type, words, isBlock }: LayoutPlace, value: unknown): string | undefined {
  if (value === undefined || value === null || isObject(value) || Array.isArray(value)) return undefined;
  if (type === "boolean") return words?.[value === true ? 0 : 1] ?? String(value);
  // A line break would end the line, so that the rest of the value could pass for a line of the layout.
  return isBlock ? String(value) : String(value).replace(lineBreaks, " ");
}

const lineBreaks = /[\r\n\u0085\u2028\u2029]+/g;
