/** The posts that put forms into folders, and rename and remove folders. */
import {
  FOLDER_LABEL_LENGTH,
  FOLDER_NAME_LENGTH,
  type Renamed,
  removeFolder,
  renameFolder,
} from "../../../../forms/folders/folders.ts";
import { type Moved, moveForms } from "../../../../forms/folders/move-forms.ts";
import { cleanName } from "../../../../platform/clean-name.ts";
import type { AcceptInput, FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import {
  FILTER_INPUTS,
  type ListFilter,
  listAddress,
  NO_FILTER,
  readFilter,
} from "../../views/forms/list/list-filter.ts";
import { type Done, doneAddress } from "../done.ts";
import { auditFolder, folderIn } from "./folder-request.ts";
import { postTag } from "./tags.ts";

/** The maximum number of ticked forms, more than a page of the list has. */
const MAX_MOVED = 100;

export const moveInputs: AcceptInput = (name) => {
  if (name === "form") return { values: MAX_MOVED, length: 40 };
  const isKnown = ["name", "tag_name", "action", ...FILTER_INPUTS].includes(name);
  return isKnown ? { values: 1, length: 1_000 } : undefined;
};

const MOVED: Readonly<Record<Moved, Done>> = {
  moved: "moved",
  none: "none_moved",
  full: "folders_full",
  unnamed: "folder_unnamed",
  view_only: "folder_view_only",
  not_own: "folder_not_own",
  gone: "folder_gone",
};

/**
 * Moves the ticked forms into the folder whose name was entered; without a name, out of their folders. Adds or removes a tag if its
 * button is pressed, or if Enter is pressed in its input, for which browsers press the first button.
 */
export async function postMove(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const isTag = (values.get("tag_name") ?? "") !== "" && (values.get("name") ?? "") === "";
  if (values.get("action") !== undefined || isTag) return postTag(request, values);
  const back = listAddress(readFilter((name) => values.get(name)));
  const entered = values.get("name") ?? "";
  const name = cleanName(entered, FOLDER_LABEL_LENGTH);
  if (name === undefined && entered.trim() !== "") return seeOther(c, doneAddress(back, "folder_unnamed"));
  const moved = await moveForms(site, account.id, values.all("form"), name);
  auditFolder(request, "move", undefined, moved);
  return seeOther(c, doneAddress(back, MOVED[moved]));
}

const RENAMED: Readonly<Record<Renamed, Done>> = {
  renamed: "folder_renamed",
  taken: "folder_taken",
  gone: "folder_gone",
};

export async function postRename(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const filter: ListFilter = { ...NO_FILTER, folder: folderIn(request) };
  const name = cleanName(values.get("name") ?? "", FOLDER_NAME_LENGTH);
  if (name === undefined) return seeOther(c, doneAddress(listAddress(filter), "folder_unnamed"));
  const renamed = await renameFolder(site, account.id, filter.folder, name);
  auditFolder(request, "rename_folder", filter.folder, renamed);
  return seeOther(c, doneAddress(listAddress(filter), RENAMED[renamed]));
}

export async function postRemove(request: OwnerRequest): Promise<Response> {
  const { c, site, account } = request;
  const folder = folderIn(request);
  const isRemoved = await removeFolder(site, account.id, folder);
  auditFolder(request, "remove_folder", folder, isRemoved ? "removed" : "gone");
  return seeOther(c, doneAddress("/forms", isRemoved ? "folder_removed" : "folder_gone"));
}
