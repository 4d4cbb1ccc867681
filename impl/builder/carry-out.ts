/** Carries out what a prompt for a new form says about fields that it lists elsewhere, as edits do. */
import { Refusal } from "@toolwright/runtime";
import type { Expression, FormStructure, Warning } from "../../generated/types.ts";
import { REMARKS } from "./edit/commands.ts";
import { readCondition } from "./edit/conditions.ts";
import { allFields, contextFor, type EditContext } from "./edit/context.ts";
import { readInstruction } from "./edit/read-instruction.ts";
import { splitInstructions } from "./edit/split-instructions.ts";
import { addTotal, readSum } from "./edit/totals.ts";
import type { Ids } from "./fields/ids.ts";
import type { Grammar } from "./lexicon/grammar.ts";
import { notUnderstood } from "./not-understood.ts";
import type { TotalRequest } from "./prompt/prices.ts";
import type { Texts } from "./texts.ts";

/** A field and, in the words of the prompt, when it is shown. */
export interface FieldShownIf {
  readonly id: string;
  readonly condition: string;
}

/** A field and what one of it costs. */
export interface FieldPrice {
  readonly id: string;
  readonly price: number;
}

interface Remaining {
  readonly totals: readonly TotalRequest[];
  readonly prices: readonly FieldPrice[];
  readonly instructions: readonly string[];
  readonly conditions: readonly FieldShownIf[];
  readonly texts: Texts;
  readonly ids: Ids;
  readonly grammar: Grammar;
  readonly warnings: Warning[];
}

/** Changes the form. What cannot be carried out is named in a warning, with the reason. */
export function carryOutInstructions(form: FormStructure, rest: Remaining): void {
  const context = contextFor(form, rest);
  for (const { id, condition } of rest.conditions) {
    const field = allFields(form).find((one) => one.id === id);
    if (!field) continue;
    attempt(`${condition}`, context, () => {
      field.visible_if = readCondition(condition, field, context);
      return "done";
    });
    // What is asked for only sometimes must not keep the others from answering.
    if (!field.visible_if && "required" in field && field.type !== "consent") field.required = false;
  }
  for (const sentence of rest.instructions)
    for (const instruction of splitInstructions(sentence, context))
      attempt(instruction, context, () => readInstruction(instruction, REMARKS, context));
  for (const { sum } of rest.totals) showTotal(sum, rest, context);
}

/** The total of the terms, else of all that has a price, else of all numbers of money. */
function showTotal(sum: string | undefined, { prices, warnings }: Remaining, context: EditContext): void {
  const named = sum === undefined ? undefined : readSum(sum, context);
  const expression = named ?? (sum === undefined ? totalOf(prices, context.form) : undefined);
  if (expression) addTotal(expression, context);
  else
    warnings.push(notUnderstood(sum ?? "total", "A total needs fields and prices: total = quantity x 18."));
}

function totalOf(prices: readonly FieldPrice[], form: FormStructure): Expression | undefined {
  const numbers = allFields(form).filter(({ type }) => type === "number");
  const args = prices
    .filter(({ id }) => numbers.some((field) => field.id === id))
    .map(({ id, price }): Expression => ({ op: "multiply", args: [{ field: id, fallback: 0 }, price] }));
  if (args.length > 0) return args.length === 1 ? args[0]! : { op: "add", args };
  if (numbers.length < 2) return undefined;
  return { op: "add", args: numbers.map(({ id }): Expression => ({ field: id, fallback: 0 })) };
}

function attempt(
  text: string,
  { warnings }: EditContext,
  run: () => ReturnType<typeof readInstruction>,
): void {
  try {
    const reading = run();
    if (reading === "done") return;
    warnings.push(notUnderstood(text, reading instanceof Refusal ? reason(reading) : undefined));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    warnings.push(notUnderstood(text, reason(error)));
  }
}

function reason({ message }: Refusal): string {
  return message.replace(/ Nothing was changed\.$/, "");
}
