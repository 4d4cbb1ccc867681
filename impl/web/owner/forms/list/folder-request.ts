/** Reads the folder of a request, and logs actions on it. */
import type { OwnerRequest } from "../../owner-pages.ts";

/** The path segment of a folder's id. */
export const FOLDER = ":folder{fld_[0-9A-Za-z]{22}}";

export function folderIn({ c }: OwnerRequest): string {
  return c.req.param("folder") ?? "";
}

/** Logs an action on a folder and its account, for operators. */
export function auditFolder(
  { site, account }: OwnerRequest,
  action: string,
  folder: string | undefined,
  result: string,
): void {
  site.log.info({
    event: "owner_action",
    action,
    account: account.id,
    ...(folder !== undefined && { folder }),
    result,
  });
}
