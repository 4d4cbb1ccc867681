/** Reads what lines below a field say of it: details by key, modifiers, and else choices. */
import { choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { DETAIL_KEYS, readBound, readKey } from "../items/details.ts";
import { type Said, together } from "../items/draft.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import type { Key } from "../reading/keys.ts";
import type { Line } from "../reading/lines.ts";
import type { Outline } from "./outline.ts";
import { readMarked } from "./remarks.ts";

/** "[ ] Chess", "( ) Beginner" */
export const isBox = ({ marker }: Line): boolean => marker === "box" || marker === "radio";

/** Keys that stand alone: "Required", and "Options:" with choices below. */
const ALONE: ReadonlySet<string> = new Set(["required", "optional", "options", "rows", "columns"]);

export const isDetail = ({ text }: Outline, line: Line): boolean => detailOf(text, line) !== undefined;

/** "Type: dropdown", "Required", "Options:" with choices below, "Max length: 300". */
function detailOf(text: Text, line: Line): Said | undefined {
  const { prompt } = text;
  const { from, to } = prompt.trim(line);
  const key = prompt.keyAt(from, to, ...DETAIL_KEYS);
  const isAlone = key?.to === to && (ALONE.has(key.value) || line.children.length > 0);
  if (key && (isAlone || (key.to < to && prompt.isColon(key.to)))) {
    const own = readKey(text, key.value, { from: Math.min(key.to + 1, to), to });
    const below = line.children.map((child) => prompt.trim(child));
    return below.length === 0 ? own : together(own, listedUnder(text, key.value, below));
  }
  const colon = prompt.findColon({ from, to });
  return colon === undefined ? undefined : readBound(text, { from, to: colon }, { from: colon + 1, to });
}

export function readDetailLine(outline: Outline, line: Line): boolean {
  if (readMarked(outline, line)) return true;
  const { text, fields } = outline;
  const details = fields.length === 0 ? undefined : detailOf(text, line);
  const isField =
    line.marker !== undefined && line.children.length === 0 && wholeConcept(text, text.prompt.trim(line));
  if (!details || isField) return false;
  readBelow(text, line);
  return outline.extend(details, line);
}

function readBelow({ prompt }: Text, { children }: Line): void {
  for (const child of children) prompt.accounting.read(child);
}

/** What a list under a key says: the rows or the columns of a grid, or choices. */
export function listedUnder(text: Text, key: Key, parts: readonly Range[]): Said {
  const said = choicesSaid(text, parts);
  if (key !== "rows" && key !== "columns") return said;
  return { kind: "matrix", [key]: (said.choices ?? []).map((choice) => choice.text) };
}

/** What lines below a field say: details, modifiers, and else choices. */
export function belowOf({ text }: Outline, lines: readonly Line[]): Said {
  let below: Said = {};
  const choices: Range[] = [];
  for (const line of lines) {
    const range = text.prompt.trim(line);
    const detail = isBox(line) ? undefined : detailOf(text, line);
    if (detail) readBelow(text, line);
    const says = detail ?? (isBox(line) ? undefined : modifiersIn(text, range));
    if (says) below = together(below, says);
    else choices.push(range);
  }
  if (choices.length === 0) return below;
  const marker = lines.find(isBox)?.marker;
  const several = marker ? { several: marker === "box" } : {};
  return together(below, { ...several, ...choicesSaid(text, choices) });
}
