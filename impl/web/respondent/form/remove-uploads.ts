import { deleteUploads } from "../../../responses/fills.ts";
import type { FillTicket, Site } from "../../site.ts";

/** Removes files from a fill. */
export async function removeUploads(
  { storage, files }: Pick<Site, "storage" | "files">,
  ticket: FillTicket,
  ids: readonly string[],
): Promise<void> {
  await files.remove(await deleteUploads(storage.db, ticket.id, ids));
}
