/** Who may do what with an item. A share of a folder holds for all that is in it. */
import type { Caller, Person } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { files, folders, sharesOf } from "./drive.ts";
import type { Access, DriveFile, Folder, Lock, Share } from "./records.ts";
import { Refused } from "./refused.ts";

type Level = Access | "owner";

const levels: readonly Level[] = ["view", "comment", "edit", "owner"];

const dayMs = 86_400_000;

/** Shares end with their last day, in UTC. */
export const endOfShare = ({ until }: Pick<Share, "until">): number | undefined =>
  until === undefined ? undefined : Date.parse(until) + dayMs;

export function stateOfShare(share: Share): "active" | "ended" | "expired" {
  if (share.ended !== undefined) return "ended";
  const end = endOfShare(share);
  return end !== undefined && end <= now() ? "expired" : "active";
}

export const parentOf = (item: Folder | DriveFile): string | undefined =>
  "versions" in item ? item.folder : item.parent;

/** The folders that an item is in, the nearest first. */
export function foldersAbove(item: Folder | DriveFile): Folder[] {
  const above: Folder[] = [];
  for (let parent = parentOf(item); parent !== undefined; ) {
    const folder = folders.get(parent);
    if (folder === undefined) break;
    above.push(folder);
    // A mistake lets a folder into itself; without an end, this would take all memory.
    if (above.length > folders.size) throw new Error(`The folder ${folder.id} is within itself.`);
    parent = folder.parent;
  }
  return above;
}

function isGiven(share: Share, item: string): boolean {
  if (breaks("inherited-share-never-ends") && share.item !== item) return share.ended === undefined;
  return stateOfShare(share) === "active";
}

/** What a person may do with an item; undefined: they must not know of it. */
export function accessTo(item: Folder | DriveFile, person: Person): Level | undefined {
  if (item.owner === person) return "owner";
  const left = "versions" in item ? (item.leftFolders ?? []) : [];
  const sources = [item.id, ...foldersAbove(item).map(({ id }) => id), ...left];
  const given = sources
    .flatMap(sharesOf)
    .filter((share) => share.user === person && isGiven(share, item.id))
    .map(({ access }) => levels.indexOf(access));
  return given.length === 0 ? undefined : levels[Math.max(...given)];
}

function allow<Item extends Folder | DriveFile>(
  item: Item | undefined,
  id: string,
  { person }: Caller,
  needed: Level,
): Item {
  const access = item && accessTo(item, person);
  if (item === undefined || access === undefined)
    throw new Refused("not_found", `There is no ${id}, or nobody has shared it with you.`);
  if (levels.indexOf(access) >= levels.indexOf(needed)) return item;
  throw new Refused(
    "access_denied",
    `Your access to ${item.name} is "${access}", and this needs "${needed}". Ask ${item.owner.name}.`,
  );
}

export const findFolder = (id: string, caller: Caller, needed: Level = "view"): Folder =>
  allow(folders.get(id), id, caller, needed);

export const findFile = (id: string, caller: Caller, needed: Level = "view"): DriveFile =>
  allow(files.get(id), id, caller, needed);

export function needActive(item: Folder | DriveFile): void {
  if (item.binned === undefined) return;
  throw new Refused(
    "in_bin",
    `${item.name} is in the bin since ${timeAt(item.binned)}. Bring it back with restore_item first.`,
  );
}

/** The lock of a file; undefined where nobody has checked it out, or the two hours are over. */
export const lockOf = ({ lock }: DriveFile): Lock | undefined =>
  lock !== undefined && now() < lock.ends ? lock : undefined;

/** Others do not change a file while somebody has checked it out. */
export function needUnlocked(file: DriveFile, { person }: Caller): void {
  const lock = breaks("lapsed-lock-blocks") ? file.lock : lockOf(file);
  if (lock === undefined || lock.holder === person) return;
  throw new Refused(
    "locked",
    `${lock.holder.name} has checked out ${file.name} until ${timeAt(lock.ends)}. Wait for the check-in.`,
  );
}
