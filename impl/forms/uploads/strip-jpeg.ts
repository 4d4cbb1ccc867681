/** Removes the metadata of a JPEG (ITU-T T.81, appendix B). */
import { exifIn, markedExif, orientationOnly, readOrientation, UPRIGHT } from "./exif-orientation.ts";
import { KeptParts, type StrippedPicture } from "./picture-parts.ts";

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Segments for applications. */
const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];
/** Tables of quantisation and codes, the number of lines, and the distance of restarts. */
const TABLES = new Set([0xdb, 0xc4, 0xcc, 0xdc, 0xdd]);
const SIGNATURE_BYTES = 2;

/** Undefined: a segment is broken, or the picture has no end. */
export function stripJpeg(file: Buffer): StrippedPicture | undefined {
  const kept = new KeptParts(file);
  kept.keep(0, SIGNATURE_BYTES);
  let orientation: number | undefined;
  let stage: Stage = "head";
  for (const segment of readSegments(file)) {
    const exif = segment.marker === APP1 && orientation === undefined ? exifIn(segment.data) : undefined;
    if (exif) {
      orientation = readOrientation(exif);
      if (orientation !== UPRIGHT) kept.add(writeSegment(APP1, markedExif(orientationOnly(orientation))));
    } else {
      keepDrawn(kept, segment);
    }
    stage = nextStage(stage, segment.marker);
  }
  return stage === "end" ? { bytes: kept.join(), orientation: orientation ?? UPRIGHT } : undefined;
}

/** How far the picture is read: the frame says its size, and the scans behind it have the pixels. */
type Stage = "head" | "frame" | "scan" | "end" | "broken";

function nextStage(stage: Stage, marker: number): Stage {
  if (isFrame(marker)) return stage === "head" ? "frame" : "broken";
  if (marker === START_OF_SCAN) return stage === "frame" || stage === "scan" ? "scan" : "broken";
  if (marker === END_OF_IMAGE) return stage === "scan" ? "end" : "broken";
  return stage;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

interface Segment {
  readonly marker: number;
  /** The place of the marker. */
  readonly from: number;
  readonly data: Buffer;
  /** The place behind the segment, and behind the compressed data of a scan. */
  readonly end: number;
}

/** Returns the segments up to the end of the picture, or up to a broken one. */
function* readSegments(file: Buffer): Generator<Segment> {
  let segment = readSegment(file, SIGNATURE_BYTES);
  while (segment !== undefined) {
    yield segment;
    segment = segment.marker === END_OF_IMAGE ? undefined : readSegment(file, segment.end);
  }
}

function readSegment(file: Buffer, start: number): Segment | undefined {
  let from = start;
  // 0xff may be repeated before a marker.
  while (file[from] === 0xff && file[from + 1] === 0xff) from += 1;
  const marker = file[from] === 0xff ? file[from + 1] : undefined;
  if (marker === undefined || isOutOfPlace(marker)) return undefined;
  if (marker === END_OF_IMAGE) return { marker, from, data: Buffer.alloc(0), end: from + 2 };
  if (from + 4 > file.length) return undefined;
  const length = file.readUInt16BE(from + 2);
  const dataEnd = from + 2 + length;
  if (length < 2 || dataEnd > file.length) return undefined;
  const end = marker === START_OF_SCAN ? findScanEnd(file, dataEnd) : dataEnd;
  return end === undefined ? undefined : { marker, from, data: file.subarray(from + 4, dataEnd), end };
}

/** Tells whether a marker stands alone, and only inside of a scan or before it. */
function isOutOfPlace(marker: number): boolean {
  return marker <= 0x01 || isRestart(marker) || marker === START_OF_IMAGE;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** Finds the marker behind the compressed data of a scan, in which 0xff stands before 0x00 and before the marks of restarts. */
function findScanEnd(file: Buffer, start: number): number | undefined {
  let at = file.indexOf(0xff, start);
  while (at !== -1 && at + 1 < file.length) {
    const next = file.readUInt8(at + 1);
    const isData = next === 0 || isRestart(next);
    if (!isData && next !== 0xff) return at;
    at = file.indexOf(0xff, at + (isData ? 2 : 1));
  }
  return undefined;
}

/** Keeps a segment that decoders need. Of those for applications, browsers read the density, the colour profile and the colours. */
function keepDrawn(kept: KeptParts, { marker, from, data, end }: Segment): void {
  if (marker === APP0) {
    const isFirst = from === SIGNATURE_BYTES && data.length >= 14 && beginsWith(data, "JFIF\0");
    // Behind the density, it can have a small copy of the picture.
    if (isFirst) kept.add(writeSegment(APP0, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)])));
    return;
  }
  const isProfile = marker === APP2 && beginsWith(data, "ICC_PROFILE\0");
  const isColours = marker === APP14 && data.length === 12 && beginsWith(data, "Adobe");
  const isPicture = isFrame(marker) || TABLES.has(marker) || [START_OF_SCAN, END_OF_IMAGE].includes(marker);
  if (isPicture || isProfile || isColours) kept.keep(from, end);
}

function writeSegment(marker: number, data: Buffer): Buffer {
  const segment = Buffer.alloc(data.length + 4);
  segment.set([0xff, marker]);
  segment.writeUInt16BE(data.length + 2, 2);
  segment.set(data, 4);
  return segment;
}

function beginsWith(data: Buffer, text: string): boolean {
  return data.toString("latin1", 0, text.length) === text;
}
