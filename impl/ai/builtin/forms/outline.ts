/** What was read of a prompt so far: pages with their fields, settings, and sentences about fields that come later. */

import { limits } from "../../../../generated/limits.ts";
import { type Said, together } from "../items/draft.ts";
import { type Item, type ItemPlace, readItem } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import type { Template } from "./purpose.ts";
import { refusalOf } from "./refusal.ts";
import { bothSettings, type Settings } from "./settings.ts";

/** A field, or the heading of a section, in the order of the prompt. */
export type Entry =
  | { readonly kind: "field"; readonly item: Item; readonly source: Source }
  | { readonly kind: "section"; readonly title: string };

/** Where an item was read, so that lines below may add to it. */
interface Source {
  readonly range: Range;
  readonly place: ItemPlace;
}

export interface OutlinePage {
  readonly title?: string;
  readonly entries: Entry[];
}

/** "Phone is optional": whether the fields that a range names need an answer. */
export interface Remark {
  readonly subject: Range;
  readonly whole: Range;
  readonly required: boolean;
  /** "Only the name is required" */
  readonly isOnly?: boolean;
}

/** Grows while the prompt is read from its beginning to its end. */
export class Outline {
  readonly text: Text;
  readonly pages: OutlinePage[] = [{ entries: [] }];
  /** The fields of all pages. */
  readonly fields: Item[] = [];
  readonly remarks: Remark[] = [];
  /** A title that only the words before the fields suggest. */
  title: string | undefined;
  /** The template that the words before the fields name. */
  purpose: Template | undefined;
  settings: Settings = {};
  #size = 0;

  constructor(text: Text) {
    this.text = text;
  }

  /** The last field, if nothing else stands behind it. */
  get last(): Item | undefined {
    const entry = this.pages.at(-1)?.entries.at(-1);
    return entry?.kind === "field" ? entry.item : undefined;
  }

  /** Adds a field and accounts for its words. */
  add(
    item: Item,
    source: Source = { range: item.draft.at, place: { isLine: false } },
    whole = source.range,
  ): void {
    const { last } = this;
    // "Pets? If yes, which kind"
    if (item.draft.condition?.kind === "answer" && last?.decided.isGuess && last.draft.label.endsWith("?"))
      this.extend({ kind: "yes_no" }, { from: 0, to: 0 });
    this.text.prompt.accounting.read(whole);
    for (const part of item.unread) this.text.prompt.accounting.unread(part);
    this.#enter({ kind: "field", item, source });
    this.fields.push(item);
  }

  /** @returns whether there are any */
  addAll(items: readonly Item[]): boolean {
    for (const item of items) this.add(item);
    return items.length > 0;
  }

  /** Reads a field and adds it. @param whole what it accounts for @returns whether the range is a field */
  addItem(range: Range, place: ItemPlace = { isLine: true }, whole = range): boolean {
    const item = readItem(this.text, range, place);
    if (item) this.add(item, { range, place }, whole);
    return item !== undefined;
  }

  note(says: Settings): void {
    this.settings = bothSettings(this.settings, says);
  }

  addPage(title?: string): void {
    const last = this.pages.at(-1);
    if (last && last.entries.length === 0) this.pages.pop();
    if (this.pages.length === limits.form_pages.max)
      throw refusalOf({ key: "edit_too_many_pages", values: { most: limits.form_pages.max } });
    this.pages.push({ ...(title && { title }), entries: [] });
  }

  addSection(title: string): void {
    this.#enter({ kind: "section", title });
  }

  /** The rest of a prompt that asks for too much is not read. */
  #enter(entry: Entry): void {
    this.#size += 1;
    if (this.#size > limits.form_fields.max)
      throw refusalOf({ key: "edit_too_many_fields", values: { most: limits.form_fields.max } });
    this.pages.at(-1)?.entries.push(entry);
  }

  /** Adds what lines below the last field say of it. @returns false if there is no such field */
  extend(details: Said, range: Range): boolean {
    const entries = this.pages.at(-1)?.entries ?? [];
    const last = entries.at(-1);
    if (last?.kind !== "field") return false;
    const below = together(last.source.place.below ?? {}, details);
    const place = { ...last.source.place, below };
    const item = readItem(this.text, last.source.range, place);
    if (!item) return false;
    entries[entries.length - 1] = { ...last, item, source: { ...last.source, place } };
    this.fields[this.fields.length - 1] = item;
    this.text.prompt.accounting.read(range);
    for (const part of details.loose ?? []) this.text.prompt.accounting.unread(part);
    return true;
  }
}
