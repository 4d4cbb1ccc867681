/** Fields of dates and times. */
import type { DateField, DatetimeField, TimeField } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../markup/html.ts";
import { focusId, inputs } from "../inputs.ts";
import type { WrongBound } from "../kind.ts";
import { type FieldView, rawText } from "../view.ts";
import { AUTOFILL } from "./line-input.ts";
import { oneInput, ordered } from "./one-input.ts";

const HOUR_MS = 3_600_000;

export type MomentField = DateField | DatetimeField | TimeField;

export const momentKind = {
  ...oneInput,
  own: { required: true, validation: true },
  wrongBounds,
  input,
} as const;

/** Somewhere it is still this day: UTC-12. */
export function earliestToday(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/** Somewhere it is this day already: UTC+14. */
export function latestToday(now: Date): string {
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
  return ordered("min", validation.min, "max", validation.max);
}

/** The schema's pattern of a datetime accepts 31 February. */
function isRealDate(bound: string | undefined): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(bound ?? "")?.[0];
  if (day === undefined) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Undefined for an empty answer; a blank for a value that is not text, which no format accepts. */
export function readText(input: unknown): string | undefined {
  if (input === undefined || input === null) return undefined;
  const text = typeof input === "string" ? input.trim() : " ";
  return text === "" ? undefined : text;
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Browsers may add seconds. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(text);
}

function input({ field, rawAnswer, aria, now }: FieldView<MomentField>): Html {
  const { min, max } = field.validation ?? {};
  const tail = field.type === "datetime" ? ["T00:00", "T23:59"] : ["", ""];
  const values = attributes({
    type: field.type === "datetime" ? "datetime-local" : field.type,
    class: "input date",
    id: focusId(field),
    name: inputs.answer(field.id),
    min: min === "today" ? earliestToday(now) + tail[0] : min,
    max: max === "today" ? latestToday(now) + tail[1] : max,
    autocomplete: AUTOFILL[field.id],
    value: rawText(rawAnswer),
  });
  return html`<input${values}${aria}>`;
}
