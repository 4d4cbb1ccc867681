/** The tree of folders: names are there once in a folder, and no folder is within itself. */

import { foldersAbove, parentOf } from "./access.ts";
import type { Person } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { files, folders } from "./drive.ts";
import type { DriveFile, Folder } from "./records.ts";
import { Refused } from "./refused.ts";

export const foldersIn = (parent: string): Folder[] =>
  [...folders.values()].filter((folder) => folder.parent === parent && folder.binned === undefined);

export const filesIn = (parent: string): DriveFile[] =>
  [...files.values()].filter((file) => file.folder === parent && file.binned === undefined);

interface Place {
  readonly owner: Person;
  readonly parent: string | undefined;
  readonly name: string;
  /** The item that has the name already, or gets it. */
  readonly id?: string;
}

export function needFreeName({ owner, parent, name, id }: Place): void {
  const lower = name.toLowerCase();
  const taken = [...folders.values(), ...files.values()].some(
    (item) =>
      item.id !== id &&
      item.owner === owner &&
      item.binned === undefined &&
      parentOf(item) === parent &&
      item.name.toLowerCase() === lower,
  );
  if (taken) throw new Refused("name_taken", `There is already "${name}" in this folder. Take another name.`);
}

/** A folder is not moved into itself, or into a folder within it. */
export function needNoCycle(folder: Folder, target: Folder): void {
  const above = foldersAbove(target).map(({ id }) => id);
  const within = [target.id, ...(breaks("grandchild-cycle") ? above.slice(0, 1) : above)];
  if (within.includes(folder.id))
    throw new Refused("cycle", `${target.name} is ${folder.name} or in it. Choose another folder.`);
}

/** Things stay with their owner, whose quota they count for. */
export function needSameOwner(item: Folder | DriveFile, target: Folder): void {
  if (item.owner !== target.owner)
    throw new Refused(
      "other_owner",
      `${target.name} belongs to ${target.owner.name}, and ${item.name} to ${item.owner.name}.`,
    );
}
