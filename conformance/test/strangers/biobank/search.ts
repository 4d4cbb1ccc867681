/** The list of samples. Its cursors are signed, for one laboratory and its filters. */
import { createHash } from "node:crypto";
import { breaks } from "./breaks.ts";
import { listOf, type Sample, samples } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { lapse } from "./samples.ts";

interface Filters {
  readonly study_id?: number;
  readonly rack_id?: number;
  readonly kind?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly text?: string;
  readonly min_volume?: number;
  readonly collected_from?: string;
  readonly collected_to?: string;
  readonly sort: "newest" | "barcode" | "volume";
}

export interface SampleQuery extends Filters {
  readonly cursor?: string;
  readonly limit: number;
}

const isTag = (each: string, tag: string) =>
  each === tag || (breaks("tags-by-beginning") && each.startsWith(tag));

function includes(text: string, words: string): boolean {
  if (!breaks("point-is-any-letter")) return text.includes(words);
  const escaped = words.replaceAll(/[$()*+?[\\\]^{|}]/g, "\\$&");
  return new RegExp(escaped).test(text);
}

function fits(sample: Sample, filters: Filters): boolean {
  const { study_id, rack_id, kind, status, tag, text, min_volume = 0 } = filters;
  const { collected_from = "", collected_to = "9999" } = filters;
  const words = text?.toLowerCase();
  return (
    (status === undefined ? sample.status !== "discarded" : sample.status === status) &&
    (study_id ?? sample.study_id) === sample.study_id &&
    (rack_id ?? sample.rack_id) === sample.rack_id &&
    (kind === undefined || kind === (breaks("found-by-first-kind") ? sample.first.kind : sample.kind)) &&
    (tag === undefined || sample.tags.some((each) => isTag(each, tag))) &&
    (words === undefined ||
      [sample.barcode, sample.note ?? ""].some((each) => includes(each.toLowerCase(), words))) &&
    sample.volume_ul >= min_volume &&
    sample.collected_on >= collected_from &&
    sample.collected_on <= collected_to
  );
}

const orders: Readonly<Record<Filters["sort"], (a: Sample, b: Sample) => number>> = {
  newest: (a, b) =>
    (breaks("newest-by-change") ? compareTexts(b.updated_at, a.updated_at) : 0) || b.id - a.id,
  volume: (a, b) =>
    (breaks("volume-as-text")
      ? compareTexts(String(b.volume_ul), String(a.volume_ul))
      : b.volume_ul - a.volume_ul) || b.id - a.id,
  barcode: (a, b) => compareTexts(a.barcode.toLowerCase(), b.barcode.toLowerCase()) || b.id - a.id,
};

const compareTexts = (a: string, b: string) => Number(a > b) - Number(a < b);

function sign(lab: string, filters: Filters, last: number): string {
  const signed = `${lab} ${last} ${JSON.stringify(Object.entries(filters).toSorted())} biobank`;
  return `${last}.${createHash("sha256").update(signed).digest("hex").slice(0, 24)}`;
}

export function findSamples(lab: string, { cursor, limit, ...filters }: SampleQuery) {
  const own = listOf(samples, lab);
  for (const sample of own) lapse(sample);
  const order = orders[filters.sort];
  const all = own.filter((sample) => fits(sample, filters)).toSorted(order);
  const last = samples.get(Number(cursor?.split(".")[0]));
  if (cursor !== undefined && (last === undefined || cursor !== sign(lab, filters, last.id)))
    throw new Refusal("bad_cursor", "The cursor is not one of this list.");
  const rest = last === undefined ? all : all.filter((sample) => order(last, sample) < 0);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  const next = end !== undefined && rest.length > page.length ? sign(lab, filters, end.id) : undefined;
  return { page, total: all.length, ...(next !== undefined && { next_cursor: next }) };
}
