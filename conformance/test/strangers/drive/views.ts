/** What callers see of records. */

import { accessTo, endOfShare, foldersAbove, lockOf, stateOfShare } from "./access.ts";
import type { Caller } from "./accounts.ts";
import { timeAt } from "./clock.ts";
import { deletedAt, files, folders, storedBytes, threads } from "./drive.ts";
import type { Activity, DriveFile, Folder, Share, Thread, Version } from "./records.ts";
import { filesIn, foldersIn } from "./tree.ts";

function showBin({ binned }: Folder | DriveFile) {
  if (binned === undefined) return { status: "active" as const };
  return {
    status: "binned" as const,
    binned_at: timeAt(binned),
    deletes_at: timeAt(deletedAt(binned)),
  };
}

/** The folder of an item, for those who may see that folder. */
function visibleFolder(id: string | undefined, { person }: Caller): string | undefined {
  const folder = id === undefined ? undefined : folders.get(id);
  return folder !== undefined && accessTo(folder, person) !== undefined ? id : undefined;
}

export function showFolder(folder: Folder, caller: Caller) {
  const above = foldersAbove(folder).filter((each) => accessTo(each, caller.person) !== undefined);
  const parent = visibleFolder(folder.parent, caller);
  const contents = filesIn(folder.id);
  return {
    id: folder.id,
    ...(parent !== undefined && { parent_id: parent }),
    name: folder.name,
    path: [folder, ...above]
      .map(({ name }) => name)
      .toReversed()
      .join("/"),
    owner: folder.owner.name,
    access: accessTo(folder, caller.person)!,
    ...showBin(folder),
    folders: foldersIn(folder.id).length,
    files: contents.length,
    bytes: contents.reduce((sum, file) => sum + storedBytes(file), 0),
    created_at: timeAt(folder.created),
  };
}

const showVersion = ({ text: _, note, author, uploaded, ...version }: Version) => ({
  ...version,
  ...(note !== undefined && { note }),
  author: author.name,
  uploaded_at: timeAt(uploaded),
});

export function showFile(file: DriveFile, caller: Caller) {
  const folder = visibleFolder(file.folder, caller);
  const [newest] = file.versions;
  const { bytes, sha256, version } = newest;
  return {
    id: file.id,
    ...(folder !== undefined && { folder_id: folder }),
    name: file.name,
    media_type: file.mediaType as "text/plain",
    owner: file.owner.name,
    access: accessTo(file, caller.person)!,
    ...showBin(file),
    bytes,
    sha256,
    version,
    versions: file.versions.map(showVersion),
    stored_bytes: storedBytes(file),
    revision: file.revision,
    ...showLock(file),
    open_threads: [...threads.values()].filter((each) => each.file === file.id && !each.resolved).length,
    created_at: timeAt(file.created),
    changed_at: timeAt(file.changed),
  };
}

function showLock(file: DriveFile) {
  const lock = lockOf(file);
  if (lock === undefined) return { lock: "free" as const };
  return {
    lock: "checked_out" as const,
    locked_by: lock.holder.name,
    locked_at: timeAt(lock.since),
    lock_ends_at: timeAt(lock.ends),
  };
}

const showItem = (id: string) => {
  if (folders.has(id)) return { folder_id: id };
  return files.has(id) ? { file_id: id } : {};
};

export function showShare(share: Share) {
  const end = endOfShare(share);
  return {
    id: share.id,
    ...showItem(share.item),
    owner: share.owner.name,
    user: share.user.email,
    access: share.access,
    ...(end !== undefined && { until: share.until, ends_at: timeAt(end) }),
    state: stateOfShare(share),
    created_at: timeAt(share.created),
    ...(share.ended !== undefined && { ended_at: timeAt(share.ended) }),
  };
}

export function showThread({ id, file, quote, comments, resolved }: Thread, { scopes }: Caller) {
  return {
    id,
    file_id: file,
    ...(quote !== undefined && { quote }),
    state: resolved ? ("resolved" as const) : ("open" as const),
    comments: comments.map(({ author, text, at }) => ({
      author: author.name,
      ...(scopes.includes("people:read") && { author_email: author.email }),
      text,
      at: timeAt(at),
    })),
    comment_count: comments.length,
    opened_at: timeAt(comments[0]!.at),
    ...(resolved && { resolved_at: timeAt(resolved.at), resolved_by: resolved.by.name }),
  };
}

export function showActivity({ id, at, actor, action, item, name, user }: Activity) {
  return {
    id,
    at: timeAt(at),
    actor: actor.name,
    action,
    ...showItem(item),
    name,
    ...(user && { user: user.email }),
  };
}
