/** Reads what lines below a field say of it: details by key, modifiers, and else choices. */
import { choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { DETAIL_KEYS, readBound, readDetails, readKey } from "../items/details.ts";
import { type Said, together } from "../items/draft.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { type Key, keyAt } from "../reading/keys.ts";
import type { Line } from "../reading/lines.ts";
import { find, isColon } from "../reading/split.ts";
import type { Outline } from "./outline.ts";
import { readMarked } from "./remarks.ts";

/** "[ ] Chess", "( ) Beginner" */
export function isBox({ marker }: Line): boolean {
  return marker === "box" || marker === "radio";
}

/** Keys that stand alone: "Required", and "Options:" with choices below. */
const ALONE: ReadonlySet<string> = new Set(["required", "optional", "options", "rows", "columns"]);

/** "Type: dropdown", "Required", "Options:" with choices below, "Max length: 300". */
export function isDetail({ text }: Outline, line: Line): boolean {
  const { prompt } = text;
  const { from, to } = prompt.trim(line);
  const key = keyAt(prompt, from, to, ...DETAIL_KEYS);
  if (key?.to === to) return ALONE.has(key.value) || line.children.length > 0;
  if (key && isColon(prompt, key.to)) return true;
  return boundOf(text, { from, to }) !== undefined;
}

function boundOf(text: Text, { from, to }: Range): Said | undefined {
  const colon = find(text.prompt, { from, to }, (index) => isColon(text.prompt, index));
  return colon === undefined ? undefined : readBound(text, { from, to: colon }, { from: colon + 1, to });
}

export function readDetailLine(outline: Outline, line: Line): boolean {
  if (readMarked(outline, line)) return true;
  if (outline.fields.length === 0 || !isDetail(outline, line)) return false;
  if (
    line.marker !== undefined &&
    line.children.length === 0 &&
    wholeConcept(outline.text, outline.text.prompt.trim(line))
  )
    return false;
  return outline.extend(detailsOf(outline, line), line);
}

/** What a line below a field says, with the lines below itself. */
function detailsOf({ text }: Outline, line: Line): Said {
  const { prompt } = text;
  const { from, to } = prompt.trim(line);
  const below = line.children.map((child) => prompt.trim(child));
  const key = keyAt(prompt, from, to, ...DETAIL_KEYS);
  for (const child of line.children) prompt.accounting.read(child);
  if (!key || !(isColon(prompt, key.to) || key.to === to))
    return boundOf(text, { from, to }) ?? readDetails(text, line);
  const own = readKey(text, key.value, { from: Math.min(key.to + 1, to), to });
  if (below.length === 0) return own;
  return together(own, listedUnder(text, key.value, below));
}

/** What a list under a key says: the rows or the columns of a grid, or choices. */
export function listedUnder(text: Text, key: Key, parts: readonly Range[]): Said {
  const said = choicesSaid(text, parts);
  if (key !== "rows" && key !== "columns") return said;
  return { kind: "matrix", [key]: (said.choices ?? []).map((choice) => choice.text) };
}

/** What lines below a field say: details, modifiers, and else choices. */
export function belowOf(outline: Outline, lines: readonly Line[]): Said {
  const { text } = outline;
  let below: Said = {};
  const choices: Range[] = [];
  for (const line of lines) {
    const range = text.prompt.trim(line);
    const says = isDetail(outline, line) ? undefined : modifiersIn(text, range);
    if (isDetail(outline, line) && !isBox(line)) below = together(below, detailsOf(outline, line));
    else if (says && !isBox(line)) below = together(below, says);
    else choices.push(range);
  }
  if (choices.length === 0) return below;
  const marker = lines.find(isBox)?.marker;
  const several = marker ? { several: marker === "box" } : {};
  return together(below, { ...several, ...choicesSaid(text, choices) });
}
