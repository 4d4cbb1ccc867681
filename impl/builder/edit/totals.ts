/** The edit command that shows a total: sums of fields times prices, or fields times fields. */
import type { Expression, FormField } from "../../../generated/types.ts";
import { splitList } from "../prompt/list.ts";
import { type EditContext, labelOf, refuse } from "./context.ts";
import { findField, namesField } from "./find.ts";
import type { Action } from "./read-instruction.ts";

/** "Show the total: 25 per guest", "total = quantity x 18 + 5" */
export const total: Action = ({ sum = "" }, context) => {
  const expression = readSum(sum.replace(/^[=:\s]+/, ""), context);
  if (!expression) return false;
  addTotal(expression, context);
  return true;
};

/** A number with two decimals under the id `total`, and a statement that shows it. */
export function addTotal(expression: Expression, { form, ids, texts, changes }: EditContext): void {
  const id = ids.unique("total");
  form.calculations = [
    ...(form.calculations ?? []),
    { id, expression: { op: "round", arg: expression, digits: 2 } },
  ];
  const shown: FormField = {
    id: ids.unique("total_shown"),
    type: "statement",
    label: texts.fromLexicon((labels) => `${labels.texts.total}: {{${id}}}`),
  };
  form.pages.at(-1)!.fields.push(shown);
  changes.push(`Added the total.`);
}

/** `guests x 25`, `hours * rate`, `amount and tip`; undefined where a word of it is neither a field nor a price. */
export function readSum(text: string, context: EditContext): Expression | undefined {
  const terms = splitList(text.replace(/ \+ /g, ", "), context.grammar).map((term) =>
    readTerm(term, context),
  );
  if (terms.length === 0 || terms.some((term) => term === undefined)) return undefined;
  const [first] = terms;
  if (terms.length === 1) return typeof first === "object" && "op" in first ? first : undefined;
  return { op: "add", args: terms as Expression[] };
}

const TIMES =
  / ?(?:[x×*·]| times | multiplied by | mal | fois | por | per | keer | razy | a | à | at | zu | zu je | je | za | po | de ) ?/gi;
/** A price with its currency, before or after. */
const PRICE =
  /^(?:€|\$|£)? ?(\d{1,7}(?:[.,]\d{1,2})?) ?(?:€|\$|£|eur|euros?|zł|zl|pln|usd|kr|kč|kc|lei|ft|each|chacun|cada uno)?$/i;

function readTerm(text: string, context: EditContext): Expression | undefined {
  const bare = text.replace(/ (?:each|jeweils|chacun|cada uno|ciascuno)$/i, "").trim();
  if (namesField(bare, context)) return fieldValue(findField(bare, context), context);
  for (const match of bare.matchAll(TIMES)) {
    const factors = [bare.slice(0, match.index), bare.slice(match.index + match[0].length)].map((part) =>
      readFactor(part.trim(), context),
    );
    if (factors.every((factor) => factor !== undefined))
      return { op: "multiply", args: factors as Expression[] };
  }
  return undefined;
}

function readFactor(text: string, context: EditContext): Expression | undefined {
  const price = PRICE.exec(text)?.[1];
  if (price !== undefined) return Number(price.replace(",", "."));
  return namesField(text, context) ? fieldValue(findField(text, context), context) : undefined;
}

/** What is not answered counts as nothing. */
function fieldValue(field: FormField, context: EditContext): Expression {
  // In a form that is being made, the type was a guess: what is multiplied is a number.
  if (context.isNew && field.type === "short_text")
    Object.assign(field, { type: "number", validation: { min: 0 } });
  if (!["number", "rating", "scale", "nps"].includes(field.type))
    refuse("edit_total_needs_numbers", { field: labelOf(field, context), type: field.type });
  return { field: field.id, fallback: 0 };
}
