/** Removes the metadata of a PNG (PNG specification, third edition). */
import { crc32 } from "node:zlib";
import { orientationOnly, readOrientation, UPRIGHT } from "./exif-orientation.ts";
import { KeptParts, type StrippedPicture } from "./picture-parts.ts";

/** The chunks that decoders need to draw the picture, also one that moves. */
const DRAWN = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT".split(" "),
);
const SIGNATURE_BYTES = 8;

/** Undefined: a chunk is broken, missing or unknown. */
export function stripPng(file: Buffer): StrippedPicture | undefined {
  const kept = new KeptParts(file);
  kept.keep(0, SIGNATURE_BYTES);
  const drawn = new Set<string>();
  let orientation: number | undefined;
  for (const chunk of readChunks(file)) {
    const { type, from, end, data } = chunk;
    if (isBroken(file, chunk)) return undefined;
    if (DRAWN.has(type)) {
      kept.keep(from, end);
      drawn.add(type);
    } else if (type === "eXIf" && orientation === undefined) {
      orientation = readOrientation(data);
      if (orientation !== UPRIGHT) kept.add(writeChunk("eXIf", orientationOnly(orientation)));
    }
  }
  const isWhole = drawn.has("IDAT") && drawn.has("IEND");
  return isWhole ? { bytes: kept.join(), orientation: orientation ?? UPRIGHT } : undefined;
}

interface Chunk {
  readonly type: string;
  readonly from: number;
  readonly data: Buffer;
  /** The place behind its checksum. */
  readonly end: number;
}

/** Returns the chunks up to the last one of the picture, or up to one that the file does not contain as a whole. */
function* readChunks(file: Buffer): Generator<Chunk> {
  let type = "";
  let from = SIGNATURE_BYTES;
  while (type !== "IEND" && from + 12 <= file.length) {
    const end = from + 12 + file.readUInt32BE(from);
    if (end > file.length) return;
    type = file.toString("latin1", from + 4, from + 8);
    yield { type, from, data: file.subarray(from + 8, end - 4), end };
    from = end;
  }
}

/** The header comes first. A decoder that does not know a critical chunk, with a capital letter, must not draw the picture. */
function isBroken(file: Buffer, { type, from, end }: Chunk): boolean {
  if ((from === SIGNATURE_BYTES) !== (type === "IHDR")) return true;
  if (!DRAWN.has(type)) return /^[A-Z]/.test(type);
  return crc32(file.subarray(from + 4, end - 4)) !== file.readUInt32BE(end - 4);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
