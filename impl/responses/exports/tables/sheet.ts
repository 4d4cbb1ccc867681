/** The table of an export: reads its rows from the database, and has them written piece by piece, as a stream of CSV or XLSX. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { limits } from "../../../../generated/limits.ts";
import type { Form } from "../../../forms/forms.ts";
import type { Queries } from "../../../platform/storage/storage.ts";
import { ownerTranslation } from "../../../texts/owner/owner-texts.ts";
import { countMatching } from "../../filter.ts";
import type { StoredResponse } from "../../responses.ts";
import { walkStoredVersions } from "../../versions.ts";
import type { FileNames } from "../file-reference.ts";
import type { ExportRequest, TableFormat } from "../request.ts";
import { countFitting, nextResponses, planBatches, walkResponses } from "../rows.ts";
import { toXlsx } from "../xlsx/workbook.ts";
import { sheetEnd } from "../xlsx/worksheet.ts";
import type { StoredVersion, WrittenRows } from "./table-tasks.ts";
import { type RunTable, tableWriter } from "./table-thread.ts";

/** Facts about a sheet after it has been written. */
export interface SheetFacts {
  /** Responses in it. */
  readonly rowCount: number;
  /** Responses that fit the filter. */
  readonly totalMatching: number;
  /** When the first response that did not fit was submitted; null: all did. */
  readonly nextDateFrom: string | null;
  /** How many responses may be read at once. */
  readonly batchSize: number;
}

export interface Sheet {
  /** XLSX if that was requested, else CSV (RFC 4180, UTF-8 with byte order mark). It must be read or destroyed. */
  readonly content: Readable;
  /** The heads of the columns, after the end of the content. */
  headers(): readonly string[];
  /** Resolves after the end of the content. */
  facts(): Promise<SheetFacts>;
}

/** The request for a table. */
export type TableRequest = Omit<ExportRequest, "format" | "conditions"> & { readonly format: TableFormat };

export async function openSheet(
  queries: Queries,
  run: RunTable,
  form: Form,
  request: TableRequest,
  files: FileNames,
): Promise<Sheet> {
  const { format, filter, withAddresses, withoutRetired, language = "en", zone } = request;
  const limit = await countFitting(queries, filter, limits.export_rows.max);
  const { versions: answered, batchSize } = await planBatches(queries, filter, limit);
  const versions = new Set([form.version, ...answered]);
  const table = tableWriter(
    run,
    form.owner_id,
    { format, withAddresses, withoutRetired, formLanguage: form.default_language, language, zone, files },
    () => walkStoredVersions(queries, form.id, versions),
  );
  const counted = await countMatching(queries, filter);
  let headers: readonly string[] = [];
  let isFirst = true;
  let rowCount = 0;
  let last: StoredResponse | undefined;

  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for await (const responses of walkResponses(queries, filter, { limit, batchSize }))
        yield* writeBatch(responses);
      if (format === "xlsx") yield Buffer.from(sheetEnd(headers.length, rowCount));
    } finally {
      table.close();
    }
  }

  async function* writeBatch(responses: readonly StoredResponse[]): AsyncGenerator<Buffer> {
    const laterVersions = await readLaterVersions(responses);
    let left = responses;
    do {
      const written: WrittenRows = await table.write({
        responses: left,
        laterVersions,
        before: rowCount,
        isFirst,
      });
      ({ headers } = written);
      isFirst = false;
      rowCount += written.count;
      last = left[written.count - 1] ?? last;
      left = left.slice(written.count);
      yield* slices(written.content);
    } while (left.length > 0);
  }

  /** Reads the versions of responses that were sent after the plan was made. */
  async function readLaterVersions(responses: readonly StoredResponse[]): Promise<StoredVersion[]> {
    const later = responses.map(({ form_version }) => form_version).filter((one) => !versions.has(one));
    return later.length === 0 ? [] : Array.fromAsync(walkStoredVersions(queries, form.id, later));
  }

  return {
    content:
      format === "xlsx"
        ? toXlsx(ownerTranslation(language, zone).say("form_responses_link"), pieces())
        : Readable.from(pieces(), { objectMode: false }),
    headers: () => headers,
    async facts() {
      const [next] = rowCount < limit ? [] : await nextResponses(queries, filter, 1, last);
      // Responses may be added or removed during the export, so the counts are made consistent.
      const totalMatching = next ? Math.max(counted, rowCount + 1) : rowCount;
      return { rowCount, totalMatching, nextDateFrom: next?.submitted_at ?? null, batchSize };
    },
  };
}

/** Bytes that are hashed and compressed in one turn of the event loop. */
const SLICE_BYTES = 256_000;

async function* slices(content: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    await setImmediate();
    const length = Math.min(SLICE_BYTES, content.length - at);
    yield Buffer.from(content.buffer, content.byteOffset + at, length);
  }
}
