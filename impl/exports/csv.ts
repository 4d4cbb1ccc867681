/** Writes CSV as a stream, safe for spreadsheets. */
import { Readable } from "node:stream";
import type { Cell } from "./cell.ts";

const BYTE_ORDER_MARK = "\uFEFF";
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * What spreadsheets take for the beginning of a formula (https://owasp.org/www-community/attacks/CSV_Injection): where a cell
 * begins, and where one begins for those that part cells at semicolons or tabs, as Excel does in half of Europe. They do not
 * know our quotes, which stand in the middle of what they take for a cell.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]|(?<=[;\t\r\n])[=+\-@＝＋－＠]/g;
/** Either of them, which few cells are. */
const NEEDS_CARE = /^[=+\-@\t\r\n＝＋－＠]|[",\r\n]|[;\t][=+\-@＝＋－＠]/;

/** Records as CSV (RFC 4180, UTF-8 with byte order mark), made while it is read, a batch of records at once. */
export function toCsv(headers: readonly string[], records: AsyncIterable<Cell[][]>): Readable {
  async function* text(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvRecord(headers));
    for await (const batch of records) yield Buffer.from(batch.map(csvRecord).join(""));
  }
  return Readable.from(text(), { objectMode: false });
}

/** A line, with its end. What could be a formula gets an apostrophe in front; numbers are none. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(",")}\r\n`;
}

function csvField(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (!NEEDS_CARE.test(cell)) return cell;
  const harmless = cell.replace(FORMULA, "'$&");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
