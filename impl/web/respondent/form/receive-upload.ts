/** Receives files into a fill. */
import type { FormField } from "../../../../generated/types.ts";
import { findFullBudget } from "../../../accounts/plans/budgets.ts";
import type { FileField, StoredFile } from "../../../forms/answers/answer.ts";
import type { Problem } from "../../../forms/answers/problem.ts";
import { isFileField } from "../../../forms/fields/client/client-kinds.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { MAX_FILE_BYTES, receiveFile } from "../../../forms/uploads/upload.ts";
import { addUpload, beginFill, fillUploads, uploadLimitProblem } from "../../../responses/fills.ts";
import { unsentProblem } from "../../../responses/unsent.ts";
import type { IncomingFile } from "../../form-body.ts";
import type { FillTicket, FormSite } from "../../site.ts";
import { minutes } from "../public-form/message-replies.ts";
import type { PublicForm } from "../public-form/public-form.ts";

/**
 * Adds one uploaded file to a fill. A file for an unknown field is ignored.
 * @throws NoRoom
 * @returns the file, a problem, or undefined if the file was ignored
 */
export async function receiveUpload(
  site: FormSite,
  publicForm: PublicForm,
  ticket: FillTicket | undefined,
  file: IncomingFile,
  network: string,
): Promise<
  { readonly field: FileField; readonly file?: StoredFile; readonly problem?: Problem } | undefined
> {
  const field = ticket && file.name !== "" ? await findField(publicForm, ticket, file.input) : undefined;
  if (ticket === undefined || field === undefined) return undefined;
  const { storage, files, clock } = site;
  const full = uploadLimitProblem(await fillUploads(storage.db, ticket.id), field.id, 0);
  if (full) return { field, problem: full };
  const verdict = await site.limits.files(network);
  if (!verdict.allowed)
    return { field, problem: { code: "too_many", count: minutes(verdict.retryAfterSeconds) } };
  const source = { formId: ticket.form, network, limits: site.unsent };
  // Budgets are checked before a byte is written, and again with the size of the file.
  if (await findFullBudget(storage, publicForm.form.owner_id, "files", clock()))
    return { field, problem: { code: "files_full" } };
  const crowded = await unsentProblem(storage.db, source, 1);
  if (crowded) return { field, problem: crowded };
  const release = await site.holdRoom(MAX_FILE_BYTES);
  const received = await receiveFile(files, field, file).finally(release);
  if ("problem" in received) return { field, problem: received.problem };
  const fill = { id: ticket.id, formId: ticket.form, version: ticket.version };
  await beginFill(storage.db, fill, clock(), network);
  const added = await addUpload(storage, ticket.id, field.id, received.stored, clock(), source);
  if (added === undefined || "problem" in added) await files.remove([received.stored.key]);
  return added && { field, ...added };
}

async function findField(
  publicForm: PublicForm,
  ticket: FillTicket,
  input: string,
): Promise<FileField | undefined> {
  const structure = await publicForm.structureOf(ticket.version);
  const fields: FormField[] = structure?.pages.flatMap((page) => page.fields) ?? [];
  return fields.filter(isFileField).find(({ id }) => inputs.answer(id) === input);
}
