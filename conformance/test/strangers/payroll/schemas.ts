/** JSON Schemas that several tools use. */
const idOf = (noun: string) => ({ type: "string", format: "uuid", description: `Id of ${noun}.` });

export const ids = {
  pay_group: idOf("a pay group"),
  employee: idOf("an employee"),
  timesheet: idOf("a timesheet"),
  entry: idOf("an entry of a timesheet"),
  absence: idOf("an absence"),
  pay_run: idOf("a pay run"),
  payslip: idOf("a payslip"),
  correction: idOf("a correction"),
};

export const requestId = {
  type: "string",
  minLength: 8,
  maxLength: 64,
  description: "Send the same id again when you are not sure that a call got through.",
};

export const amount = {
  type: "string",
  pattern: "^[0-9]{1,6}(\\.[0-9]{1,3})?$",
  description: "An amount in the currency of the pay group: 2 decimals for EUR, 3 for TND.",
};

export const money = { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2,3}$" };
export const day = { type: "string", format: "date" };
export const time = { type: "string", format: "date-time" };
export const orNull = (schema: { type: string }) => ({ ...schema, type: [schema.type, "null"] });

export const currency = { type: "string", enum: ["EUR", "TND"] };
export const payType = { type: "string", enum: ["hourly", "monthly"] };
export const weeklyHours = { type: "number", minimum: 1, maximum: 48, multipleOf: 0.25 };
export const month = {
  type: "string",
  pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$",
  description: "For example 2025-10.",
};

export const week = {
  type: "string",
  pattern: "^20[0-9]{2}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
  description: "An ISO week, for example 2025-W41. It begins on Monday.",
};

export const timesheetStatus = { type: "string", enum: ["draft", "submitted", "approved", "locked", "paid"] };
export const cursor = { type: "string", minLength: 1, maxLength: 1000 };
export const limit = { type: "integer", minimum: 1, maximum: 100, default: 25 };
export const nextCursor = {
  type: ["string", "null"],
  description: "The cursor of the next page; null on the last one.",
};

/** An object of which all properties are there, but for those that are named as optional. */
export function objectOf(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

export const listOf = (items: object): object => ({ type: "array", items });
