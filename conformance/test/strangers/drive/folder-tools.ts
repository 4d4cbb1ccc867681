/** Tools for folders. */
import * as z from "zod";
import { accessTo, findFolder, foldersAbove, needActive } from "./access.ts";
import { now } from "./clock.ts";
import { folders, note } from "./drive.ts";
import { nameList, page, pageOf, paging } from "./pages.ts";
import { type Folder, newId } from "./records.ts";
import { Refused } from "./refused.ts";
import { once } from "./requests.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { needFreeName, needNoCycle, needSameOwner } from "./tree.ts";
import { showFolder } from "./views.ts";

const maxDepth = 12;

function needDepth(parent: Folder): void {
  if (foldersAbove(parent).length + 2 > maxDepth)
    throw new Refused("too_deep", `Folders are at most ${maxDepth} deep. Choose a folder further up.`);
}

const createFolder = tool({
  name: "create_folder",
  mode: "add",
  scope: "drive:write",
  title: "Create a folder",
  description: "Creates a folder in another one, or at the top of the caller's own drive.",
  input: z.strictObject({
    parent_id: schema.folderId.optional().describe("Left out for the top."),
    name: schema.itemName,
    request_id: schema.requestId,
  }),
  output: schema.folder,
  run(input, caller) {
    const { parent_id, name } = input;
    const parent = parent_id === undefined ? undefined : findFolder(parent_id, caller, "edit");
    return once("create_folder", input, caller, () => {
      if (parent !== undefined) {
        needActive(parent);
        needDepth(parent);
      }
      const owner = parent?.owner ?? caller.person;
      needFreeName({ owner, parent: parent_id, name });
      const folder: Folder = { id: newId("fol"), owner, parent: parent_id, name, created: now() };
      folders.set(folder.id, folder);
      note(caller, "created", folder);
      return showFolder(folder, caller);
    });
  },
});

const getFolder = tool({
  name: "get_folder",
  mode: "read",
  scope: "drive:read",
  title: "Show a folder",
  description: "Shows a folder and how much is in it.",
  input: z.strictObject({ folder_id: schema.folderId }),
  output: schema.folder,
  run: ({ folder_id }, caller) => showFolder(findFolder(folder_id, caller), caller),
});

const listFolders = tool({
  name: "list_folders",
  mode: "read",
  scope: "drive:read",
  title: "List folders",
  description: "Lists the folders that the caller may see by name, without those in the bin.",
  input: z.strictObject({
    parent_id: schema.folderId.optional().describe("Only folders directly in this one."),
    name: z.string().min(1).max(120).optional().describe("Part of the name."),
    access: schema.access.optional(),
    status: schema.status.default("active"),
    ...paging,
  }),
  output: z.strictObject({ folders: z.array(schema.folder).max(50), ...pageOf }),
  run({ limit, cursor, ...wanted }, caller) {
    const { parent_id, name, access, status } = wanted;
    if (parent_id !== undefined) findFolder(parent_id, caller);
    const part = name?.toLowerCase();
    const fitting = [...folders.values()].filter((folder) => {
      const level = accessTo(folder, caller.person);
      return (
        level !== undefined &&
        (access === undefined || level === access) &&
        (folder.binned === undefined) === (status === "active") &&
        (parent_id === undefined || folder.parent === parent_id) &&
        (part === undefined || folder.name.toLowerCase().includes(part))
      );
    });
    const { items, ...rest } = page({
      name: nameList("folders", caller, wanted),
      items: fitting,
      limit,
      cursor,
      keyOf: (folder) => folder.name,
    });
    return { folders: items.map((folder) => showFolder(folder, caller)), ...rest };
  },
});

const updateFolder = tool({
  name: "update_folder",
  mode: "change",
  scope: "drive:write",
  title: "Rename or move a folder",
  description: "Changes the name of a folder, or moves it with all that is in it.",
  input: z.strictObject({
    folder_id: schema.folderId,
    name: schema.itemName.optional(),
    parent_id: schema.folderId.nullable().optional().describe("Where to move it; null: to the top."),
  }),
  output: schema.folder,
  run({ folder_id, parent_id, ...change }, caller) {
    const folder = findFolder(folder_id, caller, "edit");
    const target = typeof parent_id === "string" ? findFolder(parent_id, caller, "edit") : undefined;
    needActive(folder);
    if (target !== undefined) {
      needActive(target);
      needSameOwner(folder, target);
      needNoCycle(folder, target);
      needDepth(target);
    }
    const parent = parent_id === undefined ? folder.parent : target?.id;
    const { name = folder.name } = change;
    needFreeName({ owner: folder.owner, parent, name, id: folder.id });
    Object.assign(folder, { name, parent });
    note(caller, "changed", folder);
    return showFolder(folder, caller);
  },
});

export const folderTools = [createFolder, getFolder, listFolders, updateFolder];
