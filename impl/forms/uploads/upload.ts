/** Receives an uploaded file: its size, its name and its type are checked while it is written. */
import { finished, type Readable } from "node:stream";
import { limits } from "../../../generated/limits.ts";
import type { FileExtension } from "../../../generated/types.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { FileField } from "../answers/answer.ts";
import type { Problem } from "../answers/problem.ts";
import { inspect } from "./inspect.ts";
import { type Content, fileExtension, isFileExtension, kinds } from "./kinds.ts";
import { cleanFileName } from "./name.ts";

const MEGABYTE = 1_000_000;
/** The largest upload, whatever a field allows. */
export const MAX_FILE_BYTES = limits.file_size_mb.max * MEGABYTE;

const allExtensions = Object.keys(kinds).filter(isFileExtension);

/** A file in the store that does not belong to an answer yet. */
export interface StoredUpload {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
}

/**
 * Stores a file while it arrives. Then checks that its content fits its name and that its field accepts the type;
 * else the file is removed. The content is always read to its end.
 * @param isWhole called after the end: false if the file was cut off because it was too large
 */
export async function receiveFile(
  store: FileStore,
  field: FileField,
  upload: { readonly name: string; readonly content: Readable; isWhole(): boolean },
): Promise<{ readonly stored: StoredUpload } | { readonly problem: Problem }> {
  const { through, content } = inspect();
  // The content may have failed already, while an earlier file was being stored: a listener for errors would miss that.
  finished(upload.content, (error) => {
    if (error) through.destroy(error);
  });
  const key = await store.put(upload.content.pipe(through));
  const problem = uploadProblem(field, upload.name, content(), upload.isWhole());
  if (problem) {
    await store.remove([key]);
    return { problem };
  }
  const name = cleanFileName(upload.name);
  const { contentType } = kinds[fileExtension(upload.name) as FileExtension];
  return { stored: { key, name, size: content().size, contentType } };
}

function uploadProblem(
  field: FileField,
  name: string,
  content: Content,
  isWhole: boolean,
): Problem | undefined {
  const { megabytes, extensions } = acceptedFiles(field);
  if (!isWhole || content.size > megabytes * MEGABYTE) return { code: "max_file_size", count: megabytes };
  if (content.size === 0) return { code: "file_empty" };
  const extension = fileExtension(name);
  if (!isFileExtension(extension) || !accepts(extensions, extension))
    return { code: "file_type", extensions };
  return kinds[extension].proves(content) ? undefined : { code: "file_content" };
}

/** `jpg` and `jpeg` are one kind. */
function accepts(accepted: readonly FileExtension[], extension: FileExtension): boolean {
  return accepted.some((one) => kinds[one].contentType === kinds[extension].contentType);
}

/** The endings of all files that a field takes: where it names `jpg`, also `jpeg`. */
export function acceptedEndings(field: FileField): readonly FileExtension[] {
  const { extensions } = acceptedFiles(field);
  return allExtensions.filter((extension) => accepts(extensions, extension));
}

/** How many files a field takes, of what types, and how large. */
export function acceptedFiles(field: FileField): {
  readonly extensions: readonly FileExtension[];
  readonly megabytes: number;
  readonly count: number;
} {
  if (field.type === "signature") return { extensions: ["png", "jpg", "jpeg"], megabytes: 1, count: 1 };
  const { accept, max_file_size_mb: megabytes, max_files } = field.validation ?? {};
  return {
    extensions: accept ?? allExtensions,
    megabytes: megabytes ?? limits.file_size_mb.max,
    count: max_files ?? 1,
  };
}
