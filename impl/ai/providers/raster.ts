/** Recognises whole PNG, JPEG and WebP pictures by their bytes, and reads how large they are. Nothing is decoded. */

export interface Raster {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** The size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Undefined if it is none of these, or if its end is missing. */
export function readRaster(content: Uint8Array): Raster | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

/** PNG, third edition, sections 5.2, 11.2.1 and 11.2.4. */
function readPng(bytes: Buffer): Raster | undefined {
  const isPng =
    bytes.length >= 45 &&
    bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")) &&
    bytes.toString("latin1", 12, 16) === "IHDR" &&
    bytes.toString("latin1", bytes.length - 8, bytes.length - 4) === "IEND";
  if (!isPng) return undefined;
  return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** ITU-T T.81, annex B: segments up to the frame header, which has the size. */
function readJpeg(bytes: Buffer): Raster | undefined {
  const isJpeg =
    bytes.length >= 20 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (!isJpeg) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return {
        mediaType: "image/jpeg",
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649, sections 2.4 to 2.7. */
function readWebp(bytes: Buffer): Raster | undefined {
  const isWebp =
    bytes.length >= 30 &&
    bytes.toString("latin1", 0, 4) === "RIFF" &&
    bytes.toString("latin1", 8, 12) === "WEBP" &&
    bytes.readUInt32LE(4) + 8 <= bytes.length + 1;
  if (!isWebp) return undefined;
  const size = webpSize(bytes, bytes.toString("latin1", 12, 16));
  return size && { mediaType: "image/webp", width: size[0], height: size[1] };
}

function webpSize(bytes: Buffer, chunk: string): readonly [width: number, height: number] | undefined {
  switch (chunk) {
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}
