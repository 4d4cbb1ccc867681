/** Pictures with metadata of every kind in them. Each piece of it contains the word SECRET. */
import { exif, jpeg, jpegSegment, png, pngChunk, webpChunk, webpPixel, withWebpChunks } from "./pictures.ts";

const secret = Buffer.from("SECRET", "latin1");
const EXIF_MARK = Buffer.from("Exif\0\0", "latin1");

/** Adds segments behind the first two bytes of a JPEG. */
export function withSegments(file: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

export function exifSegment(orientation: number, order?: "II" | "MM"): Buffer {
  return jpegSegment(0xe1, Buffer.concat([EXIF_MARK, exif(orientation, order)]));
}

/** Adds chunks behind the header of a PNG. */
export function withChunks(file: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

const named = (name: string, more: Buffer = secret) =>
  Buffer.concat([Buffer.from(`${name}\0`, "latin1"), more]);

/** A JFIF segment with bytes where a small copy of the picture stands. */
const jfif = Buffer.from("JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01SECRET", "latin1");

/** Whole pictures: what is in them, their bytes, and their orientation. */
export const markedPictures: readonly (readonly [what: string, file: Buffer, orientation: number])[] = [
  ["JPEG with EXIF", withSegments(jpeg(40, 20), exifSegment(1)), 1],
  ["JPEG with EXIF that turns it", withSegments(jpeg(40, 20), exifSegment(6)), 6],
  ["JPEG with EXIF in the other order", withSegments(jpeg(40, 20), exifSegment(3, "MM")), 3],
  ["JPEG with EXIF twice", withSegments(jpeg(40, 20), exifSegment(8), exifSegment(6)), 8],
  ["JPEG with XMP", withSegments(jpeg(40, 20), jpegSegment(0xe1, named("http://ns.adobe.com/xap/1.0/"))), 1],
  ["JPEG with IPTC", withSegments(jpeg(40, 20), jpegSegment(0xed, named("Photoshop 3.0"))), 1],
  ["JPEG with a comment", withSegments(jpeg(40, 20), jpegSegment(0xfe, secret)), 1],
  ["JPEG with a small copy", withSegments(jpeg(40, 20), jpegSegment(0xe0, jfif)), 1],
  ["JPEG with an extended small copy", withSegments(jpeg(40, 20), jpegSegment(0xe0, named("JFXX"))), 1],
  ["JPEG with other pictures", withSegments(jpeg(40, 20), jpegSegment(0xe2, named("MPF"))), 1],
  ["JPEG with something behind it", Buffer.concat([jpeg(40, 20), secret]), 1],
  ["PNG with EXIF", withChunks(png(40, 20), pngChunk("eXIf", exif(1))), 1],
  ["PNG with EXIF that turns it", withChunks(png(40, 20), pngChunk("eXIf", exif(6))), 6],
  ["PNG with a text", withChunks(png(40, 20), pngChunk("tEXt", named("Author"))), 1],
  ["PNG with a packed text", withChunks(png(40, 20), pngChunk("zTXt", named("Author"))), 1],
  ["PNG with XMP", withChunks(png(40, 20), pngChunk("iTXt", named("XML:com.adobe.xmp"))), 1],
  ["PNG with a time", withChunks(png(40, 20), pngChunk("tIME", Buffer.from("SECRET!", "latin1"))), 1],
  ["PNG with a chunk of a program", withChunks(png(40, 20), pngChunk("prVt", secret)), 1],
  ["PNG with something behind it", Buffer.concat([png(40, 20), secret]), 1],
  ["WebP with EXIF", withWebpChunks(webpPixel.alpha, 0x08, webpChunk("EXIF", exif(1))), 1],
  ["WebP with EXIF that turns it", withWebpChunks(webpPixel.alpha, 0x08, webpChunk("EXIF", exif(6))), 6],
  [
    "WebP with EXIF behind its mark",
    withWebpChunks(webpPixel.alpha, 0x08, webpChunk("EXIF", Buffer.concat([EXIF_MARK, exif(5)]))),
    5,
  ],
  ["WebP with XMP", withWebpChunks(webpPixel.alpha, 0x04, webpChunk("XMP ", secret)), 1],
  ["WebP that moves, with XMP", withWebpChunks(webpPixel.moving, 0x04, webpChunk("XMP ", secret)), 1],
  ["WebP with a chunk of a program", withWebpChunks(webpPixel.alpha, 0, webpChunk("abcd", named("x"))), 1],
  ["WebP with something behind it", Buffer.concat([webpPixel.lossy, secret]), 1],
];
