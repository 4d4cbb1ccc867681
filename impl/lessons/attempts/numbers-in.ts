/** Reads numbers as people write them. */
import type { Language } from "../../../generated/types.ts";

/** Languages that write 1,000.5; the others write 1.000,5. */
const POINT_LANGUAGES: ReadonlySet<Language> = new Set(["en", "ga", "mt"]);

/**
 * Returns the numbers that a text may mean, the likeliest first: "1.500" is 1500 or 1.5. Empty if it is not a number. @param
 * units units that may follow the number
 */
export function numbersIn(text: string, language: Language, units: readonly string[]): number[] {
  // Normalised, 1½ would be 11/2.
  const spaced = text.trim().replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, " ");
  const digits = withoutUnit(spaced.normalize("NFKC"), units)
    .replace(/[−–]/g, "-")
    .replaceAll("⁄", "/")
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "")
    .replace(/^([+-])\s+/, "$1");
  const fraction = readFraction(digits);
  if (fraction !== undefined) return [fraction];
  const [group, point] = POINT_LANGUAGES.has(language) ? [",", "."] : [".", ","];
  const readings = [
    isGrouped(digits, group) ? digits.replaceAll(group, "").replace(point, ".") : undefined,
    isGrouped(digits, point) ? digits.replaceAll(point, "").replace(group, ".") : undefined,
    digits.replace(",", "."),
  ];
  const numbers = readings
    .filter((each) => each !== undefined)
    .filter((each) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(each))
    .map(Number);
  return [...new Set(numbers)].filter(Number.isFinite);
}

/** 3/4 or 1 1/2. */
function readFraction(digits: string): number | undefined {
  const [, sign, whole = "0", top, bottom] = /^([+-]?)(?:(\d+) )?(\d+) ?\/ ?(\d+)$/.exec(digits) ?? [];
  if (top === undefined || Number(bottom) === 0) return undefined;
  const value = Number(whole) + Number(top) / Number(bottom);
  return sign === "-" ? -value : value;
}

/** Whether groups of three digits are separated by `group`. */
function isGrouped(digits: string, group: string): boolean {
  const [mark, point] = group === "." ? ["\\.", ","] : [",", "\\."];
  return new RegExp(`^[+-]?\\d{1,3}(${mark}\\d{3})+(${point}\\d*)?$`).test(digits);
}

function withoutUnit(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = units
    .map((unit) => unit.normalize("NFKC").trim().toLowerCase())
    .filter((unit) => unit !== "" && lower.endsWith(unit))
    .sort((one, other) => other.length - one.length)[0];
  return found === undefined ? lower : lower.slice(0, lower.length - found.length).trim();
}
