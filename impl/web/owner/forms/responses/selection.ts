/** Reads the selection of a post from the list: the ticked responses, or all that match the filter. */
import { hash } from "node:crypto";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { listIds } from "../../../../responses/analysis/shown-list.ts";
import type { FormValues } from "../../../form-body.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { readList } from "./conditions.ts";
import { formColumns } from "./form-columns.ts";
import { readShown, type ShownResponses } from "./response-filter.ts";

/** All responses that match a filter. */
interface AllMatching {
  /** The latest first, up to the number that users can wait for. */
  readonly ids: readonly string[];
  /** Whether there are older ones, which are not among them. */
  readonly hasOlder: boolean;
}

/** Returns a mark that identifies the responses selected with "all": their number, and a hash of their ids. */
export function selectionMark(ids: readonly string[]): string {
  return `${ids.length}.${hash("sha256", ids.join(), "base64url")}`;
}

/**
 * Reads the selection. Responses that have arrived since the owner selected all are the latest, and are not part of it.
 * @returns ids; undefined: the responses that the owner selected have changed
 */
export async function readSelection(
  request: OwnerRequest,
  form: AccessibleForm,
  values: FormValues,
): Promise<readonly string[] | undefined> {
  const all = values.get("all") ?? "";
  if (all === "") return values.all("response").filter((id) => /^rsp_[0-9A-Za-z]{22}$/.test(id));
  const shown = readShown((name) => values.get(name));
  const { ids } = await listAll(request, form, shown);
  const selected = ids.slice(-Number.parseInt(all, 10));
  return selectionMark(selected) === all ? selected : undefined;
}

/** Lists all matching responses. */
export async function listAll(
  request: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
): Promise<AllMatching> {
  const list = await readList(request, form, { ...shown, sort: "" }, formColumns(request, form));
  return listIds(request.site.storage.db, list);
}
