import { limits } from "../../../generated/limits.ts";
import type { FormField } from "../../../generated/types.ts";
import { receiveFile } from "../../files/upload.ts";
import { type FileField, isFileField, type StoredFile } from "../../responses/answers/answer.ts";
import type { Problem } from "../../responses/answers/problem.ts";
import { addUpload, dropUploads, findFill, saveFill, uploadsOf } from "../../responses/fills.ts";
import type { IncomingFile } from "../form-body.ts";
import type { FillTicket, Site } from "../site.ts";
import { inputs } from "./inputs.ts";
import { structureOfVersion } from "./visit.ts";

/** All files of a response together. */
const MAX_RESPONSE_MEGABYTES = 50;

/**
 * Takes one uploaded file into a fill. What belongs to no file field is read and forgotten.
 * @returns the file, what is wrong with it, or undefined if there was none
 */
export async function takeUpload(
  site: Site,
  ticket: FillTicket | undefined,
  file: IncomingFile,
): Promise<
  { readonly field: FileField; readonly file?: StoredFile; readonly problem?: Problem } | undefined
> {
  const field = ticket && file.name !== "" ? await fieldOf(site, ticket, file.input) : undefined;
  if (ticket === undefined || field === undefined) return undefined;
  const { storage, files, clock } = site;
  const full = await roomProblem(site, ticket, field);
  if (full) return { field, problem: full };
  const received = await receiveFile(files, field, file);
  if ("problem" in received) return { field, problem: received.problem };
  await keepFill(site, ticket);
  const stored = await addUpload(storage.db, ticket.id, field.id, received.stored, clock());
  if ((await roomProblem(site, ticket, field))?.code !== "files_total") return { field, file: stored };
  await removeUploads(site, ticket, [stored.id]);
  return { field, problem: { code: "files_total", count: MAX_RESPONSE_MEGABYTES } };
}

/** Takes files out of a fill again. */
export async function removeUploads(
  { storage, files }: Site,
  ticket: FillTicket,
  ids: readonly string[],
): Promise<void> {
  await files.remove(await dropUploads(storage.db, ticket.id, ids));
}

async function fieldOf(site: Site, ticket: FillTicket, input: string): Promise<FileField | undefined> {
  const structure = await structureOfVersion(site, ticket.form, ticket.version);
  const fields: FormField[] = structure?.pages.flatMap((page) => page.fields) ?? [];
  return fields.filter(isFileField).find(({ id }) => inputs.answer(id) === input);
}

/** While a form goes back and forth, a field may hold some files too many: they are taken out before it is sent. */
async function roomProblem(
  { storage }: Site,
  ticket: FillTicket,
  field: FileField,
): Promise<Problem | undefined> {
  const uploads = await uploadsOf(storage.db, ticket.id);
  const all = Object.values(uploads).flat();
  const bytes = all.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (bytes > MAX_RESPONSE_MEGABYTES * 1_000_000)
    return { code: "files_total", count: MAX_RESPONSE_MEGABYTES };
  const most = 2 * limits.files_per_field.max;
  return (uploads[field.id]?.length ?? 0) >= most
    ? { code: "max_files", count: limits.files_per_field.max }
    : undefined;
}

/** A file needs a fill to belong to. */
async function keepFill({ storage, clock }: Site, ticket: FillTicket): Promise<void> {
  if (await findFill(storage.db, ticket.id)) return;
  await saveFill(
    storage.db,
    { id: ticket.id, formId: ticket.form, version: ticket.version, given: {} },
    clock(),
  );
}
