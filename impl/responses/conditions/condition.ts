/** Conditions on answers, and the text that they have in addresses and saved views. */

/** A condition on the answers to one question. */
export type AnswerCondition = {
  /** The id of the field, hidden field or calculation; of a row of a matrix with the id of the row behind a point. */
  readonly key: string;
} & (
  | { readonly op: "answered" | "empty" }
  | { readonly op: "one_of" | "none_of"; readonly values: readonly string[] }
  /** Both bounds belong to it; an empty one is none. Numbers have a decimal point; days and times are in ISO 8601. */
  | { readonly op: "range"; readonly from: string; readonly to: string }
  /** In any case and with any accents. */
  | { readonly op: "contains"; readonly text: string }
);

export const MAX_CONDITIONS = 10;
/** Characters of all conditions together: the sign-in leads back to addresses of at most 2,000. */
const CONDITIONS_LENGTH = 1_500;
/** Characters of a text to look for. */
export const CONTAINED_LENGTH = 200;

const KEY = /^[a-z][a-z0-9_]{0,63}(\.[a-z0-9_]{1,64})?$/;
const VALUE = /^\+?[a-z0-9_.-]{1,64}$/;
const BOUND = /^[\d:.e+-]{0,40}$/;

/** Writes conditions as one line, such as `course:one_of:music,painting;age:range:18..`. */
export function writeConditions(conditions: readonly AnswerCondition[]): string {
  return conditions.map((one) => [one.key, one.op, ...operands(one)].join(":")).join(";");
}

function operands(condition: AnswerCondition): readonly string[] {
  if ("values" in condition) return [condition.values.join(",")];
  if ("text" in condition) return [writeText(condition.text)];
  return "from" in condition ? [`${condition.from}..${condition.to}`] : [];
}

/** Writes a text as it stands in a line of conditions. */
export function writeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll(";", "%3B");
}

/** Whether an address can have all of the conditions. */
export function fitInAddress(conditions: readonly AnswerCondition[]): boolean {
  return conditions.length <= MAX_CONDITIONS && writeConditions(conditions).length <= CONDITIONS_LENGTH;
}

/** Reads conditions; leaves out what is none, and all of them if they are too many. */
export function readConditions(line: string): readonly AnswerCondition[] {
  if (line.length > CONDITIONS_LENGTH) return [];
  const conditions = line.split(";").map(readCondition);
  return conditions.filter((condition) => condition !== undefined).slice(0, MAX_CONDITIONS);
}

function readCondition(text: string): AnswerCondition | undefined {
  const [key = "", op = "", ...rest] = text.split(":");
  const operand = rest.join(":");
  if (!KEY.test(key)) return undefined;
  if (op === "answered" || op === "empty") return { key, op };
  if (op === "one_of" || op === "none_of") {
    const values = [...new Set(operand.split(","))].filter((value) => VALUE.test(value));
    return values.length === 0 ? undefined : { key, op, values };
  }
  if (op === "contains") {
    const text = operand.replaceAll("%3B", ";").replaceAll("%25", "%").trim();
    return text === "" || text.length > CONTAINED_LENGTH ? undefined : { key, op, text };
  }
  if (op !== "range") return undefined;
  const [from = "", to = ""] = operand.split("..");
  const isRange = BOUND.test(from) && BOUND.test(to) && from + to !== "";
  return isRange ? { key, op, from, to } : undefined;
}
