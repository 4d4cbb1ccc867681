/** Tools for the versions of a file. */
import * as z from "zod";
import { findFile, needActive, needUnlocked } from "./access.ts";
import type { Caller } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { now } from "./clock.ts";
import { needRoom, note } from "./drive.ts";
import { makeLink } from "./links.ts";
import { type DriveFile, sizeAndDigest, type Version } from "./records.ts";
import { Refused } from "./refused.ts";
import { once } from "./requests.ts";
import { needRevision } from "./revision.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showFile } from "./views.ts";

const keptVersions = 10;

type NewVersion = Pick<Version, "text" | "bytes" | "sha256" | "note">;

function addVersion(file: DriveFile, added: NewVersion, caller: Caller): void {
  needRoom(file.owner, added.bytes);
  const [newest, ...older] = file.versions;
  const uploaded = now();
  const version = { ...added, version: newest.version + 1, author: caller.person, uploaded };
  file.versions = [version, newest, ...older.slice(0, keptVersions - 2)];
  Object.assign(file, { revision: file.revision + 1, changed: uploaded });
  note(caller, "uploaded", file);
}

function findVersion(file: DriveFile, number: number): Version {
  const found = file.versions.find(({ version }) => version === number);
  if (found !== undefined) return found;
  const kept = file.versions.map(({ version }) => version).join(", ");
  throw new Refused("no_such_version", `${file.name} has no version ${number}. There are ${kept}.`);
}

const uploadVersion = tool({
  name: "upload_version",
  mode: "change",
  scope: "drive:write",
  title: "Upload a version",
  description: "Puts a new text into a file. The last ten versions are kept.",
  input: z.strictObject({
    file_id: schema.fileId,
    text: schema.text,
    note: schema.versionNote.optional().describe("What is new."),
    expected_revision: schema.revision.describe("The revision that the new text is based on."),
    request_id: schema.requestId,
  }),
  output: schema.file,
  run(input, caller) {
    const file = findFile(input.file_id, caller, breaks("commenter-uploads") ? "comment" : "edit");
    return once("upload_version", input, caller, () => {
      const { text, note: what } = input;
      needActive(file);
      needUnlocked(file, caller);
      needRevision(file, input.expected_revision);
      addVersion(file, { text, note: what, ...sizeAndDigest(text) }, caller);
      return showFile(file, caller);
    });
  },
});

const restoreVersion = tool({
  name: "restore_version",
  mode: "change",
  scope: "drive:write",
  title: "Restore a version",
  description: "Makes a new version with the text of an earlier one.",
  input: z.strictObject({
    file_id: schema.fileId,
    version: schema.versionNumber,
    expected_revision: schema.revision.optional().describe("Refused if the file has another revision."),
  }),
  output: schema.file,
  run({ file_id, version, expected_revision }, caller) {
    const file = findFile(file_id, caller, "edit");
    needActive(file);
    needUnlocked(file, caller);
    needRevision(file, expected_revision);
    const { text, bytes, sha256 } = findVersion(file, version);
    const digest = breaks("restored-keeps-checksum") ? file.versions[0].sha256 : sha256;
    addVersion(file, { text, bytes, sha256: digest, note: `Version ${version} again` }, caller);
    return showFile(file, caller);
  },
});

const downloadFile = tool({
  name: "download_file",
  mode: "read",
  scope: "drive:read",
  title: "Download a file",
  description:
    "Reads the text of a file or of an earlier version, with a link to it that works for ten minutes.",
  input: z.strictObject({
    file_id: schema.fileId,
    version: schema.versionNumber.optional().describe("Left out for the newest."),
  }),
  output: z.strictObject({
    file_id: schema.fileId,
    file_name: schema.itemName,
    version: schema.versionNumber,
    text: schema.text,
    bytes: schema.size,
    sha256: schema.numbers.digest,
    url: z.url().max(300).meta({ pattern: undefined }),
    expires_at: schema.time,
  }),
  run({ file_id, version: wanted }, caller) {
    const file = findFile(file_id, caller);
    const { name, mediaType } = file;
    const found = wanted === undefined ? file.versions[0] : findVersion(file, wanted);
    const { version, text, bytes, sha256 } = found;
    const link = makeLink(name, mediaType, text);
    return { file_id, file_name: name, version, text, bytes, sha256, ...link };
  },
});

export const versionTools = [uploadVersion, restoreVersion, downloadFile];
