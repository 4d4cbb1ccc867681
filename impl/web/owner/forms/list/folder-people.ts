/** `/forms/folders/ID`: the people with access to a folder, and the posts that change them. */
import type { Refusal } from "@toolwright/runtime";
import { countPutAside } from "../../../../forms/folders/folders.ts";
import { endMembership, listMembers } from "../../../../forms/sharing/folder-members.ts";
import { findFolder, shareFolder, shareFolderOrInvite } from "../../../../forms/sharing/share-folder.ts";
import type { FormValues } from "../../../form-body.ts";
import { type ReplyOptions, seeOther } from "../../../reply.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import type { EntrySite } from "../../reply-entry.ts";
import { type FolderView, folderPage } from "../../views/forms/people/folder.ts";
import { doneAddress, doneText } from "../done.ts";
import { mailInvitation, readNewShare } from "../new-share.ts";
import { refusalText } from "../refusal-text.ts";
import { handleRefusal } from "../refusals.ts";
import { auditFolder, folderIn } from "./folder-request.ts";

type FolderRequest = OwnerRequest<keyof EntrySite>;

export function showFolder(request: FolderRequest): Promise<Response> {
  return replyFolder(request, folderIn(request));
}

/** Shares the folder. It requires a fresh sign-in, as sharing a form does. */
export function postShareFolder(request: FolderRequest, values: FormValues): Promise<Response> {
  const { c, site, account, t } = request;
  const folderId = folderIn(request);
  const path = folderPath(folderId);
  const share = async () => {
    const again = signInAgain(request, path);
    if (again !== undefined) return seeOther(c, again);
    const newShare = readNewShare(t, values);
    const shareWith = site.signUp === "closed" ? shareFolder : shareFolderOrInvite;
    const { result } = await shareWith(site, account.id, folderId, newShare);
    const done =
      result === "invited" ? await mailInvitation(request, newShare.email, "invited_folder") : result;
    auditFolder(request, "share_folder", folderId, done);
    return seeOther(c, doneAddress(path, done));
  };
  const sharing = { email: values.get("email"), permission: values.get("permission") };
  return handleRefusal(share, (refusal) => replyRefused(request, folderId, refusal, sharing));
}

/** Ends an access. An account that leaves the folder is redirected to the list, because it can no longer see the folder. */
export function postUnshareFolder(request: FolderRequest, values: FormValues): Promise<Response> {
  const { c, site, account } = request;
  const folderId = folderIn(request);
  const email = values.get("email") ?? "";
  const end = async () => {
    const result = await endMembership(site, account.id, folderId, email);
    auditFolder(request, "unshare_folder", folderId, result);
    const hasLeft = email === account.email && result === "ended";
    return seeOther(
      c,
      hasLeft ? doneAddress("/forms", "left_folder") : doneAddress(folderPath(folderId), result),
    );
  };
  return handleRefusal(end, (refusal) => replyRefused(request, folderId, refusal));
}

function folderPath(folderId: string): string {
  return `/forms/folders/${folderId}`;
}

function replyRefused(
  request: FolderRequest,
  folderId: string,
  refusal: Refusal,
  sharing?: FolderView["sharing"],
): Promise<Response> {
  const { t } = request;
  const { status, ...shown } = refusalText(t, refusal);
  const { owner } = refusal.details as { readonly owner?: string };
  const refused =
    refusal.code === "forbidden"
      ? { ...shown, text: t.say("refused_folder_forbidden", { owner: owner ?? "" }) }
      : shown;
  return replyFolder(request, folderId, { refused, sharing }, { status });
}

async function replyFolder(
  request: FolderRequest,
  folderId: string,
  { refused, sharing }: Partial<Pick<FolderView, "refused" | "sharing">> = {},
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, csrf, site, account } = request;
  const { db } = site.storage;
  const folder = await findFolder(db, account.id, folderId);
  const path = folderPath(folderId);
  const main = folderPage({
    t,
    csrf,
    what: "folder",
    path,
    account: account.email,
    mayInvite: site.signUp !== "closed",
    sharing,
    folder,
    shares: await listMembers(db, account.id, folderId),
    putAside: folder.access === "owner" ? await countPutAside(db, account.id, folderId) : 0,
    again: signInAgain(request, path),
    refused,
  });
  return request.reply({ title: folder.name, main, notice: doneText(request) }, options);
}
