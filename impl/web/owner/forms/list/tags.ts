/** The posts that tag forms and remove tags. */
import { addTag, removeTag, TAG_LENGTH, type Tagged } from "../../../../forms/tags/tags.ts";
import { cleanName } from "../../../../platform/clean-name.ts";
import type { FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { listAddress, readFilter } from "../../views/forms/list/list-filter.ts";
import { type Done, doneAddress } from "../done.ts";

const TAGGED: Readonly<Record<Tagged, Done>> = {
  tagged: "tagged",
  none: "none_moved",
  full: "tags_full",
};

/** Adds the entered tag to the ticked forms, or takes the tag off them that the list is filtered by. */
export async function postTag(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c } = request;
  const back = listAddress(readFilter((name) => values.get(name)));
  const isRemoved = values.get("action") === "untag";
  const tag = cleanName(values.get(isRemoved ? "tag" : "tag_name") ?? "", TAG_LENGTH);
  if (tag === undefined) return seeOther(c, doneAddress(back, "tag_unnamed"));
  const change = isRemoved ? removeFromForms : addToForms;
  return seeOther(c, doneAddress(back, await change(request, values.all("form"), tag)));
}

async function addToForms(request: OwnerRequest, formIds: readonly string[], tag: string): Promise<Done> {
  const { site, account } = request;
  const tagged = await addTag(site, account.id, formIds, tag);
  log(request, "tag", tagged);
  return TAGGED[tagged];
}

async function removeFromForms(
  request: OwnerRequest,
  formIds: readonly string[],
  tag: string,
): Promise<Done> {
  const { site, account } = request;
  if (formIds.length === 0) return "none_moved";
  const isRemoved = await removeTag(site, account.id, tag, formIds);
  log(request, "untag", isRemoved ? "removed" : "none");
  return isRemoved ? "untagged" : "unchanged";
}

/** Removes a tag from all forms of the account. */
export async function postRemoveTag(request: OwnerRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const tag = cleanName(values.get("tag") ?? "", TAG_LENGTH);
  const isRemoved = tag !== undefined && (await removeTag(site, account.id, tag));
  log(request, "remove_tag", isRemoved ? "removed" : "none");
  return seeOther(c, doneAddress("/forms", isRemoved ? "untagged" : "unchanged"));
}

function log({ site, account }: OwnerRequest, action: string, result: string): void {
  site.log.info({ event: "owner_action", action, account: account.id, result });
}
