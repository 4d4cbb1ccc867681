/** References between the parts of a form: conditions, calculations and mentions that name a field. */
import type { Condition, Expression, FormStructure } from "../../../../generated/types.ts";

/** Renames a field, hidden field or calculation, and everything that refers to it. */
export function renameId(structure: FormStructure, from: string, to: string): FormStructure {
  return map(structure) as FormStructure;

  function map(value: unknown, key = ""): unknown {
    if (value === from && key === "field") return to;
    if (typeof value === "string")
      return key === "field" ? value : value.replaceAll(`{{${from}}}`, `{{${to}}}`);
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

/** How many conditions and calculations refer to a field. */
export function usesOf(structure: FormStructure, id: string): number {
  let count = 0;
  JSON.stringify(structure, (key, value) => {
    if (key === "field" && value === id) count += 1;
    return value;
  });
  return count;
}

/** Without a field, and without the tests and operands that name it: they could not be stored. */
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
    .map((one) => ({ ...one, expression: cleanExpression(one.expression, id, clean) }));
  const endings = structure.endings?.map((ending) => withCondition(ending, "when", clean));
  const hidden_fields = structure.hidden_fields?.filter((one) => one.id !== id);
  return {
    ...structure,
    pages,
    ...(calculations && { calculations }),
    ...(endings && { endings }),
    ...(hidden_fields && { hidden_fields }),
  } as FormStructure;
}

type Cleaner = (condition: Condition) => Condition | undefined;

function withCondition<Owner extends object>(owner: Owner, key: string, clean: Cleaner): Owner {
  const condition = (owner as Record<string, unknown>)[key] as Condition | undefined;
  if (condition === undefined) return owner;
  const { [key]: _, ...rest } = owner as Record<string, unknown>;
  const cleaned = clean(condition);
  return (cleaned === undefined ? rest : { ...rest, [key]: cleaned }) as Owner;
}

function cleaner(id: string): Cleaner {
  const clean: Cleaner = (condition) => {
    if ("all" in condition || "any" in condition) {
      const [key, parts] = "all" in condition ? ["all", condition.all] : ["any", condition.any];
      const left = (parts as Condition[]).flatMap((part) => clean(part) ?? []);
      return left.length === 0 ? undefined : ({ [key as string]: left } as unknown as Condition);
    }
    if ("not" in condition) {
      const inner = clean(condition.not);
      return inner && { not: inner };
    }
    return condition.field === id ? undefined : condition;
  };
  return clean;
}

/** An operand that is gone counts as 0. */
function cleanExpression(expression: Expression, id: string, clean: Cleaner): Expression {
  if (typeof expression === "number") return expression;
  const each = (part: Expression) => cleanExpression(part, id, clean);
  if ("field" in expression && expression.field === id) return 0;
  if (!("op" in expression)) return expression;
  switch (expression.op) {
    case "add":
    case "multiply":
    case "min":
    case "max":
      return { ...expression, args: expression.args.map(each) as typeof expression.args };
    case "subtract":
    case "divide":
      return { ...expression, left: each(expression.left), right: each(expression.right) };
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
