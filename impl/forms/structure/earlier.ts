/** Reads the trees that conditions and calculations were before there were formulas. */
import { isObject } from "@toolwright/runtime/json";
import type { Expression, Predicate, Sign, Term } from "../answers/expression.ts";
import { chain } from "../answers/expression.ts";

/** One level more than structures of that time could have. */
const MAX_LEVELS = 21;

type Part = Readonly<Record<string, unknown>>;

/** @returns undefined for anything else than such a tree */
export function earlierExpression(value: unknown, levels = MAX_LEVELS): Expression | undefined {
  if (typeof value === "number") return value;
  if (!isObject(value) || levels === 0) return undefined;
  if (value.op === undefined) return fieldValue(value);
  const { op } = value;
  const read = (part: unknown) => earlierExpression(part, levels - 1);
  const sign = signs.get(op);
  if (sign) return convertChain(value, sign, read);
  if (op === "min" || op === "max") {
    const args = each(value.args, read);
    return args && { op, args };
  }
  if (op === "round") return convertRounding(value, read(value.arg));
  return op === "if" ? convertBranch(value, levels, read) : convertField(value);
}

function convertBranch(
  { condition, then, else: otherwise }: Part,
  levels: number,
  read: (part: unknown) => Expression | undefined,
): Expression | undefined {
  const [test, yes, no] = [earlierCondition(condition, levels - 1), read(then), read(otherwise)];
  if (test === undefined || yes === undefined || no === undefined) return undefined;
  return { op: "if", condition: test, then: yes, else: no };
}

function convertField({ op, field, points }: Part): Expression | undefined {
  if (typeof field !== "string") return undefined;
  if (op === "count") return { op: "count", field };
  if (op !== "score" || !isObject(points)) return undefined;
  const numbers = Object.entries(points).flatMap(([id, value]) =>
    typeof value === "number" ? [[id, value] as const] : [],
  );
  return numbers.length === 0 ? undefined : { op: "score", field, points: Object.fromEntries(numbers) };
}

const signs: ReadonlyMap<unknown, Sign> = new Map([
  ["add", "+"],
  ["subtract", "-"],
  ["multiply", "*"],
  ["divide", "/"],
]);

/** `fallback` stood for a missing answer. */
function fieldValue({ field, fallback }: Part): Expression | undefined {
  if (typeof field !== "string") return undefined;
  if (typeof fallback !== "number") return { field };
  return { op: "if", condition: { field, op: "answered" }, then: { field }, else: fallback };
}

function convertChain(
  { args, left, right }: Part,
  sign: Sign,
  read: (part: unknown) => Expression | undefined,
): Expression | undefined {
  const [first, ...others] = each(args ?? [left, right], read) ?? [];
  return first === undefined
    ? undefined
    : chain(
        first,
        others.map((of): Term => ({ sign, of })),
      );
}

function convertRounding({ digits, mode }: Part, arg: Expression | undefined): Expression | undefined {
  if (arg === undefined) return undefined;
  const isMode = mode === "nearest" || mode === "up" || mode === "down";
  return { op: "round", arg, ...(typeof digits === "number" && { digits }), ...(isMode && { mode }) };
}

const ops: Readonly<Record<string, string>> = { eq: "equals", ne: "not_equals" };

/** @returns undefined for anything else than such a tree, or a condition of today */
export function earlierCondition(value: unknown, levels = MAX_LEVELS): Predicate | undefined {
  if (!isObject(value) || levels === 0) return undefined;
  const read = (part: unknown) => earlierCondition(part, levels - 1);
  if ("not" in value) {
    const not = read(value.not);
    return not && { not };
  }
  const all = "all" in value && each(value.all, read);
  if (all) return { all };
  const any = "any" in value && each(value.any, read);
  if (any) return { any };
  const { op } = value;
  if (typeof value.field !== "string" || typeof op !== "string") return undefined;
  return { ...value, op: ops[op] ?? op } as Predicate;
}

/** Whether a condition has what only earlier ones have: `not`, more than two levels, other names of operators. */
export function isEarlierCondition(value: unknown, level = 0): boolean {
  if (!isObject(value)) return false;
  if ("not" in value) return true;
  const parts = value.all ?? value.any;
  if (Array.isArray(parts)) return level > 1 || parts.some((part) => isEarlierCondition(part, level + 1));
  return typeof value.op === "string" && Object.hasOwn(ops, value.op);
}

function each<Read>(values: unknown, read: (value: unknown) => Read | undefined): Read[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const found = values.map(read).filter((one) => one !== undefined);
  return found.length === values.length ? found : undefined;
}
