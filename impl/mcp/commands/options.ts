/** Reads the options of commands: what all of them do the same way. */
import { parseArgs } from "node:util";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { isPlanName, type PlanName, plans } from "../../accounts/plans/plans.ts";
import { UsageError } from "./command-line.ts";

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** @throws UsageError for an unknown option, and for words without an option unless they are allowed */
export function parseOptions<const O extends Options>(
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** @throws UsageError */
export function requireOption<T>(option: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(`${option} is missing.`);
  return value;
}

/** The normal form of an address. @throws UsageError */
export function addressOption(option: string, text: string | undefined): string {
  const given = requireOption(option, text);
  const email = normaliseEmail(given);
  if (email === undefined)
    throw new UsageError(`${option} ${JSON.stringify(given)} is not an email address.`);
  return email;
}

/** @throws UsageError */
export function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new UsageError(`${option} is ${JSON.stringify(text)}, which is not a whole number from 1 to ${max}.`);
}

/** @throws UsageError */
export function planOption(name: string): PlanName {
  if (isPlanName(name)) return name;
  throw new UsageError(
    `--plan ${JSON.stringify(name)} is unknown. The plans are ${Object.keys(plans).join(", ")}.`,
  );
}

/** A table in plain text: the first row is its head. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return `${rows.map(line).join("\n")}\n`;
}
