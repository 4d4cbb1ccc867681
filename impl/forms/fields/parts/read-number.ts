/** Reads numbers as people type them, on the server and in browsers. */

import { numberFormat, writeNumber } from "../../../texts/number.ts";

/** How the numbers of a text are written. */
export interface NumberNotation {
  /** The language of the page. */
  readonly language: string;
  /** The texts of the unit of the question, in all languages. */
  readonly units?: readonly string[] | undefined;
}

/** The languages with a decimal point, as in CLDR. The others have a decimal comma. */
const withPoint = new Set(["en", "ga", "mt"]);

/** Reads a number as its language writes it; NaN for any other text, undefined for an empty answer. */
export function readNumber(input: unknown, notation: NumberNotation): number | undefined {
  if (typeof input === "number") return Number.isFinite(input) ? input + 0 : Number.NaN;
  return readNumbers(input, notation)[0];
}

/**
 * Returns the two numbers that a text can be, where its language reads a fraction of three digits, and others read groups of
 * three: 45.000 in English. Undefined: it is one number at most.
 */
export function findTwoNumbers(
  input: unknown,
  notation: NumberNotation,
): readonly [own: number, other: number] | undefined {
  const [own = 0, other = 0] = readNumbers(input, notation);
  return Math.abs(other) > Math.abs(own) ? [own, other] : undefined;
}

/** Writes a number of `findTwoNumbers` so that it is read as this number only. */
export function writeUnmistakably(number: number, { language }: NumberNotation): string {
  const text = String(number).replace(/\.\d{3}$/, "$&0");
  return withPoint.has(language) ? text : text.replace(".", ",");
}

/** Says how a typed number is read, where it is not typed as its language writes it; empty: it is, or is no number. */
export function describeReading(text: string, notation: NumberNotation, locale: string): string {
  const number = readNumber(text, notation);
  if (number === undefined || Number.isNaN(number)) return "";
  const format = numberFormat(locale);
  const two = findTwoNumbers(text, notation);
  if (two !== undefined) return `${two.map((one) => writeNumber(one, format)).join(" / ")} ?`;
  const written = writeNumber(number, format);
  return normalise(written) === normalise(text) ? "" : `= ${written}`;
}

/** Returns the number that the language reads, then the number that languages with the other decimal sign read. */
function readNumbers(
  input: unknown,
  { language, units = [] }: NumberNotation,
): readonly (number | undefined)[] {
  if (input === undefined || input === null) return [];
  if (typeof input !== "string") return [Number.NaN];
  const text = normalise(input);
  if (text === "") return [];
  const signs = withPoint.has(language) ? ([".", ","] as const) : ([",", "."] as const);
  const [decimal, group] = signs;
  const read = (one: string) => [parse(one, decimal, group), parse(one, group, decimal)] as const;
  const numbers = [text, ...units.flatMap((unit) => withoutUnit(text, normalise(unit)))].map(read);
  const [own, other] = numbers.find((both) => !both.every(Number.isNaN)) ?? numbers[0]!;
  return Number.isNaN(own) ? [other] : [own, other];
}

/** Replaces digits and signs of all scripts, and every white space and apostrophe, which only separate groups, by a space. */
function normalise(text: string): string {
  return text
    .replace(/[^\0-\x7f]/g, toDigit)
    .replace(/[−–‐]/g, "-")
    .replace(/[\u200e\u200f\u061c]/g, "")
    .replace(/['’٬\s]/g, " ")
    .trim()
    .toLowerCase();
}

/** Returns the digit of a character. Digits of a script begin at a multiple of 16, or at 6 above one. */
function toDigit(character: string): string {
  if (!isDigit.test(character)) return character;
  const low = character.charCodeAt(0) % 16;
  const first = String.fromCharCode(character.charCodeAt(0) - low);
  return String(isDigit.test(first) ? low : low - 6);
}

const isDigit = /\p{Nd}/u;

/** Removes the unit before or behind a number. */
function withoutUnit(text: string, unit: string): string[] {
  if (unit === "") return [];
  return [
    ...(text.endsWith(unit) ? [text.slice(0, -unit.length).trim()] : []),
    ...(text.startsWith(unit) ? [text.slice(unit.length).trim()] : []),
  ];
}

/** Reads groups of three digits with one separator, or digits without one, and a fraction; NaN: it is anything else. */
function parse(text: string, decimal: string, group: string): number {
  const number = text.replace("٫", decimal);
  const pattern = new RegExp(
    `^[+-]?(?=[${decimal}]?\\d)(\\d+|[1-9]\\d{0,2}([ ${group}])\\d{3}(\\2\\d{3})*)?([${decimal}]\\d*)?(e[+-]?\\d{1,3})?$`,
  );
  const value = pattern.test(number)
    ? Number(number.replaceAll(" ", "").replaceAll(group, "").replace(decimal, "."))
    : Number.NaN;
  // Adding 0 turns -0 into 0.
  return Number.isFinite(value) ? value + 0 : Number.NaN;
}
