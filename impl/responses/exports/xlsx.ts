/** Writes XLSX as a stream. Texts are written as texts, so that none is a formula. */
import { Readable } from "node:stream";
import type { Cell } from "./cell.ts";
import type { Column } from "./columns.ts";

/** The maximum number of characters in a cell of spreadsheet programs. */
const MAX_CHARACTERS = 32_767;
/** The first valid date; programs count earlier days differently. */
const FIRST_DAY = "1900-03-01";
const FORMATS = { date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm" };

/** Makes a stream of XLSX. Numbers and dates are cells for computing; times are in UTC, or as entered. */
export function toXlsx(columns: readonly Column[], records: AsyncIterable<Cell[][]>): Readable {
  async function* rows() {
    for await (const batch of records)
      for (const cells of batch) yield cells.map((cell, at) => toValue(cell, columns[at]?.time));
  }
  const heads = columns.map(({ header, time }) => ({
    header: toText(header),
    ...(time && { numFmt: FORMATS[time] }),
  }));
  async function* content() {
    // The library takes 60 ms to load, and few processes write a spreadsheet.
    const { writeXlsxStream } = await import("hucre/xlsx");
    yield* writeXlsxStream(rows(), { name: "Responses", columns: heads });
  }
  return Readable.from(content(), { objectMode: false });
}

function toValue(cell: Cell, time: Column["time"]): string | number | Date | null {
  if (typeof cell !== "string") return cell ?? null;
  if (time === undefined || cell < FIRST_DAY) return toText(cell);
  const value = new Date(/T\d\d:\d\d$/.test(cell) ? `${cell}Z` : cell);
  // An earlier version may have asked for a text there.
  return Number.isNaN(value.getTime()) ? toText(cell) : value;
}

/** Programs read `_x0041_` in a text as "A" (ECMA-376 part 1, 22.9.2.19); characters that XML lacks are written so. */
function toText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[\uFFFE\uFFFF]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`);
}
