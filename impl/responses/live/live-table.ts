/** The table of a live address: the latest confirmed responses as CSV in people's words, and a tag that changes with them. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { limits } from "../../../generated/limits.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { openSheet } from "../exports/tables/sheet.ts";
import type { RunTable } from "../exports/tables/table-thread.ts";
import { matchingResponses, type ResponseFilter } from "../filter.ts";
import type { Period } from "../period.ts";
import type { LiveSource } from "./live-addresses.ts";

/** Grows when the same responses are written otherwise, so that spreadsheets do not keep what an earlier version wrote. */
const FORMAT = 1;

export interface LiveTable {
  /** An entity tag (RFC 9110, section 8.8.3), strong: responses do not change once they are confirmed. */
  readonly tag: string;
  /** Reads answers in batches while the content is read; it must be read or destroyed. */
  open(): Promise<Readable>;
}

/** A confirmed response without its answers. */
interface Listed {
  readonly id: string;
  readonly submitted_at: string;
  readonly verified_at: string | null;
}

/** Finds the responses of the table and its tag, without reading an answer. */
export async function findLiveTable(queries: Queries, run: RunTable, source: LiveSource): Promise<LiveTable> {
  const { form, withAddresses, language, zone } = source;
  const all: ResponseFilter = { formId: form.id, status: "verified", period: {} };
  const latest = await listLatest(queries, all);
  const wording = [FORMAT, form.id, form.version, withAddresses, language, zone];
  const hash = createHash("sha256").update(JSON.stringify(wording));
  for (const { id, verified_at } of latest) hash.update(`${id} ${verified_at}\n`);
  return {
    tag: `"${hash.digest("base64url")}"`,
    async open() {
      const filter = { ...all, period: fittingPeriod(latest) };
      const request = { format: "live_csv", filter, withAddresses, language, zone } as const;
      const { content } = await openSheet(queries, run, form, request, { kind: "described" });
      return content;
    },
  };
}

/** The latest responses, as many as an export may have and one more. */
function listLatest(queries: Queries, filter: ResponseFilter): Promise<Listed[]> {
  return matchingResponses(queries, filter)
    .select(["id", "submitted_at", "verified_at"])
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(limits.export_rows.max + 1)
    .execute();
}

/** Returns the time from which on all responses fit. Those of one millisecond stay together. */
function fittingPeriod(latest: readonly Listed[]): Period {
  const left = latest[limits.export_rows.max];
  const first = left && latest.findLast(({ submitted_at }) => submitted_at > left.submitted_at);
  return first === undefined ? {} : { from: first.submitted_at };
}
