/** Receives a picture for the look of a form: checked like all uploads, and for its width and height. */
import type { Readable } from "node:stream";
import type { FileUploadField } from "../../../generated/types.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Problem } from "../answers/problem.ts";
import { type ImageSize, imageSize } from "./image-size.ts";
import { receiveFile, type StoredUpload } from "./upload.ts";

/** Such pictures are loaded with every page of the form. */
const MAX_IMAGE_MEGABYTES = 5;
/** A browser that draws it needs four bytes of memory for each pixel, however small the file is. */
export const MAX_IMAGE_SIDE = 5_000;
/** Cameras write previews and descriptions before the size of the picture itself. */
const HEAD_BYTES = 1_000_000;

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
  const size = imageSize(await readBeginning(await store.open(stored.key)));
  if (size === undefined || size.width === 0 || size.height === 0) return refuse({ code: "file_content" });
  if (Math.max(size.width, size.height) > MAX_IMAGE_SIDE) return refuse("too_large");
  return { stored: { ...stored, ...size } };

  async function refuse(problem: Problem | "too_large") {
    await store.remove([stored.key]);
    return { problem };
  }
}

async function readBeginning(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}
