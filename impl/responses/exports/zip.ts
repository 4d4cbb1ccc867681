import { once } from "node:events";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { isStoredFile, type StoredFile } from "../../forms/answers/answer.ts";
import type { Form } from "../../forms/forms.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { parseAnswers, type StoredResponse } from "../responses.ts";
import type { Archive } from "./archive.ts";
import type { FilePlace } from "./cell.ts";
import { pathInArchive } from "./file-reference.ts";
import type { ExportRequest } from "./request.ts";
import { walkResponses } from "./rows.ts";
import { openSheet, type SheetFacts } from "./tables/sheet.ts";
import type { RunTable } from "./tables/table-thread.ts";

interface Entry {
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

interface ArchiveDependencies {
  readonly queries: Queries;
  readonly files: FileStore;
  readonly runTable: RunTable;
  readonly now: Date;
}

/** Fills an archive with the sheet, the files that it names, and a manifest of both. */
export async function fillArchive(
  { queries, files, runTable, now }: ArchiveDependencies,
  form: Form,
  request: ExportRequest,
  archive: Archive,
): Promise<SheetFacts> {
  const sheet = await openSheet(queries, runTable, form, request, { kind: "archived" });
  const entries: Entry[] = [];
  const missing: string[] = [];
  async function add(path: string, content: Readable, modifiedAt: Date, compress: boolean) {
    const { size, sha256 } = await archive.add(path, content, { modifiedAt, compress });
    return { path, size_bytes: size, sha256 };
  }
  entries.push(await add("responses.csv", sheet.content, now, true));
  const facts = await sheet.facts();
  for await (const batch of walkResponses(queries, request.filter, {
    limit: facts.rowCount,
    batchSize: facts.batchSize,
  })) {
    const keys = await storageKeys(queries, batch);
    for (const response of batch) {
      // Other calls have their turn between two responses.
      await setImmediate();
      for (const { file, place, at } of listFiles(response)) {
        const path = pathInArchive(file, place);
        const content = await openFile(files, keys.get(file.id));
        if (content === undefined) missing.push(path);
        else entries.push(await add(path, content, at, false));
      }
    }
  }
  const manifest = {
    ...describe(form, request, facts, now),
    columns: sheet.headers(),
    files: entries,
    missing,
  };
  await add("manifest.json", Readable.from([JSON.stringify(manifest, null, 2)]), now, true);
  archive.end();
  return facts;
}

function describe(form: Form, { filter }: ExportRequest, facts: SheetFacts, now: Date) {
  return {
    form_id: form.id,
    title: form.title,
    exported_at: now.toISOString(),
    status: filter.status,
    row_count: facts.rowCount,
    total_matching: facts.totalMatching,
    next_date_from: facts.nextDateFrom,
  };
}

interface PlacedFile {
  readonly file: StoredFile;
  readonly place: FilePlace;
  readonly at: Date;
}

function listFiles(response: StoredResponse): PlacedFile[] {
  return Object.entries(parseAnswers(response)).flatMap(([fieldId, answer]) => {
    const items: readonly unknown[] = Array.isArray(answer) ? answer : [];
    return items.filter(isStoredFile).map((file, index) => ({
      file,
      place: { responseId: response.id, fieldId, number: index + 1 },
      at: new Date(response.submitted_at),
    }));
  });
}

async function storageKeys(
  queries: Queries,
  responses: readonly StoredResponse[],
): Promise<ReadonlyMap<string, string>> {
  if (responses.length === 0) return new Map();
  const ids = responses.map(({ id }) => id);
  const rows = await queries
    .selectFrom("files")
    .select(["id", "storage_key"])
    .where("response_id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
}

/** Opens a file; undefined if it is missing, for example after a restored backup: the export continues without it. */
async function openFile(files: FileStore, key: string | undefined): Promise<Readable | undefined> {
  if (key === undefined) return undefined;
  const content = await files.open(key);
  const opened = once(content, "readable");
  return opened.then(
    () => content,
    () => undefined,
  );
}
