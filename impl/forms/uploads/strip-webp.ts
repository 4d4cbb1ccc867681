/** Removes the metadata of a WebP (RFC 9649, section 2.7). */
import { exifIn, orientationOnly, readOrientation, UPRIGHT } from "./exif-orientation.ts";
import { KeptParts, type StrippedPicture } from "./picture-parts.ts";

/** The chunks that decoders need to draw the picture, and those of the frames of one that moves. */
const DRAWN = new Set(["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);
const DRAWN_IN_FRAMES = new Set(["ALPH", "VP8 ", "VP8L"]);
const PIXELS = ["VP8 ", "VP8L", "ANMF"];
const HEADER_BYTES = 12;
/** The header of a frame: its place, its size, and how long it is shown. */
const FRAME_HEADER_BYTES = 16;
/** The marks that announce EXIF and XMP, in the first byte of an extended header. */
const EXIF_MARK = 0x08;
const XMP_MARK = 0x04;
const MARKS_AT = 20;

/** Undefined: a chunk is broken, or there are no pixels. */
export function stripWebp(file: Buffer): StrippedPicture | undefined {
  const fileEnd = 8 + file.readUInt32LE(4);
  const chunks = fileEnd <= file.length ? file.subarray(0, fileEnd) : Buffer.alloc(0);
  const kept = new KeptParts(chunks);
  const drawn = new Set<string>();
  let exif: Buffer | undefined;
  let end = HEADER_BYTES;
  for (const chunk of readChunks(chunks, HEADER_BYTES)) {
    const { type, from, data } = chunk;
    if (isBroken(chunk)) return undefined;
    if (DRAWN.has(type)) {
      kept.keep(from, chunk.end);
      drawn.add(type);
    }
    if (type === "EXIF") exif ??= exifIn(data) ?? data;
    end = chunk.end;
  }
  const isWhole = end === fileEnd && PIXELS.some((type) => drawn.has(type));
  if (!isWhole) return undefined;
  // Only an extended file can say its orientation.
  const isExtended = drawn.has("VP8X");
  return writeFile(kept, isExtended, isExtended && exif ? readOrientation(exif) : UPRIGHT);
}

interface Chunk {
  readonly type: string;
  readonly from: number;
  readonly data: Buffer;
  /** The place behind it, and behind the byte that makes its length even. */
  readonly end: number;
}

/** Returns the chunks from a place on, up to the first one that is not there as a whole. */
function* readChunks(file: Buffer, start: number): Generator<Chunk> {
  let from = start;
  while (from + 8 <= file.length) {
    const type = file.toString("latin1", from, from + 4);
    const length = file.readUInt32LE(from + 4);
    const end = from + 8 + length + (length % 2);
    if (end > file.length) return;
    yield { type, from, data: file.subarray(from + 8, from + 8 + length), end };
    from = end;
  }
}

/** The extended header comes first, and frames have nothing beside their pixels. */
function isBroken({ type, from, data }: Chunk): boolean {
  if (type === "VP8X") return from !== HEADER_BYTES || data.length < 10;
  if (type !== "ANMF") return false;
  let end = FRAME_HEADER_BYTES;
  for (const part of readChunks(data, FRAME_HEADER_BYTES)) {
    if (!DRAWN_IN_FRAMES.has(part.type)) return true;
    end = part.end;
  }
  return end === FRAME_HEADER_BYTES || end !== data.length;
}

/** Writes the header for the chunks that stay, and what the extended header announces. */
function writeFile(kept: KeptParts, isExtended: boolean, orientation: number): StrippedPicture {
  const isTurned = orientation !== UPRIGHT;
  if (isTurned) kept.add(writeChunk("EXIF", orientationOnly(orientation)));
  const chunks = kept.join();
  const header = Buffer.from("RIFF....WEBP", "latin1");
  header.writeUInt32LE(chunks.length + 4, 4);
  const bytes = Buffer.concat([header, chunks]);
  if (isExtended) {
    const marks = bytes.readUInt8(MARKS_AT) & ~(EXIF_MARK | XMP_MARK);
    bytes.writeUInt8(isTurned ? marks | EXIF_MARK : marks, MARKS_AT);
  }
  return { bytes, orientation };
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, 0, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}
