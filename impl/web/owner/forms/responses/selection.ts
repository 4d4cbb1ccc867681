/** Which responses a post of the list is about: those that were ticked, or all that match what the list shows. */
import { hash } from "node:crypto";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { listIds } from "../../../../responses/analysis/shown-list.ts";
import type { FormValues } from "../../../form-body.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { formColumns } from "./form-columns.ts";
import { readShown, type ShownResponses, toList } from "./response-filter.ts";

/** Identifies the responses that an owner has selected all at once. */
export function selectionMark(ids: readonly string[]): string {
  return hash("sha256", ids.join(), "base64url");
}

/** @returns ids; undefined: other responses match than those that the owner has selected (`all`) */
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

/** All that match, at most the latest ones that people can wait for. */
export async function listAll(request: OwnerRequest, form: AccessibleForm, shown: ShownResponses) {
  const list = toList(form.id, { ...shown, sort: "" }, formColumns(request, form));
  const { ids } = await listIds(request.site.storage.db, list);
  return ids;
}
