/** Tools for shares. */
import * as z from "zod";
import { findFile, findFolder, needActive, stateOfShare } from "./access.ts";
import { type Caller, personWith } from "./accounts.ts";
import { findItem } from "./bin-tools.ts";
import { now, today } from "./clock.ts";
import { itemWith, keepShare, note, shares, sharesOf } from "./drive.ts";
import { nameList, page, pageOf, paging } from "./pages.ts";
import { newId, type Share } from "./records.ts";
import { Refused } from "./refused.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showShare } from "./views.ts";

const shareItem = tool({
  name: "share_item",
  mode: "change",
  scope: "shares:write",
  title: "Share with a colleague",
  description:
    "Lets somebody of the firm see, comment or edit a file, or a folder with all that is in it. Somebody who has a share already gets the new access and end. Exactly one of folder_id and file_id.",
  input: z.strictObject({
    folder_id: schema.folderId.optional(),
    file_id: schema.fileId.optional(),
    user: schema.user,
    access: schema.sharedAccess,
    until: schema.day.optional().describe("The last day, in UTC. Left out: without an end."),
  }),
  output: schema.share,
  run({ user, access, until, ...input }, caller) {
    const item = findItem(input, caller);
    needActive(item);
    const person = personWith(user);
    if (person === undefined)
      throw new Refused(
        "unknown_user",
        `Nobody of the firm has the address ${user}. Check how it is written.`,
      );
    if (person === item.owner) throw new Refused("own_item", `${item.name} belongs to ${person.name}.`);
    if (until !== undefined && until < today())
      throw new Refused("in_the_past", `${until} is over. Name today or a later day.`);
    const earlier = sharesOf(item.id).find(
      (share) => share.user === person && stateOfShare(share) === "active",
    );
    const made: Share = {
      id: newId("shr"),
      item: item.id,
      owner: item.owner,
      user: person,
      access,
      until,
      created: now(),
    };
    const share = earlier ?? made;
    if (earlier === undefined) keepShare(made);
    else Object.assign(earlier, { access, until });
    note(caller, "shared", item, person);
    return showShare(share);
  },
});

const isOf = ({ owner, user }: Share, { person }: Caller): boolean => owner === person || user === person;

const listShares = tool({
  name: "list_shares",
  mode: "read",
  scope: "drive:read",
  title: "List shares",
  description:
    "Lists the shares that the caller has given or got, the newest first, with those that have ended.",
  input: z.strictObject({
    folder_id: schema.folderId.optional(),
    file_id: schema.fileId.optional(),
    user: schema.user.optional(),
    state: schema.shareState.optional(),
    ...paging,
  }),
  output: z.strictObject({ shares: z.array(schema.share).max(50), ...pageOf }),
  run({ limit, cursor, ...wanted }, caller) {
    const { folder_id, file_id, user, state } = wanted;
    if (folder_id !== undefined) findFolder(folder_id, caller);
    if (file_id !== undefined) findFile(file_id, caller);
    const fitting = [...shares.values()].filter(
      (share) =>
        isOf(share, caller) &&
        (folder_id === undefined || share.item === folder_id) &&
        (file_id === undefined || share.item === file_id) &&
        (user === undefined || share.user.email === user.toLowerCase()) &&
        (state === undefined || stateOfShare(share) === state),
    );
    const { items, ...rest } = page({
      name: nameList("shares", caller, wanted),
      items: fitting,
      limit,
      cursor,
      descending: true,
      keyOf: ({ created }) => created,
    });
    return { shares: items.map(showShare), ...rest };
  },
});

const endShare = tool({
  name: "end_share",
  mode: "change",
  scope: "shares:write",
  title: "End a share",
  description: "Takes a share back. Only the owner of the folder or file can do that.",
  input: z.strictObject({ share_id: schema.shareId }),
  output: schema.share,
  run({ share_id }, caller) {
    const share = shares.get(share_id);
    if (share === undefined || !isOf(share, caller))
      throw new Refused("not_found", `There is no share ${share_id}. list_shares shows yours.`);
    if (share.owner !== caller.person)
      throw new Refused("access_denied", `Ask ${share.owner.name}, who has shared it with you.`);
    const state = stateOfShare(share);
    if (state !== "active") throw new Refused("share_state", `The share ${share_id} has ${state} already.`);
    share.ended = now();
    note(caller, "unshared", itemWith(share.item)!, share.user);
    return showShare(share);
  },
});

export const shareTools = [shareItem, listShares, endShare];
