/** Tools that upload, show and search files, and rename, move and lock them. */
import * as z from "zod";
import { accessTo, findFile, findFolder, foldersAbove, lockOf, needActive, needUnlocked } from "./access.ts";
import type { Caller } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { files, needRoom, note } from "./drive.ts";
import { nameList, page, pageOf, paging } from "./pages.ts";
import { type DriveFile, newId, sizeAndDigest } from "./records.ts";
import { Refused } from "./refused.ts";
import { once } from "./requests.ts";
import { needRevision } from "./revision.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { needFreeName, needSameOwner } from "./tree.ts";
import { showFile } from "./views.ts";

const lockMs = 2 * 3_600_000;

const uploadFile = tool({
  name: "upload_file",
  mode: "add",
  scope: "drive:write",
  title: "Upload a file",
  description: "Makes a file of a text. It belongs to the owner of the folder, whose quota it counts for.",
  input: z.strictObject({
    folder_id: schema.folderId,
    name: schema.itemName,
    media_type: schema.mediaType.default("text/plain"),
    text: schema.text,
    note: schema.versionNote.optional().describe("What the first version is."),
    request_id: schema.requestId,
  }),
  output: schema.file,
  run(input, caller) {
    const folder = findFolder(input.folder_id, caller, "edit");
    return once("upload_file", input, caller, () => {
      const { name, media_type: mediaType, text } = input;
      const { owner, id: parent } = folder;
      needActive(folder);
      needFreeName({ owner, parent, name });
      const size = sizeAndDigest(text);
      needRoom(owner, size.bytes);
      const created = now();
      const version = {
        version: 1,
        text,
        ...size,
        note: input.note,
        author: caller.person,
        uploaded: created,
      };
      const file: DriveFile = {
        id: newId("fil"),
        owner,
        folder: parent,
        name,
        mediaType,
        versions: [version],
        revision: 1,
        created,
        changed: created,
      };
      files.set(file.id, file);
      note(caller, "uploaded", file);
      return showFile(file, caller);
    });
  },
});

const getFile = tool({
  name: "get_file",
  mode: "read",
  scope: "drive:read",
  title: "Show a file",
  description: "Shows a file with its versions and its lock, but not its text.",
  input: z.strictObject({ file_id: schema.fileId }),
  output: schema.file,
  run: ({ file_id }, caller) => showFile(findFile(file_id, caller), caller),
});

const filters = {
  folder_id: schema.folderId.optional().describe("Only files directly in this folder."),
  name: z.string().min(1).max(120).optional().describe("Part of the name."),
  media_type: schema.mediaType.optional(),
  access: schema.access.optional(),
  status: schema.status.default("active"),
  lock: schema.lockState.optional(),
  min_bytes: schema.size.optional(),
  max_bytes: schema.size.optional(),
  changed_from: schema.day.optional().describe("First day of the change, in UTC."),
  changed_until: schema.day.optional().describe("Last day of the change, in UTC."),
};

type Wanted = z.output<z.ZodObject<typeof filters>>;

function fits(file: DriveFile, wanted: Wanted, { person }: Caller): boolean {
  const { folder_id, name, media_type, access, status, lock } = wanted;
  const level = accessTo(file, person);
  return (
    level !== undefined &&
    (access === undefined || level === access) &&
    (file.binned === undefined) === (status === "active") &&
    (folder_id === undefined || file.folder === folder_id) &&
    (name === undefined || includesPart(file.name, name)) &&
    (media_type === undefined || file.mediaType === media_type) &&
    (lock === undefined || (lockOf(file) === undefined) === (lock === "free")) &&
    isInRange(file, wanted)
  );
}

function includesPart(name: string, part: string): boolean {
  const wanted = breaks("stars-stand-for-anything") ? part.replaceAll("*", "") : part;
  return name.toLowerCase().includes(wanted.toLowerCase());
}

function isInRange({ versions: [{ bytes }], changed }: DriveFile, wanted: Wanted): boolean {
  const { min_bytes = 0, changed_from, changed_until } = wanted;
  const max_bytes =
    (breaks("no-bytes-are-no-bound") && wanted.max_bytes === 0 ? undefined : wanted.max_bytes) ?? bytes;
  const changedOn = timeAt(changed).slice(0, 10);
  return (
    bytes >= min_bytes &&
    bytes <= max_bytes &&
    (changed_from === undefined || changedOn >= changed_from) &&
    (changed_until === undefined || changedOn <= changed_until)
  );
}

const searchFiles = tool({
  name: "search_files",
  mode: "read",
  scope: "drive:read",
  title: "Search files",
  description: "Finds files that the caller may see: the latest change first, by name, or the largest first.",
  input: z.strictObject({
    ...filters,
    sort: z.enum(["latest", "name", "largest"]).default("latest"),
    ...paging,
  }),
  output: z.strictObject({ files: z.array(schema.file).max(50), ...pageOf }),
  run({ limit, cursor, sort, ...wanted }, caller) {
    if (wanted.folder_id !== undefined) findFolder(wanted.folder_id, caller);
    const keys = {
      latest: ({ changed }: DriveFile) => changed,
      name: ({ name }: DriveFile) => name,
      largest: ({ versions: [{ bytes }] }: DriveFile) => bytes,
    };
    const { items, ...rest } = page({
      name: nameList("files", caller, { ...wanted, sort }),
      items: [...files.values()].filter((file) => fits(file, wanted, caller)),
      limit,
      cursor,
      descending: sort !== "name",
      keyOf: keys[sort],
    });
    return { files: items.map((file) => showFile(file, caller)), ...rest };
  },
});

const updateFile = tool({
  name: "update_file",
  mode: "change",
  scope: "drive:write",
  title: "Rename or move a file",
  description: "Changes the name of a file, or moves it to another folder of its owner.",
  input: z.strictObject({
    file_id: schema.fileId,
    name: schema.itemName.optional(),
    folder_id: schema.folderId.optional().describe("Where to move it."),
    expected_revision: schema.revision.optional().describe("Refused if the file has another revision."),
  }),
  output: schema.file,
  run({ file_id, folder_id, expected_revision, ...change }, caller) {
    const file = findFile(file_id, caller, "edit");
    const target = folder_id === undefined ? undefined : findFolder(folder_id, caller, "edit");
    needActive(file);
    needUnlocked(file, caller);
    needRevision(file, expected_revision);
    if (target !== undefined) {
      needActive(target);
      needSameOwner(file, target);
    }
    const { name = file.name } = change;
    const folder = target?.id ?? file.folder;
    needFreeName({ owner: file.owner, parent: folder, name, id: file.id });
    if (name !== file.name || folder !== file.folder) {
      if (breaks("moved-out-stays-shared")) file.leftFolders = foldersAbove(file).map(({ id }) => id);
      Object.assign(file, { name, folder, revision: file.revision + 1, changed: now() });
      note(caller, "changed", file);
    }
    return showFile(file, caller);
  },
});

const lockFile = tool({
  name: "lock_file",
  mode: "change",
  scope: "drive:write",
  title: "Check a file out or in",
  description:
    "While a file is checked out, others do not change it. Ends with the check-in, or after two hours.",
  input: z.strictObject({ file_id: schema.fileId, action: z.enum(["check_out", "check_in"]) }),
  output: schema.file,
  run({ file_id, action }, caller) {
    const file = findFile(file_id, caller, "edit");
    needActive(file);
    const lock = lockOf(file);
    if (!(action === "check_in" && breaks("anyone-checks-in"))) needUnlocked(file, caller);
    if ((lock === undefined) !== (action === "check_out")) {
      const message = lock
        ? `You have checked out ${file.name} already.`
        : `${file.name} is not checked out.`;
      throw new Refused("lock_state", message);
    }
    const since = now();
    const taken = { holder: caller.person, since, ends: since + lockMs };
    file.lock = action === "check_out" ? taken : undefined;
    note(caller, action === "check_out" ? "checked_out" : "checked_in", file);
    return showFile(file, caller);
  },
});

export const fileTools = [uploadFile, getFile, searchFiles, updateFile, lockFile];
