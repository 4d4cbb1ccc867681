/** Writes an export into the file store, as CSV, as XLSX or as a ZIP archive with the uploaded files. */
import { addAbortSignal, type Readable } from "node:stream";
import { limits } from "../../../generated/limits.ts";
import type { Form } from "../../forms/forms.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { SignedUrls } from "../../platform/signing/signed-urls.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { openArchive } from "./archive.ts";
import type { FileNames } from "./file-reference.ts";
import { type Measured, measure } from "./measure.ts";
import type { ExportRequest } from "./request.ts";
import { selectResponses } from "./select.ts";
import { openSheet, type SheetFacts } from "./tables/sheet.ts";
import type { RunTable } from "./tables/table-thread.ts";
import { fillArchive } from "./zip.ts";

export interface WriteDependencies {
  readonly queries: Queries;
  readonly files: FileStore;
  readonly links: SignedUrls;
  readonly runTable: RunTable;
  readonly now: Date;
}

/** An export that is complete and stored. */
export interface WrittenExport extends SheetFacts, Measured {
  /** The key in the file store. */
  readonly key: string;
}

/** Writes an export from the database to the file store. The memory needed does not depend on its size. */
export async function writeExport(
  parts: WriteDependencies,
  form: Form,
  wanted: ExportRequest,
  signal: AbortSignal,
): Promise<WrittenExport> {
  const request = await selectResponses(parts.queries, form, wanted, signal);
  if (request.format === "zip") return writeZip(parts, form, request, signal);
  const names: FileNames = request.format === "csv_with_links" ? linkFiles(parts) : { kind: "described" };
  const sheet = await openSheet(parts.queries, parts.runTable, form, request, names);
  const stored = await store(parts.files, sheet.content, signal);
  return { ...stored, ...(await sheet.facts()) };
}

async function writeZip(
  parts: WriteDependencies,
  form: Form,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<WrittenExport> {
  const archive = openArchive();
  const stored = store(parts.files, archive.content, signal);
  // Destroys the content if storing fails: nothing waits for `stored` while the archive is filled, which would never end
  // without a reader.
  stored.catch(() => void archive.content.destroy());
  try {
    const facts = await fillArchive(parts, form, request, archive);
    return { ...(await stored), ...facts };
  } catch (error) {
    archive.content.destroy(error as Error);
    // Reports the first of the two errors.
    throw await stored.then(
      () => error,
      (cause: unknown) => cause,
    );
  }
}

async function store(
  files: FileStore,
  content: Readable,
  signal: AbortSignal,
): Promise<Measured & { key: string }> {
  const { through, measured } = measure(content);
  const key = await files.put(addAbortSignal(signal, through));
  return { key, ...measured() };
}

function linkFiles({ links, now }: WriteDependencies): FileNames {
  const expiresAt = new Date(now.getTime() + limits.file_link_lifetime.seconds * 1000);
  return { kind: "linked", signing: links.signing(), expiresAt };
}
