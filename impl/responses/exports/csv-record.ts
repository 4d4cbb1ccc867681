/** Lines of CSV (RFC 4180), safe for spreadsheets; in browsers as well. */
import type { Cell } from "./cell.ts";

export const BYTE_ORDER_MARK = "\uFEFF";
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Matches the start of a formula in spreadsheets (https://owasp.org/www-community/attacks/CSV_Injection), also after spaces: at
 * the start of a cell, and after semicolons and tabs, because Excel separates cells at these in half of Europe. Our quotes do
 * not help there: for Excel they are in the middle of a cell.
 */
const FORMULA = /(?<=^|[;\t\r\n])([^\S\t\r\n]*)([=+\-@＝＋－＠])/g;
/** Either of them, which few cells are. */
const NEEDS_CARE = /^[\t\r\n]|(?:^|[;\t])[^\S\t\r\n]*[=+\-@＝＋－＠]|[",\r\n]/;
/**
 * A whole cell that is a signed number, such as a phone number in E.164 form: no formula. After a semicolon it would be one:
 * what follows in the next cell would belong to it.
 */
const SIGNED_NUMBER = /^[+-]\d{1,15}$/;

/** A line with its line break. Text that could be a formula gets an apostrophe in front. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(",")}\r\n`;
}

function csvField(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (!NEEDS_CARE.test(cell) || SIGNED_NUMBER.test(cell)) return cell;
  const harmless = cell.replace(/^(?=[\t\r\n])/, "'").replace(FORMULA, "$1'$2");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
