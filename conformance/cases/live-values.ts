/** Values that a spec cannot write as they are: times from now, and another value for each thing that is made. */
import type { Pointer } from "./call-rules.ts";
import type { Json } from "./edits.ts";

/** A value in arguments that is decided when a call is made. `sample` stands for it in the case file, and fits the schema. */
export type LiveValue = { readonly path: Pointer; readonly sample: Json } & (LiveTime | NthValue);

/** A time from now. */
export interface LiveTime {
  /** Seconds from now. */
  readonly now: number;
  /** Seconds that each further value of the run is later. */
  readonly each?: number;
  /** How the time is written. */
  readonly as: TimeForm;
}

/**
 * The form of a time: a time with its zone, a day, the seconds or milliseconds since 1970, or a layout without a zone in which `YYYY`, `MM`,
 * `DD`, `hh`, `mm` and `ss` stand for the parts of the time in UTC.
 */
export type TimeForm = "date-time" | "date" | "seconds" | "milliseconds" | (string & {});

/** Another value each time: the text with a number in place of `{n}`, or the number itself. */
export interface NthValue {
  /** The text, with `{n}` in place of the number; unused for a number. */
  readonly nth: string;
  /** Whether the value is the text or the number. */
  readonly as: "text" | "number";
}

/** The moment that samples count as now: it is far enough from every real one. */
const sampleNow = Date.UTC(2031, 4, 14, 9, 26, 53);

/** Returns the value that stands for a live one in the case file. @param n the smallest number that the schema allows */
export function makeSample(value: LiveTime | NthValue, n = 1): Json {
  return "now" in value ? makeTime(value, sampleNow, 0) : makeNth(value, n);
}

/** Returns the time as its form writes it. @param now the time of the target in milliseconds. @param count the number of values of the run before this one */
export function makeTime({ now: seconds, each = 0, as }: LiveTime, now: number, count: number): Json {
  const at = Math.floor(now / 1_000) + seconds + each * count;
  if (as === "seconds") return at;
  if (as === "milliseconds") return at * 1_000;
  const text = new Date(at * 1_000).toISOString();
  if (as === "date") return text.slice(0, "2031-05-14".length);
  return as === "date-time" ? text.replace(".000", "") : layOut(text, as);
}

const partOfLayout = /YYYY|MM|DD|hh|mm|ss/g;

/** Whether a text says how a time is written: it has a part of a time. */
export function isLayout(text: string): boolean {
  return text.search(partOfLayout) !== -1;
}

/** Layouts of times without a zone, the most usual first. */
export const usualLayouts: readonly string[] = ["T", " "]
  .flatMap((between) => [`YYYY-MM-DD${between}hh:mm:ss`, `YYYY-MM-DD${between}hh:mm`])
  .concat("YYYY-MM", "hh:mm", "DD.MM.YYYY", "YYYYMMDD");

/** @param time a time in UTC, as `toISOString` writes it */
function layOut(time: string, layout: string): string {
  const [, YYYY, MM, DD, hh, mm, ss] = /^(\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(time) ?? [];
  const parts: Readonly<Record<string, string | undefined>> = { YYYY, MM, DD, hh, mm, ss };
  return layout.replaceAll(partOfLayout, (part) => parts[part] ?? part);
}

export function makeNth({ nth, as }: NthValue, n: number): Json {
  return as === "number" ? n : nth.replaceAll("{n}", String(n));
}
