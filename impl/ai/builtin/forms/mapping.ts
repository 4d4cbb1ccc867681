/** Reads fields that are written like JSON: `{ "label": "Room", "type": "dropdown", "options": ["A", "B"], "required": true }`. */
import { unquoted } from "../items/choices.ts";
import { DETAIL_KEYS, readBound, readKey } from "../items/details.ts";
import { type Said, together } from "../items/draft.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import type { Entry, Value } from "../reading/mapping.ts";
import type { Prompt } from "../reading/prompt.ts";
import { listedUnder } from "./below.ts";
import type { Outline } from "./outline.ts";
import { readSetting } from "./settings.ts";

type Map = Extract<Value, { kind: "map" }>;

/** The label of a field, the better ones first. */
const LABELS = ["label", "question", "text", "title", "prompt"];
/** Ids, which are labels where there is no better one. */
const IDS = ["field", "name", "id", "key"];
const ENDS = ["min_label", "max_label"];

/** @param isForm whether it may be the form itself, not a part of it */
export function readMapping(outline: Outline, value: Value, isForm = true): void {
  for (const map of mapsIn(value)) {
    const groups = map.entries.filter((entry) => isGroup(outline, entry));
    if (groups.length > 0) readGroup(outline, map, { groups, isForm: isForm && value.kind === "map" });
    else if (map.entries.every((entry) => entry.value.kind === "map"))
      for (const { key, value: field } of map.entries)
        for (const one of mapsIn(field)) readField(outline, one, key);
    else readField(outline, map);
  }
}

function mapsIn(value: Value): Map[] {
  if (value.kind === "map") return [value];
  return value.kind === "list" ? value.items.flatMap((item) => (item.kind === "map" ? [item] : [])) : [];
}

/** `fields: [...]`, `form: { ... }`, `fields: { name: { type: text } }`, but not `validation: { min: 1 }`. */
function isGroup({ text: { prompt } }: Outline, { key, value }: Entry): boolean {
  const { from, to } = prompt.inner(key);
  if (mapsIn(value).length === 0 || prompt.keyAt(from, to, ...DETAIL_KEYS)?.to === to) return false;
  if (value.kind === "list") return true;
  const name = prompt.keyAt(from, to, "fields", "formTitle", "page", "section", "settings");
  return name?.to === to;
}

/** A form, page or section: its title and settings, and the fields in it. */
function readGroup(
  outline: Outline,
  map: Map,
  { groups, isForm }: { groups: readonly Entry[]; isForm: boolean },
): void {
  const { text } = outline;
  const { prompt } = text;
  const title = entryOf(prompt, map, [...LABELS, ...IDS]);
  if (title) {
    const words = wordsOf(prompt, title.value.at);
    if (isForm) outline.note({ title: words });
    else outline.addPage(words);
    read(prompt, title);
  }
  for (const entry of map.entries) {
    if (groups.includes(entry) || entry === title) continue;
    const says = readSetting(text, prompt.inner(entry.key), prompt.inner(entry.value.at));
    if (!says) continue;
    outline.note(says);
    read(prompt, entry);
  }
  for (const { key, value } of groups) {
    prompt.accounting.read(key);
    readMapping(outline, value, isForm && title === undefined);
  }
}

/** @param name the key of the field in a map of fields, its label if there is no other */
function readField(outline: Outline, map: Map, name?: Range): void {
  const { text } = outline;
  const { prompt } = text;
  const label = entryOf(prompt, map, LABELS)?.value.at ?? name ?? entryOf(prompt, map, IDS)?.value.at;
  const known = map.entries.map((entry) => ({ entry, details: detailsOf(text, entry) }));
  const [low, high] = ENDS.map((end) => entryOf(prompt, map, [end]));
  const ends = low && high && ([wordsOf(prompt, low.value.at), wordsOf(prompt, high.value.at)] as const);
  const below = known.flatMap(({ details }) => details ?? []).reduce(together, ends ? { ends } : {});
  if (!label) return;
  if (name) prompt.accounting.read(name);
  for (const { entry, details } of known) if (details) read(prompt, entry);
  if (!outline.addItem(prompt.trim(label, ""), { isLine: true, below })) prompt.accounting.unread(map.at);
}

/** @returns what an entry says of its field; ids say nothing that respondents see; undefined if it is not known */
function detailsOf(text: Text, { key, value }: Entry): Said | undefined {
  const { prompt } = text;
  const name = prompt.inner(key);
  if ([...LABELS, ...IDS, ...ENDS].includes(wordsOf(prompt, key).toLowerCase())) return {};
  const range = prompt.inner(value.at);
  const bound = readBound(text, name, range);
  if (bound) return bound;
  if (value.kind === "map") {
    const known = value.entries.flatMap((entry) => detailsOf(text, entry) ?? []);
    return known.length < value.entries.length ? undefined : known.reduce(together, {});
  }
  const found = prompt.keyAt(name.from, name.to, ...DETAIL_KEYS);
  if (found?.to !== name.to) return undefined;
  if (value.kind !== "list") return readKey(text, found.value, range);
  const parts = value.items.map((item) => {
    const label = item.kind === "map" ? entryOf(prompt, item, [...LABELS, ...IDS]) : undefined;
    return prompt.inner(label?.value.at ?? item.at);
  });
  return listedUnder(text, found.value, parts);
}

/** The first entry that has one of several names, the earlier names first. */
function entryOf(prompt: Prompt, { entries }: Map, names: readonly string[]): Entry | undefined {
  return names
    .flatMap((name) => entries.filter(({ key }) => wordsOf(prompt, key).toLowerCase() === name))
    .at(0);
}

const wordsOf = (prompt: Prompt, range: Range): string => unquoted(prompt.textOf(range));

function read(prompt: Prompt, { key, value }: Entry): void {
  prompt.accounting.read({ from: key.from, to: value.at.to });
}
