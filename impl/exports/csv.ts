import { Readable } from "node:stream";
import type { Cell } from "./cell.ts";

const BYTE_ORDER_MARK = "\uFEFF";
const NEEDS_QUOTES = /[",\r\n]/;
/** What spreadsheets take for the beginning of a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Either of them, which few cells are. */
const NEEDS_CARE = new RegExp(`${FORMULA.source}|${NEEDS_QUOTES.source}`);

/** Records as CSV (RFC 4180, UTF-8 with byte order mark), made while it is read, a portion of records at once. */
export function toCsv(headers: readonly string[], records: AsyncIterable<Cell[][]>): Readable {
  async function* text(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvRecord(headers));
    for await (const portion of records) yield Buffer.from(portion.map(csvRecord).join(""));
  }
  return Readable.from(text(), { objectMode: false });
}

/** A line, with its end. Texts that could be formulas get an apostrophe in front; numbers are none. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(",")}\r\n`;
}

function csvField(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (!NEEDS_CARE.test(cell)) return cell;
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
