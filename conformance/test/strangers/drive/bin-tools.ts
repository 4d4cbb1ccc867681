/** Tools for the bin, from which things come back for 30 days, and for the quota that they count for. */
import * as z from "zod";
import { findFile, findFolder, lockOf, needActive } from "./access.ts";
import type { Caller } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { bytesOf, deletedAt, files, folders, note, quotaBytes } from "./drive.ts";
import type { DriveFile, Folder } from "./records.ts";
import { Refused } from "./refused.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { filesIn, foldersIn, needFreeName, needSameOwner } from "./tree.ts";

const oneItem = {
  folder_id: schema.folderId.optional(),
  file_id: schema.fileId.optional(),
};

const itemInBin = z.strictObject({
  ...oneItem,
  name: schema.itemName,
  status: schema.status,
  binned_at: schema.time.optional(),
  deletes_at: schema.time.optional(),
});

interface OneItem {
  readonly folder_id?: string | undefined;
  readonly file_id?: string | undefined;
}

export function findItem({ folder_id, file_id }: OneItem, caller: Caller): Folder | DriveFile {
  if (folder_id !== undefined && file_id === undefined) return findFolder(folder_id, caller, "owner");
  if (file_id !== undefined && folder_id === undefined) return findFile(file_id, caller, "owner");
  throw new Refused("invalid_input", "Name either a folder_id or a file_id.");
}

const isFile = (item: Folder | DriveFile): item is DriveFile => "versions" in item;

function show(item: Folder | DriveFile): z.input<typeof itemInBin> {
  const { id, name, binned } = item;
  return {
    ...(isFile(item) ? { file_id: id } : { folder_id: id }),
    name,
    ...(binned === undefined
      ? { status: "active" as const }
      : { status: "binned" as const, binned_at: timeAt(binned), deletes_at: timeAt(deletedAt(binned)) }),
  };
}

function needEmpty({ id, name }: Folder): void {
  const count = foldersIn(id).length + filesIn(id).length;
  if (count > 0)
    throw new Refused("not_empty", `${name} has ${count} folders and files. Put these into the bin first.`);
}

function needCheckedIn(file: DriveFile): void {
  const lock = lockOf(file);
  if (lock !== undefined)
    throw new Refused("locked", `${lock.holder.name} has checked out ${file.name}. It is checked in first.`);
}

const binItem = tool({
  name: "bin_item",
  mode: "change",
  scope: "drive:write",
  title: "Put into the bin",
  description:
    "Puts a file or an empty folder into the bin. After 30 days it is deleted for ever. Exactly one of folder_id and file_id.",
  input: z.strictObject(oneItem),
  output: itemInBin,
  run(input, caller) {
    const item = findItem(input, caller);
    if (item.binned !== undefined) throw new Refused("bin_state", `${item.name} is in the bin already.`);
    if (isFile(item)) needCheckedIn(item);
    else needEmpty(item);
    item.binned = now();
    note(caller, "binned", item);
    return show(item);
  },
});

/** The folder into which something comes back. */
function targetOf(item: Folder | DriveFile, into: string | undefined, caller: Caller): Folder | undefined {
  if (into !== undefined) {
    const target = findFolder(into, caller, "edit");
    needActive(target);
    needSameOwner(item, target);
    return target;
  }
  const parent = isFile(item) ? item.folder : item.parent;
  if (parent === undefined && !isFile(item)) return undefined;
  const folder = parent === undefined ? undefined : folders.get(parent);
  if (folder !== undefined && folder.binned === undefined) return folder;
  throw new Refused(
    "folder_gone",
    `The folder of ${item.name} is in the bin or deleted. Say with into_folder_id where it comes back.`,
  );
}

const restoreItem = tool({
  name: "restore_item",
  mode: "change",
  scope: "drive:write",
  title: "Bring back from the bin",
  description:
    "Brings a file or a folder back to where it was, or to another folder. Exactly one of folder_id and file_id.",
  input: z.strictObject({
    ...oneItem,
    into_folder_id: schema.folderId.optional().describe("Left out for the folder that it was in."),
  }),
  output: itemInBin,
  run({ into_folder_id, ...input }, caller) {
    const item = findItem(input, caller);
    const into = into_folder_id === undefined ? undefined : findFolder(into_folder_id, caller, "edit");
    if (item.binned === undefined) throw new Refused("bin_state", `${item.name} is not in the bin.`);
    const parent = targetOf(item, into?.id, caller)?.id;
    if (!breaks("restore-makes-duplicate"))
      needFreeName({ owner: item.owner, parent, name: item.name, id: item.id });
    item.binned = undefined;
    Object.assign(item, isFile(item) ? { folder: parent } : { parent });
    note(caller, "restored", item);
    return show(item);
  },
});

const getUsage = tool({
  name: "get_usage",
  mode: "read",
  scope: "drive:read",
  title: "Show the quota",
  description: "Shows how much of the caller's quota is used, with all versions and with what is in the bin.",
  input: z.strictObject({}),
  output: z.strictObject({
    quota_bytes: schema.size,
    active_bytes: schema.size,
    bin_bytes: schema.size,
    left_bytes: schema.size,
    folders: schema.numbers.count.describe("Without those in the bin."),
    files: schema.numbers.count.describe("Without those in the bin."),
    binned_files: schema.numbers.count,
  }),
  run(_, { person }) {
    const { active, bin } = bytesOf(person);
    const ofCaller = ({ owner }: Folder | DriveFile) => owner === person;
    const own = [...files.values()].filter(ofCaller);
    const binned = own.filter((file) => file.binned !== undefined);
    const isActive = (folder: Folder) => ofCaller(folder) && folder.binned === undefined;
    return {
      quota_bytes: quotaBytes,
      active_bytes: active,
      bin_bytes: bin,
      left_bytes: quotaBytes - active - (breaks("bin-is-free") ? 0 : bin),
      folders: [...folders.values()].filter(isActive).length,
      files: own.length - binned.length,
      binned_files: binned.length,
    };
  },
});

export const binTools = [binItem, restoreItem, getUsage];
