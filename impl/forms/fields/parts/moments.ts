/** Fields of dates and times. */
import type { DateField, DatetimeField, TimeField } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { type Checked, type Problem, problem } from "../../answers/problem.ts";
import type { ClientRule } from "../client/client-rule.ts";
import type { CheckContext, WrongBound } from "../kind.ts";
import { focusId, inputs } from "./inputs.ts";
import { AUTOFILL } from "./line-input.ts";
import { checkOrder, oneInput } from "./one-input.ts";
import { type FieldView, rawText } from "./view.ts";

const HOUR_MS = 3_600_000;

export type MomentField = DateField | DatetimeField | TimeField;

/** @param read the answer in its own form; undefined: it is none */
export function momentKind(type: MomentField["type"], read: (text: string) => string | undefined) {
  return {
    ...oneInput,
    own: { required: true, validation: true },
    wrongBounds,
    check,
    input,
    rules,
  } as const;

  function rules(field: MomentField, say: (problem: Problem) => string): readonly ClientRule[] {
    const { min = null, max = null } = boundsAt(field, new Date());
    return [
      ["moment", null, null, say(problem(type).problem)],
      ...(min === null ? [] : [["moment", min, null, say(outside("min", min))] as const]),
      ...(max === null ? [] : [["moment", null, max, say(outside("max", max))] as const]),
    ];
  }

  function check(field: MomentField, typed: unknown, { now }: CheckContext): Checked<string> {
    if (typeof typed === "string" && typed.trim() === "") return undefined;
    const answer = typeof typed === "string" ? read(typed.trim()) : undefined;
    if (answer === undefined) return problem(type);
    const { min, max } = boundsAt(field, now);
    if (min !== undefined && answer < min) return { problem: outside("min", min) };
    if (max !== undefined && answer > max) return { problem: outside("max", max) };
    return { answer };
  }

  function outside(bound: "min" | "max", value: string): Problem {
    return type === "time"
      ? { code: `time_${bound}`, time: value }
      : { code: `${type}_${bound}`, date: value };
  }
}

/** The bounds, with the days that are today somewhere. */
function boundsAt({ type, validation = {} }: MomentField, now: Date) {
  const { min, max } = validation;
  const [first, last] = type === "datetime" ? ["T00:00", "T23:59"] : ["", ""];
  return {
    min: min === "today" ? earliestToday(now) + first : min,
    max: max === "today" ? latestToday(now) + last : max,
  };
}

/** Somewhere it is still this day: UTC-12. */
function earliestToday(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/** Somewhere it is this day already: UTC+14. */
function latestToday(now: Date): string {
  return new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10);
}

/** The first day that is accepted. */
export function firstDay({ validation = {} }: MomentField): string {
  const { min, max } = validation;
  const bound = [min, max].find((text) => text !== undefined && text !== "today");
  return bound ?? new Date().toISOString().slice(0, 10);
}

function wrongBounds({ validation = {} }: MomentField): readonly WrongBound[] {
  const unreal = (["min", "max"] as const).filter((bound) => !isRealDate(validation[bound]));
  if (unreal.length > 0) {
    return unreal.map((bound) => [
      `/validation/${bound}`,
      "bound_no_day",
      { bound: String(validation[bound]) },
    ]);
  }
  if (validation.min === "today" || validation.max === "today") return [];
  return checkOrder("min", validation.min, validation.max);
}

/** The schema's pattern of a datetime accepts 31 February. */
function isRealDate(bound: string | undefined): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(bound ?? "")?.[0];
  if (day === undefined) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text);
}

/** Browsers may add seconds. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(text);
}

function input({ field, rawAnswer, aria, now }: FieldView<MomentField>): Html {
  const values = attributes({
    type: field.type === "datetime" ? "datetime-local" : field.type,
    class: "input date",
    id: focusId(field),
    name: inputs.answer(field.id),
    ...boundsAt(field, now),
    autocomplete: AUTOFILL[field.id],
    value: rawText(rawAnswer),
  });
  return html`<input${values}${aria}>`;
}
