/** Writes CSV as a stream, safe for spreadsheets. */
import { Readable } from "node:stream";
import type { Cell } from "./cell.ts";
import { BYTE_ORDER_MARK, csvRecord } from "./csv-record.ts";

/** A stream of CSV (RFC 4180, UTF-8 with byte order mark), made in batches of records. */
export function toCsv(headers: readonly string[], records: AsyncIterable<Cell[][]>): Readable {
  async function* text(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvRecord(headers));
    for await (const batch of records) yield Buffer.from(batch.map(csvRecord).join(""));
  }
  return Readable.from(text(), { objectMode: false });
}
