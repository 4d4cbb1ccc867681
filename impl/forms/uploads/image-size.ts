/** Reads width and height of a picture from its first bytes. */

/** The size in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined: the picture is broken, or says it too far behind its beginning. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    return pngSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
  } catch (error) {
    // The bytes ended too early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** PNG, third edition, section 11.2.1: the header is the first chunk. */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** RFC 9649, sections 2.5 to 2.7. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF") return undefined;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** ITU-T T.81, sections B.1.1 and B.2.2: segments up to the first start of a frame. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // 0xff may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
