/** Receives a picture of a form: checked like all uploads and for its width and height, and stored without its metadata. */
import { Readable } from "node:stream";
import type { FileUploadField } from "../../../generated/types.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Problem } from "../answers/problem.ts";
import { type ImageSize, imageSize } from "./image-size.ts";
import { stripMetadata } from "./strip-metadata.ts";
import { receiveFile, type StoredUpload } from "./upload.ts";

/** Such pictures are loaded with every page of the form. */
const MAX_IMAGE_MEGABYTES = 5;
/** A browser that draws it needs four bytes of memory for each pixel, however small the file is. */
export const MAX_IMAGE_SIDE = 5_000;
/** Orientations from this one on turn a picture by a quarter, so its width is its height. */
const FIRST_TURNED = 5;

/** The allowed image uploads: no SVG, since it can contain scripts. */
const picture: FileUploadField = {
  id: "image",
  type: "file_upload",
  label: {},
  validation: { accept: ["png", "jpg", "webp"], max_file_size_mb: MAX_IMAGE_MEGABYTES },
};

export type StoredImage = StoredUpload & ImageSize;

/** @returns `"too_large"` for a picture with too many pixels */
export async function receiveImage(
  store: FileStore,
  upload: { readonly name: string; readonly content: Readable; isWhole(): boolean },
): Promise<{ readonly stored: StoredImage } | { readonly problem: Problem | "too_large" }> {
  const received = await receiveFile(store, picture, upload);
  if ("problem" in received) return received;
  const { stored } = received;
  try {
    const bytes = await readWhole(await store.open(stored.key));
    const stripped = stripMetadata(bytes);
    const size = stripped && imageSize(stripped.bytes);
    if (stripped === undefined || size === undefined || isWithoutArea(size))
      return { problem: { code: "file_content" } };
    if (Math.max(size.width, size.height) > MAX_IMAGE_SIDE) return { problem: "too_large" };
    const key = await store.put(Readable.from([stripped.bytes]));
    return { stored: { ...stored, key, size: stripped.bytes.length, ...turn(size, stripped.orientation) } };
  } finally {
    await store.remove([stored.key]);
  }
}

function isWithoutArea({ width, height }: ImageSize): boolean {
  return width === 0 || height === 0;
}

/** Returns the size at which browsers draw a picture. */
function turn({ width, height }: ImageSize, orientation: number): ImageSize {
  return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height };
}

/** At most five megabytes, as the upload was checked. */
async function readWhole(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
