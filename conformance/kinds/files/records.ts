/** Reads the records of a file and their numbers: CSV with a header (RFC 4180), a JSON array of objects, or a line of JSON for each. */
import { isObject, type Json, type JsonObject, parseJson } from "../../cases/edits.ts";
import { CsvError, readCsv } from "../../media/csv.ts";

/** Returns the records of a text; undefined if it has none. */
export function parseRecords(text: string): readonly JsonObject[] | undefined {
  const plain = text.replace(/^\uFEFF/, "");
  const json = parseJson(plain) ?? parseLines(plain);
  if (json !== undefined)
    return Array.isArray(json) && json.every(isObject) ? (json as JsonObject[]) : undefined;
  const [header, ...rows] = parseRows(plain);
  if (header === undefined || header.length < 2 || new Set(header).size < header.length) return undefined;
  const whole = rows.filter((row) => row.length === header.length);
  return whole.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]!])));
}

function parseLines(text: string): Json | undefined {
  const lines = text.trim().split(/\r?\n/).map(parseJson);
  return lines.every(isObject) ? (lines as Json) : undefined;
}

function parseRows(text: string): string[][] {
  try {
    return readCsv(text, ",");
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** Lists the numbers that a text stands for: as a program writes it, or as people do, with `,` or `.` before the decimals. A text without digits stands for 0. */
export function listNumbers(text: string): number[] {
  const bare = text.replaceAll(/[^\d.,-]/g, "");
  const withPoint = bare.replaceAll(/,(?=\d{3}(?!\d))/g, "");
  const withComma = bare.replaceAll(/\.(?=\d{3}(?!\d))/g, "").replace(",", ".");
  return [text, withPoint, withComma].map(Number);
}
