/** References between the parts of a form: conditions, calculations and mentions that name a field. */
import type { Condition, FormStructure } from "../../../../generated/types.ts";
import { scoredFields } from "../../../forms/answers/answer-key.ts";
import { chain, type Expression, fieldsIn, type Predicate } from "../../../forms/answers/expression.ts";
import { parseFormula } from "../../../forms/answers/formula/parse.ts";
import { printFormula } from "../../../forms/answers/formula/print.ts";
import { renameIn } from "../../../forms/answers/formula/tokens.ts";
import { setSetting } from "./edits.ts";

/** Renames a field, hidden field or calculation, and everything that refers to it. */
export function renameId(structure: FormStructure, from: string, to: string): FormStructure {
  return map(structure) as FormStructure;

  function map(value: unknown, key = ""): unknown {
    if (typeof value === "string") return renamedText(value, key, from, to);
    if (Array.isArray(value)) return value.map((item) => mapItem(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part, name)]));
  }

  function mapItem(item: unknown, list: string): unknown {
    const mapped = map(item);
    const isNamed = ["fields", "hidden_fields", "calculations"].includes(list);
    const { id } = mapped as { id?: string };
    return isNamed && id === from ? { ...(mapped as object), id: to } : mapped;
  }
}

function renamedText(text: string, key: string, from: string, to: string): string {
  if (references.has(key)) return text === from ? to : text;
  return formulas.has(key) ? renameIn(text, from, to) : text.replaceAll(`{{${from}}}`, `{{${to}}}`);
}

/** Counts the conditions and calculations that refer to a field. */
export function countUses(structure: FormStructure, id: string): number {
  let count = 0;
  JSON.stringify(structure, (key, value) => {
    if (references.has(key) && value === id) count += 1;
    if (typeof value === "string" && formulas.has(key) && renameIn(value, id, "") !== value) count += 1;
    return value;
  });
  return count;
}

/** Properties whose text is an id. */
const references = new Set(["field", "answer_key"]);
/** Properties whose text may be a formula. */
const formulas = new Set(["formula", "visible_if", "when"]);

/** Removes a field with all tests and operands that name it, which the service would reject. */
export function removeField(structure: FormStructure, id: string): FormStructure {
  const clean = cleaner(id);
  const pages = structure.pages
    .map((page) => ({
      ...page,
      fields: page.fields
        .filter((field) => field.id !== id)
        .map((field) => withCondition(field, "visible_if", clean)),
    }))
    .filter((page) => page.fields.length > 0);
  const calculations = structure.calculations
    ?.filter((one) => one.id !== id)
    .map((one) => ({ ...one, formula: cleanFormula(one.formula, id, clean) }));
  const endings = structure.endings?.map((ending) => withCondition(ending, "when", clean));
  const hidden_fields = structure.hidden_fields?.filter((one) => one.id !== id);
  const left = {
    ...structure,
    pages,
    ...(calculations && { calculations }),
    ...(endings && { endings }),
    ...(hidden_fields && { hidden_fields }),
  } as FormStructure;
  const hasKey = scoredFields(left, left.settings?.answer_key).size > 0;
  return hasKey ? left : setSetting(left, "answer_key", undefined);
}

type Cleaner = (condition: Predicate) => Predicate | undefined;

function withCondition<Owner extends object>(owner: Owner, key: string, clean: Cleaner): Owner {
  const condition = (owner as Record<string, unknown>)[key] as Condition | undefined;
  if (condition === undefined || typeof condition === "string") return owner;
  const { [key]: _, ...rest } = owner as Record<string, unknown>;
  const cleaned = clean(condition);
  return (cleaned === undefined ? rest : { ...rest, [key]: cleaned }) as Owner;
}

function cleaner(id: string): Cleaner {
  const cleanParts = (parts: readonly Predicate[]) => parts.flatMap((part) => clean(part) ?? []);
  return clean;

  function clean(condition: Predicate): Predicate | undefined {
    if ("all" in condition) {
      const all = cleanParts(condition.all);
      return all.length > 0 ? { all } : undefined;
    }
    if ("any" in condition) {
      const any = cleanParts(condition.any);
      return any.length > 0 ? { any } : undefined;
    }
    if ("not" in condition) {
      const not = clean(condition.not);
      return not && { not };
    }
    return fieldsIn(condition).includes(id) ? undefined : condition;
  }
}

/** Removes a field from a formula. A formula that does not name it, or cannot be parsed, keeps its spelling. */
function cleanFormula(formula: string, id: string, clean: Cleaner): string {
  const read = parseFormula(formula);
  if ("mistake" in read || !fieldsIn(read.tree).includes(id)) return formula;
  return printFormula(cleanExpression(read.tree, id, clean));
}

/** Removes a field from an expression. A removed operand counts as 0. */
function cleanExpression(expression: Expression, id: string, clean: Cleaner): Expression {
  if (typeof expression === "number") return expression;
  const each = (part: Expression) => cleanExpression(part, id, clean);
  if ("field" in expression && expression.field === id) return 0;
  if (!("op" in expression)) return expression;
  switch (expression.op) {
    case "chain":
      return chain(
        each(expression.first),
        expression.rest.map(({ sign, of }) => ({ sign, of: each(of) })),
      );
    case "min":
    case "max":
      return { ...expression, args: expression.args.map(each) };
    case "round":
      return { ...expression, arg: each(expression.arg) };
    case "if": {
      const condition = clean(expression.condition);
      const [yes, no] = [each(expression.then), each(expression.else)];
      return condition === undefined ? yes : { ...expression, condition, then: yes, else: no };
    }
    default:
      return expression;
  }
}
