/** Reads the selection of a post from the list: the ticked responses, or all that match the filter. */
import { hash } from "node:crypto";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { listIds } from "../../../../responses/analysis/shown-list.ts";
import type { FormValues } from "../../../form-body.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { readList } from "./conditions.ts";
import { formColumns } from "./form-columns.ts";
import { readShown, type ShownResponses } from "./response-filter.ts";

/** Returns a hash that identifies the responses selected with "all". */
export function selectionMark(ids: readonly string[]): string {
  return hash("sha256", ids.join(), "base64url");
}

/** Reads the selection. @returns ids; undefined: the matching responses have changed since the owner selected all */
export async function readSelection(
  request: OwnerRequest,
  form: AccessibleForm,
  values: FormValues,
): Promise<readonly string[] | undefined> {
  const all = values.get("all") ?? "";
  if (all === "") return values.all("response").filter((id) => /^rsp_[0-9A-Za-z]{22}$/.test(id));
  const shown = readShown((name) => values.get(name));
  const ids = await listAll(request, form, shown);
  return selectionMark(ids) === all ? ids : undefined;
}

/** Lists all matching responses, up to a number that users can wait for, the latest first. */
export async function listAll(request: OwnerRequest, form: AccessibleForm, shown: ShownResponses) {
  const list = await readList(request, form, { ...shown, sort: "" }, formColumns(request, form));
  const { ids } = await listIds(request.site.storage.db, list);
  return ids;
}
