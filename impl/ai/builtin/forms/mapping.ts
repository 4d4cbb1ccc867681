/** Reads fields that are written like JSON: `{ "label": "Room", "type": "dropdown", "options": ["A", "B"], "required": true }`. */
import { choicesSaid, unquoted } from "../items/choices.ts";
import { bothDetails, DETAIL_KEYS, type Details, NOTHING, readBound, readKey } from "../items/details.ts";
import { readItem } from "../items/item.ts";
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import type { Entry, Value } from "../reading/mapping.ts";
import type { Outline } from "./outline.ts";
import { readSetting } from "./setting-lines.ts";
import { bothSettings } from "./settings.ts";

type Map = Extract<Value, { kind: "map" }>;

/** The label of a field, the better ones first; the others are ids, which no respondent sees. */
const LABELS = ["label", "question", "title", "text", "field", "name", "id", "key"];

export function readMapping(outline: Outline, value: Value): void {
  for (const map of mapsIn(value)) {
    const groups = map.entries.filter(
      (entry) => mapsIn(entry.value).length > 0 && !isChoices(outline, entry),
    );
    if (groups.length > 0) readGroup(outline, map, groups);
    else readField(outline, map);
  }
}

function mapsIn(value: Value): Map[] {
  if (value.kind === "map") return [value];
  return value.kind === "list" ? value.items.flatMap((item) => (item.kind === "map" ? [item] : [])) : [];
}

/** A form, page or section: its title and settings, and the fields in it. */
function readGroup(outline: Outline, map: Map, groups: readonly Entry[]): void {
  const { text, pages, fields } = outline;
  const isForm =
    fields.length === 0 && pages.length === 1 && !groups.some(({ key }) => nameOf(outline, key) === "fields");
  const title = labelOf(outline, map);
  for (const entry of map.entries) {
    if (groups.includes(entry)) continue;
    const says = readSetting(text, inside(outline, entry.key), inside(outline, entry.value.at));
    if (!says) continue;
    outline.settings = bothSettings(outline.settings, says);
    read(outline, entry);
  }
  if (title && outline.settings.title === undefined && isForm) {
    outline.settings = { ...outline.settings, title: wordsOf(outline, title.value.at) };
    read(outline, title);
  } else if (title && !text.prompt.accounting.isRead(title.value.at)) {
    outline.addPage(wordsOf(outline, title.value.at));
    read(outline, title);
  }
  for (const { key, value } of groups) {
    text.prompt.accounting.read(key);
    readMapping(outline, value);
  }
}

function readField(outline: Outline, map: Map): void {
  const { text } = outline;
  const label = labelOf(outline, map);
  if (!label) return;
  const others = map.entries.filter((entry) => entry !== label);
  const known = others.filter((entry) => isKnown(outline, entry));
  const below = known.map((entry) => detailsOf(outline, entry)).reduce(bothDetails, NOTHING);
  const place = { isLine: true, below };
  const range = label.value.at;
  const item = readItem(text, range, place);
  if (!item) return;
  outline.add(item, { range, place });
  for (const entry of [label, ...known]) read(outline, entry);
  for (const part of item.unread) text.prompt.accounting.unread(part);
}

function isKnown(outline: Outline, entry: Entry): boolean {
  const key = inside(outline, entry.key);
  return (
    LABELS.includes(nameOf(outline, entry.key)) ||
    keyAt(outline.text.prompt, key.from, key.to, ...DETAIL_KEYS)?.to === key.to ||
    readBound(outline.text, key, inside(outline, entry.value.at)) !== undefined
  );
}

function detailsOf(outline: Outline, { key, value }: Entry): Details {
  const { text } = outline;
  const name = inside(outline, key);
  const bound = readBound(text, name, inside(outline, value.at));
  if (bound) return bound;
  const found = keyAt(text.prompt, name.from, name.to, ...DETAIL_KEYS);
  if (!found) return NOTHING;
  if (value.kind !== "list") return readKey(text, found.value, inside(outline, value.at));
  const parts = value.items.map((item) =>
    inside(outline, (item.kind === "map" && labelOf(outline, item)?.value.at) || item.at),
  );
  const says = choicesSaid(text, parts);
  const isRows = found.value === "rows" || found.value === "columns";
  const texts = (says.choices ?? []).map((choice) => choice.text);
  return { said: isRows ? { kind: "matrix", [found.value]: texts } : says, loose: [] };
}

function isChoices(outline: Outline, { key }: Entry): boolean {
  const { from, to } = inside(outline, key);
  return keyAt(outline.text.prompt, from, to, "options", "rows", "columns")?.to === to;
}

function labelOf(outline: Outline, { entries }: Map): Entry | undefined {
  const [best] = LABELS.flatMap((label) => entries.filter(({ key }) => nameOf(outline, key) === label));
  return best;
}

function nameOf(outline: Outline, key: Range): string {
  return wordsOf(outline, key).toLowerCase();
}

function wordsOf({ text: { prompt } }: Outline, range: Range): string {
  return unquoted(prompt.textOf(range));
}

function inside({ text: { prompt } }: Outline, { from, to }: Range): Range {
  return prompt.isOpenQuote(from) && prompt.after(from) === to ? prompt.inside(from) : { from, to };
}

function read({ text: { prompt } }: Outline, { key, value }: Entry): void {
  prompt.accounting.read({ from: key.from, to: value.at.to });
}
