/** The posts that put forms into folders, and rename and remove folders. */
import {
  FOLDER_NAME_LENGTH,
  type Moved,
  moveForms,
  type Renamed,
  removeFolder,
  renameFolder,
} from "../../../../forms/folders/folders.ts";
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
import { postTag } from "./tags.ts";

/** The path segment of a folder's id. */
export const FOLDER = ":folder{fld_[0-9A-Za-z]{22}}";

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
  const name = cleanName(entered, FOLDER_NAME_LENGTH);
  if (name === undefined && entered.trim() !== "") return seeOther(c, doneAddress(back, "folder_unnamed"));
  const moved = await moveForms(site, account.id, values.all("form"), name);
  log(request, "move", moved);
  return seeOther(c, doneAddress(back, MOVED[moved]));
}

const RENAMED: Readonly<Record<Renamed, Done>> = {
  renamed: "folder_renamed",
  taken: "folder_taken",
  gone: "folder_gone",
};

export async function postRename(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const filter = folderFilter(request);
  const name = cleanName(values.get("name") ?? "", FOLDER_NAME_LENGTH);
  if (name === undefined) return seeOther(c, doneAddress(listAddress(filter), "folder_unnamed"));
  const renamed = await renameFolder(site, account.id, filter.folder, name);
  log(request, "rename_folder", renamed);
  return seeOther(c, doneAddress(listAddress(filter), RENAMED[renamed]));
}

export async function postRemove(request: OwnerRequest): Promise<Response> {
  const { c, site, account } = request;
  const isRemoved = await removeFolder(site, account.id, folderFilter(request).folder);
  log(request, "remove_folder", isRemoved ? "removed" : "gone");
  return seeOther(c, doneAddress("/forms", isRemoved ? "folder_removed" : "folder_gone"));
}

function folderFilter({ c }: OwnerRequest): ListFilter {
  return { ...NO_FILTER, folder: c.req.param("folder") ?? "" };
}

function log({ site, account }: OwnerRequest, action: string, result: string): void {
  site.log.info({ event: "owner_action", action, account: account.id, result });
}
