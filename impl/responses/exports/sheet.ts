/** The table of an export: its columns and its rows, as a stream of CSV or XLSX. */
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { limits } from "../../../generated/limits.ts";
import type { Form } from "../../forms/forms.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { countMatching } from "../filter.ts";
import { emailFields } from "../privacy.ts";
import type { StoredResponse } from "../responses.ts";
import { walkVersions } from "../versions.ts";
import { answersReader } from "../visible-answers.ts";
import type { Cell, FileReference } from "./cell.ts";
import { type Column, exportColumns } from "./columns.ts";
import { toCsv } from "./csv.ts";
import { peopleColumns } from "./people-columns.ts";
import type { ExportRequest, TableFormat } from "./request.ts";
import { countFitting, nextResponses, planBatches, walkResponses } from "./rows.ts";
import { toXlsx } from "./xlsx/workbook.ts";

/** Cells written in one turn of the event loop, which takes some ten milliseconds; requests are answered between turns. */
const CELLS_A_TURN = 10_000;

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
  readonly headers: readonly string[];
  /** XLSX if that was requested, else CSV (RFC 4180, UTF-8 with byte order mark). */
  readonly content: Readable;
  /** Resolves after the end of the content. */
  facts(): Promise<SheetFacts>;
}

export async function openSheet(
  queries: Queries,
  form: Form,
  request: Omit<ExportRequest, "format" | "conditions"> & { readonly format: TableFormat },
  file: FileReference,
): Promise<Sheet> {
  const { format, filter, withAddresses, withoutRetired, language = "en", zone } = request;
  const limit = await countFitting(queries, filter, limits.export_rows.max);
  const { versions: answered, batchSize } = await planBatches(queries, filter, limit);
  const versions = [form.version, ...answered.filter((version) => version !== form.version)];
  const isForPeople = format === "xlsx" || format === "live_csv";
  const t = isForPeople ? ownerTranslation(language, zone) : undefined;
  const boolean = t && ((value: boolean) => t.say(value ? "yes" : "no"));
  const collected = exportColumns({
    withAddresses,
    withoutRetired,
    wording: { language: form.default_language, file, ...(boolean && { boolean }) },
  });
  const addresses = new Map<number, ReadonlySet<string>>();
  for await (const [version, structure] of walkVersions(queries, form.id, versions)) {
    collected.add(structure);
    addresses.set(version, emailFields(structure));
  }
  const worded = t ? peopleColumns(collected.all, t) : collected.all;
  const columns = format === "live_csv" ? worded.map(withPlainTimes) : worded;
  const visible = answersReader(queries, form.id, withAddresses, addresses);
  const rowsATurn = Math.ceil(CELLS_A_TURN / columns.length);
  const counted = await countMatching(queries, filter);
  let rowCount = 0;
  let last: StoredResponse | undefined;

  async function* records(): AsyncGenerator<Cell[][]> {
    for await (const responses of walkResponses(queries, filter, { limit, batchSize })) {
      const answers = await visible(responses);
      for (let first = 0; first === 0 || first < responses.length; first += rowsATurn) {
        await setImmediate();
        yield responses
          .slice(first, first + rowsATurn)
          .map((response, index) => columns.map((column) => column.cell(response, answers[first + index]!)));
      }
      rowCount += responses.length;
      last = responses.at(-1) ?? last;
    }
  }

  const headers = columns.map(({ header }) => header);
  return {
    headers,
    content:
      t && format === "xlsx"
        ? toXlsx({ name: t.say("form_responses_link"), columns, records: records() })
        : toCsv(headers, records()),
    async facts() {
      const [next] = rowCount < limit ? [] : await nextResponses(queries, filter, 1, last);
      // Responses may be added or removed during the export, so the counts are made consistent.
      const totalMatching = next ? Math.max(counted, rowCount + 1) : rowCount;
      return { rowCount, totalMatching, nextDateFrom: next?.submitted_at ?? null, batchSize };
    },
  };
}

/** Writes days with a time as spreadsheets read them out of CSV: `2026-03-15 13:00:00`. With a T they take them for texts. */
function withPlainTimes(column: Column): Column {
  if (column.time !== "datetime") return column;
  return {
    ...column,
    cell(response, answers) {
      const value = column.cell(response, answers);
      return typeof value === "string" ? value.replace("T", " ") : value;
    },
  };
}
