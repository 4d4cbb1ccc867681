/** Makes the total that a prompt asks for: of the prices of its fields, or by a formula such as "quantity x 18". */
import type { Calculation, Expression, FormField } from "../../../../generated/types.ts";
import type { Item } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { find, split } from "../reading/split.ts";
import { fieldNamed } from "./mentions.ts";
import type { Texts } from "./texts.ts";

interface Built {
  readonly item: Item;
  readonly field: FormField;
}

/** What shows a total: the calculation, and a text with its result. */
export interface Total {
  readonly calculation: Calculation;
  readonly field: FormField;
}

/** @returns undefined if the prompt asks for no total, or for one that would leave something out, which is then quoted */
export function totalOf(
  text: Text,
  requests: readonly Range[],
  built: readonly Built[],
  texts: Texts,
): Total | undefined {
  for (const request of requests) {
    const expression = formulaIn(text, request, built) ?? sumOfPrices(text, request, built);
    if (!expression) continue;
    text.prompt.accounting.read(request);
    const label = texts.fromLexicon((labels) => labels.texts.total);
    const shown = Object.fromEntries(
      Object.entries(label).map(([language, words]) => [language, `${words}: {{total}}`]),
    );
    return {
      calculation: { id: "total", label, expression: { op: "round", arg: expression, digits: 2 } },
      field: { id: "total_shown", type: "statement", label: shown },
    };
  }
  return undefined;
}

/** Every price must be of a number: a total that leaves one out would be wrong. */
function sumOfPrices(
  { prompt, lexicon }: Text,
  { from, to }: Range,
  built: readonly Built[],
): Expression | undefined {
  if (find(prompt, { from, to }, (index) => prompt.isMark(index, "=*×")) !== undefined) return undefined;
  if (lexicon.table("total").all(prompt.tokens, from, to).length === 0) return undefined;
  const priced = built.filter(({ item }) => item.draft.price !== undefined);
  const isWhole = priced.every(({ field }) => field.type === "number");
  const hasOthers = built.some(({ item }) => item.draft.choices?.some(({ price }) => price !== undefined));
  if (priced.length === 0 || !isWhole || hasOthers) return undefined;
  return { op: "add", args: priced.map(({ item, field }) => times(field.id, item.draft.price ?? 0)) };
}

function times(field: string, price: number): Expression {
  return { op: "multiply", args: [{ field, fallback: 0 }, price] };
}

/** "total = quantity x 18 + 5": each factor is a number or a field. */
function formulaIn(text: Text, { from, to }: Range, built: readonly Built[]): Expression | undefined {
  const { prompt } = text;
  const sign = find(prompt, { from, to }, (index) => prompt.isMark(index, "="));
  if (sign === undefined) return undefined;
  const terms = split(prompt, { from: sign + 1, to }, (index) => (prompt.isMark(index, "+") ? 1 : 0));
  const args = terms.map((term) => productOf(text, term, built));
  const known = args.flatMap((arg) => (arg === undefined ? [] : [arg]));
  return known.length === args.length && known.length > 0 ? { op: "add", args: known } : undefined;
}

function productOf(text: Text, term: Range, built: readonly Built[]): Expression | undefined {
  const { prompt } = text;
  const factors = split(prompt, term, (index) =>
    prompt.isMark(index, "*×·") || prompt.key(index) === "x" ? 1 : 0,
  );
  const args = factors.map((factor) => factorOf(text, factor, built));
  const known = args.flatMap((arg) => (arg === undefined ? [] : [arg]));
  return known.length === args.length && known.length > 0 ? { op: "multiply", args: known } : undefined;
}

function factorOf(text: Text, factor: Range, built: readonly Built[]): Expression | undefined {
  const range = text.prompt.trim(factor, " €$£.,");
  const number = numberAt(text.prompt, range.from, text.lexicon);
  if (number?.to === range.to) return number.value;
  const item = fieldNamed(
    text,
    range,
    built.map((one) => one.item),
  );
  const found = built.find((one) => one.item === item);
  return found?.field.type === "number" ? { field: found.field.id, fallback: 0 } : undefined;
}
