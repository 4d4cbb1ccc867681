/** Everything that is stored: folders, files, shares, threads and what was done. People of the firm share one drive. */
import type { Caller, Person } from "./accounts.ts";
import { now } from "./clock.ts";
import type { Action, Activity, DriveFile, Folder, Share, Thread } from "./records.ts";
import { Refused } from "./refused.ts";

export const quotaBytes = 50_000_000;
const binMs = 30 * 86_400_000;

export const folders = new Map<string, Folder>();
export const files = new Map<string, DriveFile>();
export const shares = new Map<string, Share>();
export const threads = new Map<string, Thread>();
export const activities: Activity[] = [];

/** Item -> its shares, also those that have ended. */
const sharesByItem = new Map<string, Share[]>();

export const sharesOf = (item: string): readonly Share[] => sharesByItem.get(item) ?? [];

export function keepShare(share: Share): void {
  shares.set(share.id, share);
  sharesByItem.set(share.item, [...sharesOf(share.item), share]);
}

export const itemWith = (id: string): Folder | DriveFile | undefined => folders.get(id) ?? files.get(id);

export const storedBytes = ({ versions }: DriveFile): number =>
  versions.reduce((sum, { bytes }) => sum + bytes, 0);

export function bytesOf(owner: Person): { active: number; bin: number } {
  const sum = { active: 0, bin: 0 };
  for (const file of files.values())
    if (file.owner === owner) sum[file.binned === undefined ? "active" : "bin"] += storedBytes(file);
  return sum;
}

export function needRoom(owner: Person, bytes: number): void {
  const { active, bin } = bytesOf(owner);
  const left = quotaBytes - active - bin;
  if (bytes > left)
    throw new Refused(
      "quota_exceeded",
      `${owner.name} has ${left} bytes left, and this takes ${bytes}. What is in the bin counts, too.`,
    );
}

export function note(
  { person }: Caller,
  action: Action,
  { id, name }: { readonly id: string; readonly name: string },
  user?: Person,
): void {
  const entry = { id: activities.length + 1, at: now(), actor: person, action, item: id, name };
  activities.push({ ...entry, user });
}

export const deletedAt = (binned: number): number => binned + binMs;

const isOver = ({ binned }: Folder | DriveFile): boolean =>
  binned !== undefined && deletedAt(binned) <= now();

/** Deletes for ever what has been in the bin for 30 days. */
export function emptyBins(): void {
  for (const file of files.values()) if (isOver(file)) removeFile(file);
  for (const folder of folders.values()) if (isOver(folder)) removeFolder(folder);
}

function removeFile({ id }: DriveFile): void {
  files.delete(id);
  for (const thread of threads.values()) if (thread.file === id) threads.delete(thread.id);
  removeShares(id);
}

function removeFolder({ id }: Folder): void {
  folders.delete(id);
  for (const file of files.values()) if (file.folder === id) file.folder = undefined;
  for (const folder of folders.values()) if (folder.parent === id) folder.parent = undefined;
  removeShares(id);
}

function removeShares(item: string): void {
  for (const { id } of sharesOf(item)) shares.delete(id);
  sharesByItem.delete(item);
}
