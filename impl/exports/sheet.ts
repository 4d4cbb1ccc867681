import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { limits } from "../../generated/limits.ts";
import type { FormStructure } from "../../generated/types.ts";
import type { Form } from "../forms/forms.ts";
import { countMatching } from "../responses/filter.ts";
import type { StoredResponse } from "../responses/responses.ts";
import { readVersions } from "../responses/versions.ts";
import { answersReader } from "../responses/visible.ts";
import type { Queries } from "../storage/storage.ts";
import type { Cell, FileReference } from "./cell.ts";
import { exportColumns } from "./columns.ts";
import type { ExportRequest } from "./request.ts";
import { nextResponses, surveyResponses, walkResponses } from "./rows.ts";

/** What is known of a sheet when all of it has been written. */
export interface SheetFacts {
  /** Responses in it. */
  readonly rowCount: number;
  /** Responses that fit the filter. */
  readonly totalMatching: number;
  /** When the first response that did not fit in was submitted; null: all are in it. */
  readonly nextDateFrom: string | null;
  /** How many responses may be read at once. */
  readonly portion: number;
}

/** Responses as CSV (RFC 4180, UTF-8 with byte order mark), made while it is read. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly csv: Readable;
  /** Once `csv` has ended. */
  facts(): Promise<SheetFacts>;
}

export async function openSheet(
  queries: Queries,
  form: Form,
  { filter, withAddresses }: ExportRequest,
  file: FileReference,
): Promise<Sheet> {
  const limit = limits.export_rows.max;
  const { versions: answered, portion } = await surveyResponses(queries, filter, limit);
  const versions = [form.version, ...answered.filter((version) => version !== form.version)];
  const structures = await readVersions(queries, form.id, versions);
  const known = versions.map((version) => structures.get(version)!) as [FormStructure, ...FormStructure[]];
  const columns = exportColumns(known, { withAddresses, wording: { language: form.default_language, file } });
  const visible = answersReader(queries, form.id, withAddresses);
  const counted = await countMatching(queries, filter);
  let rowCount = 0;
  let last: StoredResponse | undefined;

  async function* records(): AsyncGenerator<Cell[][]> {
    for await (const responses of walkResponses(queries, filter, { limit, portion })) {
      const answers = await visible(responses);
      yield responses.map((response, index) =>
        columns.map((column) => column.cell(response, answers[index]!)),
      );
      rowCount += responses.length;
      last = responses.at(-1) ?? last;
    }
  }

  return {
    headers: columns.map(({ header }) => header),
    csv: toCsv(
      columns.map(({ header }) => header),
      records(),
    ),
    async facts() {
      const [next] = rowCount < limit ? [] : await nextResponses(queries, filter, 1, last);
      // Responses come and go while an export is written; what it says of itself has to fit together.
      const totalMatching = next ? Math.max(counted, rowCount + 1) : rowCount;
      return { rowCount, totalMatching, nextDateFrom: next?.submitted_at ?? null, portion };
    },
  };
}

/**
 * Texts that a spreadsheet would take for a formula get an apostrophe in front, headers as well
 * (https://owasp.org/www-community/attacks/CSV_Injection). The library does that for all but a line feed.
 */
function toCsv(headers: readonly string[], records: AsyncIterable<Cell[][]>): Readable {
  const guardLineFeed = (text: string) => (text.startsWith("\n") ? `'${text}` : text);
  const csv = stringify({
    bom: true,
    record_delimiter: "\r\n",
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: guardLineFeed },
  });
  // What goes wrong on the way destroys `csv`, where its reader is told.
  return pipeline(oneByOne(withHeaders(headers, records)), csv, () => {});
}

async function* withHeaders(
  headers: readonly string[],
  records: AsyncIterable<Cell[][]>,
): AsyncGenerator<(readonly Cell[])[]> {
  yield [headers];
  yield* records;
}

/** The items of each portion at once: to wait for each of them would take as long as to write it. */
function oneByOne<T>(portions: AsyncIterable<readonly T[]>): Readable {
  const iterator = portions[Symbol.asyncIterator]();
  async function next(stream: Readable): Promise<void> {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return void stream.push(null);
      for (const item of value) stream.push(item);
      if (value.length > 0) return;
    }
  }
  return new Readable({
    objectMode: true,
    read() {
      next(this).catch((error: Error) => this.destroy(error));
    },
  });
}
