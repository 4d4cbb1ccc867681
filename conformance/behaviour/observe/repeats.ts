/** Checks that results repeat an argument, in the form that the server gives to all values of that argument. */
import { canonical } from "@toolwright/runtime/json";
import { applyEdits, isObject, type Json, valueAt } from "../../cases/edits.ts";
import { toPattern, valuesAt } from "../../cases/places.ts";
import type { RepeatRule } from "../../cases/rules/results.ts";
import { parseTime } from "../../cases/times.ts";
import { isTime } from "./lost.ts";
import { notApplicable, type ResultCheck } from "./result-check.ts";

/**
 * A form in which a server may keep all values of an argument: without blanks around texts, in lower case, nothing in place of an empty
 * text, or each entry of a list once.
 */
type Form = (value: Json) => Json;

type TextForm = (text: string) => string;

const asItIs: TextForm = (text) => text;
const inLowerCase: TextForm = (text) => text.toLowerCase();
const inUpperCase: TextForm = (text) => text.toUpperCase();
const trimmed: TextForm = (text) => text.trim();
const withSingleBlanks: TextForm = (text) => text.trim().replaceAll(/\s+/gu, " ");

type ListForm = (list: readonly Json[]) => Json;

const allEntries: ListForm = (list) => list;
const eachOnce: ListForm = (list) => {
  const distinct = new Map(list.map((entry) => [canonical(entry), entry]));
  return [...distinct.values()].filter((entry) => entry !== "" && entry !== null);
};
const inOrder: ListForm = (list) => [...(eachOnce(list) as readonly Json[])].sort();

const forms: readonly Form[] = [false, true].flatMap((emptyIsNull) =>
  [asItIs, trimmed, withSingleBlanks].flatMap((blanks) =>
    [asItIs, inLowerCase, inUpperCase].flatMap((letters) =>
      [allEntries, eachOnce, inOrder].map((listForm) =>
        makeForm((text) => letters(blanks(text)), listForm, emptyIsNull),
      ),
    ),
  ),
);

function makeForm(textForm: TextForm, listForm: ListForm, emptyIsNull: boolean): Form {
  return function apply(value: Json): Json {
    if (typeof value === "string") {
      const text = textForm(value);
      return emptyIsNull && text.trim() === "" ? null : text;
    }
    if (Array.isArray(value)) return listForm(value.map(apply));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, apply(child)]));
  };
}

/**
 * Checks results of one run. Each result leaves the forms that it fits: a server that has kept capital letters once does not write all
 * texts in lower case. A result breaks the rule when no form is left.
 */
export function checkRepeat({ argument, path, defaults = [] }: RepeatRule): ResultCheck {
  let possible = forms;
  return (input, result) => {
    const sent = valueAt(input, argument);
    // `null` stands for an argument that is left out.
    if (sent === undefined || sent === null) return notApplicable;
    const found = valuesAt(result, path);
    const isEmptyList = found.length === 0 && path.includes("/*");
    if (isEmptyList) return notApplicable;
    const right = [sent, withDefaults(sent, defaults)];
    const shown = listShown(sent, path, found);
    const fits = (form: Form, value: Json) => right.some((each) => meansSame(value, form(each)));
    const left = possible.filter((form) => shown.every((value) => fits(form, value)));
    if (left.length > 0) {
      possible = left;
      return undefined;
    }
    const wrong = found.find(({ value }) => !possible.some((form) => fits(form, value))) ?? found[0];
    return `${wrong?.pointer ?? path} is ${wrong === undefined ? "missing" : JSON.stringify(wrong.value)}, and ${argument} was ${JSON.stringify(sent)}`;
  };
}

/** Lists the values that an argument must be. The entries of a list may stand in the items of a list of objects, one in each. */
function listShown(sent: Json, path: string, found: readonly { readonly value: Json }[]): readonly Json[] {
  const values = found.map(({ value }) => value);
  if (Array.isArray(sent) && path.includes("/*") && !values.some(Array.isArray)) return [values];
  return values.length > 0 ? values : [null];
}

/** Writes out what the parts of an argument leave out. */
function withDefaults(sent: Json, defaults: NonNullable<RepeatRule["defaults"]>): Json {
  return defaults.reduce((filled, { at, to }) => {
    const end = at.lastIndexOf("/");
    const parts = valuesAt(filled, toPattern(at.slice(0, end)));
    const edits = parts
      .map(({ pointer }) => pointer + at.slice(end))
      .filter((pointer) => valueAt(filled, pointer) === undefined)
      .map((set) => ({ set, to }));
    return applyEdits(filled, edits);
  }, sent);
}

/** An amount or another decimal number in a text. One that begins with 0, such as a phone number, is none. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The parts of a second, or of a minute, that servers leave out of the times that they keep, in milliseconds. */
const leftOut = [1_000, 60_000];

/** Whether a time is the one that was sent, or the second or minute in which that is. */
function isSameTime(shown: number, sent: number): boolean {
  return shown === sent || leftOut.some((part) => shown % part === 0 && Math.abs(shown - sent) < part);
}

/** Whether two values are equal, or the same time or amount in other words: in another zone, or `12.5` and `12.50`. */
function meansSame(shown: Json, sent: Json): boolean {
  if (canonical(shown) === canonical(sent)) return true;
  if (typeof shown !== "string" || typeof sent !== "string") return false;
  if (isTime(shown) && isTime(sent)) return isSameTime(parseTime(shown), parseTime(sent));
  const areAmounts = decimal.test(shown) && decimal.test(sent) && `${shown}${sent}`.includes(".");
  return areAmounts && Number(shown) === Number(sent);
}
