/** The shapes of arguments and results, as clients see them. */
import * as z from "zod";

// Clients get the format; zod's own pattern for it would only repeat it at length.
const withoutPattern = { pattern: undefined };

export const day = z.iso.date().meta(withoutPattern);
export const time = z.iso.datetime({ offset: true }).meta(withoutPattern);

export const folderId = z
  .string()
  .regex(/^fol_[a-z2-7]{14}$/)
  .describe("Id of a folder.");
export const fileId = z
  .string()
  .regex(/^fil_[a-z2-7]{14}$/)
  .describe("Id of a file.");
export const shareId = z
  .string()
  .regex(/^shr_[a-z2-7]{14}$/)
  .describe("Id of a share.");
export const threadId = z
  .string()
  .regex(/^thr_[a-z2-7]{14}$/)
  .describe("Id of a thread of comments.");
export const requestId = z
  .uuid()
  .meta(withoutPattern)
  .optional()
  .describe("A new UUID for each call. The same call with the same one has one effect.");

export const itemName = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^/\\]+$/)
  .describe("Name in its folder, without slashes.");
export const text = z.string().max(10_000).describe("The document.");
export const mediaType = z.enum(["text/plain", "text/markdown", "text/csv", "application/json"]);
export const user = z.email().max(200).meta(withoutPattern).describe("Address of a person of the firm.");
export const sharedAccess = z.enum(["view", "comment", "edit"]);
export const access = z.enum(["view", "comment", "edit", "owner"]).describe("What the caller may do.");
export const status = z.enum(["active", "binned"]);
export const lockState = z.enum(["free", "checked_out"]);
export const threadState = z.enum(["open", "resolved"]);
export const shareState = z.enum(["active", "ended", "expired"]);
export const revision = z.int().min(1).max(1_000_000).describe("Counts changes of name, folder and text.");
export const versionNumber = z.int().min(1).max(1_000_000).describe("Number of a version.");
export const versionNote = z.string().min(1).max(200);
export const commentText = z.string().min(1).max(2000);
export const quote = z.string().min(1).max(500).describe("The words that the comment is about.");
export const action = z.enum([
  "created",
  "uploaded",
  "changed",
  "checked_out",
  "checked_in",
  "binned",
  "restored",
  "shared",
  "unshared",
  "commented",
]);

const personName = z.string().min(1).max(120);
const count = z.int().min(0).max(10_000_000);
export const size = z.int().min(0).max(1_000_000_000).describe("In bytes.");
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("SHA-256, hexadecimal.");

export const numbers = { count, digest, size };

export const folder = z
  .strictObject({
    id: folderId,
    parent_id: folderId.optional().describe("The folder that it is in; left out at the top."),
    name: itemName,
    path: z.string().min(1).max(4000).describe("The names of the folders above and its own."),
    owner: personName,
    access,
    status,
    folders: count.describe("Folders directly in it."),
    files: count.describe("Files directly in it."),
    bytes: size.describe("Of the files directly in it, with their older versions."),
    created_at: time,
    binned_at: time.optional(),
    deletes_at: time.optional().describe("When it is deleted for ever."),
  })
  .describe("A folder.");

const version = z.strictObject({
  version: versionNumber,
  bytes: size,
  sha256: digest,
  note: versionNote.optional(),
  author: personName,
  uploaded_at: time,
});

export const file = z
  .strictObject({
    id: fileId,
    folder_id: folderId.optional().describe("Left out where the caller may not see the folder."),
    name: itemName,
    media_type: mediaType,
    owner: personName,
    access,
    status,
    bytes: size,
    sha256: digest,
    version: versionNumber,
    versions: z.array(version).min(1).max(10).describe("The last ten, the newest first."),
    stored_bytes: size.describe("Bytes of all its versions, which count for the quota."),
    revision,
    lock: lockState,
    locked_by: personName.optional(),
    locked_at: time.optional(),
    lock_ends_at: time.optional(),
    open_threads: count,
    created_at: time,
    changed_at: time.describe("When name, folder or text changed last."),
    binned_at: time.optional(),
    deletes_at: time.optional().describe("When it is deleted for ever."),
  })
  .describe("A file.");

export const share = z
  .strictObject({
    id: shareId,
    folder_id: folderId.optional(),
    file_id: fileId.optional(),
    owner: personName,
    user,
    access: sharedAccess,
    until: day.optional().describe("The last day, in UTC."),
    ends_at: time.optional().describe("The end of the last day."),
    state: shareState,
    created_at: time,
    ended_at: time.optional(),
  })
  .describe("What somebody may do with a folder or a file of somebody else.");

const comment = z.strictObject({
  author: personName,
  author_email: user.optional().describe("Only with people:read."),
  text: commentText,
  at: time,
});

export const thread = z
  .strictObject({
    id: threadId,
    file_id: fileId,
    quote: quote.optional(),
    state: threadState,
    comments: z.array(comment).min(1).max(20).describe("The oldest first."),
    comment_count: count,
    opened_at: time,
    resolved_at: time.optional(),
    resolved_by: personName.optional(),
  })
  .describe("Comments on a file that belong together.");

export const activity = z
  .strictObject({
    id: z.int().min(1).max(10_000_000),
    at: time,
    actor: personName,
    action,
    folder_id: folderId.optional(),
    file_id: fileId.optional(),
    name: itemName.describe("The name that it had then."),
    user: user.optional().describe("Whom it was shared with."),
  })
  .describe("Something that somebody did.");
