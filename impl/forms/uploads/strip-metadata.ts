/**
 * Removes what cameras and programs write into a picture: the place, the time, names, comments, smaller copies of it, and whatever stands
 * behind its end. The orientation and the colour profile stay, because they change how it looks. Pixels are not touched.
 */
import type { StrippedPicture } from "./picture-parts.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";
import { stripWebp } from "./strip-webp.ts";

/** Undefined: the file is no whole PNG, JPEG or WebP. */
export function stripMetadata(file: Buffer): StrippedPicture | undefined {
  const beginning = file.toString("latin1", 0, 12);
  if (beginning.startsWith("\x89PNG\r\n\x1a\n")) return stripPng(file);
  if (beginning.startsWith("\xff\xd8\xff")) return stripJpeg(file);
  return beginning.startsWith("RIFF") && beginning.endsWith("WEBP") ? stripWebp(file) : undefined;
}
