/** Reads the orientation of a picture out of its EXIF data, and writes EXIF data that says nothing else. */

/** The orientation of a picture that is drawn as it is stored (EXIF 2.32, tag 274). */
export const UPRIGHT = 1;

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;

/** Returns the EXIF data behind its mark; undefined: there is no such mark. */
export function exifIn(data: Buffer): Buffer | undefined {
  return data.toString("latin1", 0, EXIF.length) === EXIF ? data.subarray(EXIF.length) : undefined;
}

/** Returns EXIF data with its mark. */
export function markedExif(exif: Buffer): Buffer {
  return Buffer.concat([Buffer.from(EXIF, "latin1"), exif]);
}

/**
 * Reads the orientation, from 1 to 8; data that cannot be read has none. TIFF 6.0, section 2: a header, and a directory of entries with
 * 12 bytes each.
 */
export function readOrientation(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return UPRIGHT;
  const read = (at: number, bytes: 2 | 4): number => {
    if (at + bytes > tiff.length) return 0;
    return order === "II" ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  };
  const directory = read(4, 4);
  const entries = Array.from({ length: read(directory, 2) }, (_, index) => directory + 2 + 12 * index);
  const entry = entries.find((at) => read(at, 2) === ORIENTATION && read(at + 2, 2) === SHORT);
  const value = entry === undefined ? UPRIGHT : read(entry + 8, 2);
  return value >= 1 && value <= 8 ? value : UPRIGHT;
}

/** Writes EXIF data that says the orientation and nothing else. */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
