/**
 * Tells which pictures can be printed. The library unpacks a PNG in a callback, where a broken one would end the process, so each is
 * unpacked here first.
 */
import { promisify } from "node:util";
import { inflate } from "node:zlib";

const unpack = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflate);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel by the colour type, with and without transparency (PNG, 11.2.1). */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const MAX_PIXELS = 4_000_000;
const MAX_FILTER = 4;

export async function isPrintable(content: Buffer, contentType: string): Promise<boolean> {
  if (contentType === "image/jpeg") return true;
  return contentType === "image/png" && (await isWholePng(content).catch(() => false));
}

/** Accepts pictures as browsers and phones write them: 8 bits a colour, not interlaced, not too large to unpack. */
async function isWholePng(png: Buffer): Promise<boolean> {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  const pixel = PIXEL_BYTES[colour ?? -1];
  if (depth !== 8 || interlace !== 0 || pixel === undefined) return false;
  if (width * height === 0 || width * height > MAX_PIXELS) return false;
  const row = 1 + width * pixel;
  const data = await unpack(readData(png), { maxOutputLength: row * height });
  if (data.length !== row * height) return false;
  for (let at = 0; at < data.length; at += row) if (data[at]! > MAX_FILTER) return false;
  return true;
}

/** Joins the chunks with pixels. @throws RangeError if the file ends within a chunk */
function readData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; ; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IEND") return Buffer.concat(parts);
    if (type === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
}
