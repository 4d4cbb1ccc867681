/** Pictures in tests, made of nothing. */
import { crc32, deflateSync } from "node:zlib";

/** A PNG of one colour. */
export function png(width: number, height: number, [red, green, blue] = [124, 58, 237]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red!, green!, blue!))]);
  const pixels = deflateSync(Buffer.alloc(row.length * height, row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A grey JPEG. @param before the number of bytes of segments before the picture, as cameras write them */
export function jpeg(width: number, height: number, before = 0): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // A block takes two bits: the same brightness as before, and nothing else. The last byte is filled with ones.
  const pixels = Buffer.alloc(Math.ceil(blocks / 4));
  if (blocks % 4 > 0) pixels[pixels.length - 1] = (1 << (8 - 2 * (blocks % 4))) - 1;
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  // A table with one code, of one bit, for one value: 0.
  const codes = (table: number) => jpegSegment(0xc4, Buffer.concat([Buffer.of(table, 1), Buffer.alloc(16)]));
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    ...Array.from({ length: Math.ceil(before / 60_000) }, () => jpegSegment(0xe1, Buffer.alloc(60_000))),
    jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, frame),
    codes(0x00),
    codes(0x10),
    jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    pixels,
    Buffer.of(0xff, 0xd9),
  ]);
}

/** A segment of a JPEG. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 4);
  framed.set([0xff, marker]);
  framed.writeUInt16BE(data.length + 2, 2);
  framed.set(data, 4);
  return framed;
}

/** The beginning of a WebP. */
export function webp(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("RIFF....WEBP", 0, "latin1");
  bytes.write(kind, 12, "latin1");
  if (kind === "VP8 ") {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (kind === "VP8L") {
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}

/** Whole WebP pictures of one pixel: those with which pages find out what a browser can draw. */
export const webpPixel = {
  lossy: Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"),
  lossless: Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
  alpha: Buffer.from(
    "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
    "base64",
  ),
  moving: Buffer.from(
    "UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA",
    "base64",
  ),
};

/** A chunk of a WebP. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, 0, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}

/** A WebP with more chunks at its end, and the marks of its extended header. */
export function withWebpChunks(file: Buffer, marks: number, ...chunks: Buffer[]): Buffer {
  const bytes = Buffer.concat([file, ...chunks]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt8(bytes.readUInt8(20) | marks, 20);
  return bytes;
}

/** EXIF data as a camera writes it: the orientation, the maker, and the place. @param order the order of bytes */
export function exif(orientation: number, order: "II" | "MM" = "II"): Buffer {
  const tiff = Buffer.alloc(120);
  const write = (value: number, at: number, bytes: 2 | 4) =>
    order === "II" ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes);
  tiff.write(order, 0, "latin1");
  write(42, 2, 2);
  write(8, 4, 4);
  const entries: [tag: number, type: number, count: number, value: number][] = [
    // The maker, the orientation, and where the place stands.
    [0x010f, 2, 20, 80],
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 60],
  ];
  write(entries.length, 8, 2);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    write(tag, at, 2);
    write(type, at + 2, 2);
    write(count, at + 4, 4);
    write(value, at + 8, type === 3 ? 2 : 4);
  }
  tiff.write("SECRET camera 48.13N", 80, "latin1");
  return tiff;
}
