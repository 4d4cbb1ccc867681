/** Amounts of money in a form: they are shown with two digits after the decimal point, 37.50 € and not 37.5 €. */
import type { Calculation, FormField, FormStructure } from "../../generated/types.ts";
import { getCached } from "../platform/cache.ts";
import type { Digits } from "../texts/number.ts";
import { formulaTree } from "./answers/expression-trees.ts";
import { placedTexts } from "./structure/places.ts";

const CURRENCY = "(?:[€$£]|(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|DKK|NOK|RON|BGN|zł|Kč|kr|lei|лв)(?!\\p{L}))";
const unitOfMoney = new RegExp(`^${CURRENCY}`, "u");
const labelOfMoney = new RegExp(`(?<!\\p{L})${CURRENCY}`, "u");
/** A mention beside a currency, such as "{{total}} €". */
const amount = new RegExp(
  `\\{\\{(\\w+)\\}\\}\\s?${CURRENCY}|(?<!\\p{L})${CURRENCY}\\s?\\{\\{(\\w+)\\}\\}`,
  "gu",
);

/** Looking through all texts takes longer than drawing some pages, so it is done once for a structure. */
const known = new WeakMap<object, ReadonlyMap<string, Digits>>();

/** Returns the shown decimals by the ids of fields and calculations; numbers without an entry are shown with all their digits. */
export function shownDigits(structure: FormStructure): ReadonlyMap<string, Digits> {
  return getCached(known, structure, () => {
    const { pages, calculations = [] } = structure;
    const mentioned = mentionedAmounts(structure);
    const typed = pages.flatMap(({ fields }) => fields.filter((field) => asksForMoney(field, mentioned)));
    return new Map<string, Digits>([
      ...typed.map(({ id }) => [id, [2, 20]] as const),
      ...calculations.flatMap((one) => {
        const digits = readDigits(one) ?? (isMoney(one, mentioned) ? 2 : undefined);
        return digits === undefined ? [] : [[one.id, [digits, digits]] as const];
      }),
    ]);
  });
}

/** Shows the numbers of a changed structure as those of the original. */
export function keepDigits(changed: FormStructure, original: FormStructure): void {
  known.set(changed, shownDigits(original));
}

function mentionedAmounts(structure: FormStructure): ReadonlySet<string> {
  const texts = placedTexts(structure)
    .flatMap(({ value }) => Object.values(value))
    .filter((text) => text.includes("{{"));
  return new Set(texts.flatMap((text) => [...text.matchAll(amount)].flatMap(([, ...ids]) => ids)));
}

/** Tells whether a number is an amount of money. Entered values are not rounded, and fields for integers stay integers. */
function asksForMoney(field: FormField, mentioned: ReadonlySet<string>): boolean {
  if (field.type !== "number" || field.validation?.integer) return false;
  return mentioned.has(field.id) || Object.values(field.unit ?? {}).some((unit) => unitOfMoney.test(unit));
}

function isMoney({ id, label = {} }: Calculation, mentioned: ReadonlySet<string>): boolean {
  return mentioned.has(id) || Object.values(label).some((text) => labelOfMoney.test(text));
}

/** Returns the number of decimals of a rounded result: 12.5 is shown as 12.50 if it is rounded to two. */
function readDigits(calculation: Calculation): number | undefined {
  const expression = formulaTree(calculation);
  const isRounded = typeof expression === "object" && "op" in expression && expression.op === "round";
  return isRounded ? (expression.digits ?? 0) : undefined;
}
