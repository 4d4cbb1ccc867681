/** Places intervals beside an earlier one, and writes them into arguments as times, days or numbers. */
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import type { IntervalRelation, OverlapRule } from "../../cases/overlaps.ts";
import { parseTime, printTimeLike } from "../../cases/times.ts";

/** Times are in milliseconds, numbers as they are. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** An interval with room before it, and the step by which others are shifted against it. */
export interface Scale {
  readonly interval: Interval;
  readonly step: number;
  /** The distance of intervals that do not touch. */
  readonly gap: number;
}

type Form = "number" | "day" | "time";
type Ends = Pick<OverlapRule, "start" | "end" | "length" | "unit">;

const second = 1_000;
const unitLengths = { seconds: second, minutes: 60 * second, hours: 3_600 * second, days: 86_400 * second };

/** The length of the interval and the step, in lengths of the example: a server accepts those best. */
const scales = [
  { length: 3, step: 1 },
  { length: 1, step: 1 / 3 },
  { length: 1, step: 1 / 4 },
  // Lengths that an `enum` names are often halves and doubles of each other.
  { length: 1, step: 1 / 2 },
  { length: 1, step: 1 },
  { length: 2, step: 1 / 2 },
  { length: 1 / 2, step: 1 / 4 },
];

/** Reads the interval of valid arguments; undefined if they have none. */
export function readInterval(input: Json, rule: Ends): Interval | undefined {
  const start = parse(valueAt(input, rule.start));
  if (start === undefined) return undefined;
  const end = rule.end === undefined ? undefined : parse(valueAt(input, rule.end))?.value;
  const length = rule.length === undefined ? undefined : valueAt(input, rule.length);
  const last = typeof length === "number" ? start.value + length * unitOf(start.form, rule) : end;
  return last === undefined || last <= start.value ? undefined : { start: start.value, end: last };
}

/** Returns the smallest distance that counts: a day between days, and 1 between numbers. Servers round times, so there is none. */
export function readGap(input: Json, rule: Ends): number | undefined {
  const form = parse(valueAt(input, rule.start))?.form;
  if (form === "number") return 1;
  return form === "day" ? unitLengths.days : undefined;
}

/** Writes an interval into arguments, in the form in which they have one. */
export function withInterval(input: Json, rule: Ends, { start, end }: Interval): Json {
  const sample = valueAt(input, rule.start);
  const form = parse(sample)?.form ?? "number";
  const print = (time: number) => (typeof sample === "string" ? printTimeLike(sample, time) : time);
  const edits: Edit[] = [{ set: rule.start, to: print(start) }];
  if (rule.end !== undefined) edits.push({ set: rule.end, to: print(end) });
  if (rule.length !== undefined) edits.push({ set: rule.length, to: (end - start) / unitOf(form, rule) });
  return applyEdits(input, edits);
}

/**
 * Lists the scales of which every interval is valid. An interval begins two steps after that of the example, so that those before it
 * do not begin before the example, which may lie close to the present.
 */
export function listScales(
  { start, end }: Interval,
  gap: number | undefined,
  relations: readonly IntervalRelation[],
  isValid: (interval: Interval) => boolean,
): Scale[] {
  const length = end - start;
  return scales
    .map((scale) => ({ length: scale.length * length, step: scale.step * length }))
    .map(({ length: own, step }) => ({
      interval: { start: start + 2 * step, end: start + 2 * step + own },
      step,
      gap: gap ?? step,
    }))
    .filter((scale) =>
      [scale.interval, ...relations.map((relation) => placeInterval(relation, scale))].every(isValid),
    );
}

/** Returns the interval that has this relation to that of the scale. */
export function placeInterval(relation: IntervalRelation, { interval, step, gap }: Scale): Interval {
  const { start, end } = interval;
  const [first, last] = {
    equal: [start, end],
    around: [start - step, end + step],
    inside: [start + step, end - step],
    "over-start": [start - step, start + step],
    "over-end": [end - step, end + step],
    before: [start - step, start],
    after: [end, end + step],
    "apart-before": [start - gap - step, start - gap],
    "apart-after": [end + gap, end + gap + step],
  }[relation] as [number, number];
  return { start: first, end: last };
}

function unitOf(form: Form, { unit }: Ends): number {
  return form === "number" || unit === undefined ? 1 : unitLengths[unit];
}

function parse(value: Json | undefined): { readonly form: Form; readonly value: number } | undefined {
  if (typeof value === "number") return { form: "number", value };
  const time = typeof value === "string" ? parseTime(value) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  return { form: /^\d{4}-\d\d-\d\d$/.test(String(value)) ? "day" : "time", value: time };
}

/** Whether an interval can be written: days are whole, and lengths are numbers that the tool takes. */
export function isWritten(input: Json, rule: Ends, { start, end }: Interval): boolean {
  const read = readInterval(withInterval(input, rule, { start, end }), rule);
  return read !== undefined && read.start === start && read.end === end;
}
