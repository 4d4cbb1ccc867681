/** The file types that can be uploaded, and how their content is recognised. */
import type { FileExtension } from "../../../generated/types.ts";
import { zipEntryNames } from "./zip.ts";

/** The parts of a streamed file that are kept. */
export interface Content {
  /** The size in bytes. */
  readonly size: number;
  /** The first bytes, at most `HEAD_BYTES`. */
  readonly head: Buffer;
  /** The last bytes, at most `TAIL_BYTES`. */
  readonly tail: Buffer;
  /** Whether there is a NUL byte anywhere. */
  readonly hasNul: boolean;
}

export const HEAD_BYTES = 4_096;
/** A ZIP lists its entries at its end; this is room for the list of some thousand. */
export const TAIL_BYTES = 262_144;

interface Kind {
  readonly contentType: string;
  proves(content: Content): boolean;
}

const OOXML = "application/vnd.openxmlformats-officedocument.";
const ODF = "application/vnd.oasis.opendocument.";

/**
 * Every file type that can be uploaded, with a function that recognises it by its content. The signatures come from Wikipedia's
 * "List of file signatures" and the standards of the formats. No archive is unpacked, so a ZIP bomb does no harm.
 */
export const kinds: Readonly<Record<FileExtension, Kind>> = {
  pdf: { contentType: "application/pdf", proves: startsWith("%PDF-") },
  doc: { contentType: "application/msword", proves: isCompoundFile },
  xls: { contentType: "application/vnd.ms-excel", proves: isCompoundFile },
  ppt: { contentType: "application/vnd.ms-powerpoint", proves: isCompoundFile },
  docx: { contentType: `${OOXML}wordprocessingml.document`, proves: hasEntry("word/document.xml") },
  xlsx: { contentType: `${OOXML}spreadsheetml.sheet`, proves: hasEntry("xl/workbook.xml") },
  pptx: { contentType: `${OOXML}presentationml.presentation`, proves: hasEntry("ppt/presentation.xml") },
  odt: { contentType: `${ODF}text`, proves: declares(`${ODF}text`) },
  ods: { contentType: `${ODF}spreadsheet`, proves: declares(`${ODF}spreadsheet`) },
  odp: { contentType: `${ODF}presentation`, proves: declares(`${ODF}presentation`) },
  rtf: { contentType: "application/rtf", proves: startsWith("{\\rtf") },
  txt: { contentType: "text/plain", proves: isText },
  csv: { contentType: "text/csv", proves: isText },
  zip: {
    contentType: "application/zip",
    proves: ({ tail, head }) => isZip(head) && zipEntryNames(tail) !== undefined,
  },
  png: { contentType: "image/png", proves: startsWith("\x89PNG\r\n\x1a\n") },
  jpg: { contentType: "image/jpeg", proves: startsWith("\xff\xd8\xff") },
  jpeg: { contentType: "image/jpeg", proves: startsWith("\xff\xd8\xff") },
  gif: { contentType: "image/gif", proves: ({ head }) => /^GIF8[79]a/.test(latin1(head)) },
  webp: { contentType: "image/webp", proves: ({ head }) => /^RIFF.{4}WEBP/s.test(latin1(head)) },
  heic: { contentType: "image/heic", proves: hasBrand(/^(hei[cxms]|hev[cx]|mif1|msf1)$/) },
  mp3: {
    contentType: "audio/mpeg",
    proves: ({ head }) => /^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/.test(latin1(head)),
  },
  m4a: { contentType: "audio/mp4", proves: hasBrand(/^(M4A |M4B |mp4[12]|isom|iso\d|dash)$/) },
  wav: { contentType: "audio/wav", proves: ({ head }) => /^RIFF.{4}WAVE/s.test(latin1(head)) },
  mp4: { contentType: "video/mp4", proves: hasBrand(/^(mp4[12]|isom|iso\d|avc1|M4V |MSNV|dash|3gp\d)$/) },
  mov: {
    contentType: "video/quicktime",
    proves: ({ head }) => /^.{4}(ftypqt {2}|moov|mdat|wide|free)/s.test(latin1(head)),
  },
  webm: { contentType: "video/webm", proves: ({ head }) => isEbml(head) && latin1(head).includes("webm") },
};

export function isFileExtension(text: string): text is FileExtension {
  return Object.hasOwn(kinds, text);
}

/** The extension of a file name, in lower case: `pdf` of `Report.PDF`; empty if there is none. */
export function fileExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

function latin1(bytes: Buffer): string {
  return bytes.toString("latin1");
}

function startsWith(signature: string) {
  const bytes = Buffer.from(signature, "latin1");
  return ({ head }: Content) => head.subarray(0, bytes.length).equals(bytes);
}

/** The container of the old Office formats ([MS-CFB], section 2.2). */
function isCompoundFile({ head }: Content): boolean {
  return latin1(head).startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
}

function isZip(head: Buffer): boolean {
  return ["PK\x03\x04", "PK\x05\x06"].some((signature) => latin1(head).startsWith(signature));
}

/** Office Open XML: a ZIP with a certain part in it. */
function hasEntry(name: string) {
  return ({ head, tail }: Content) => isZip(head) && (zipEntryNames(tail)?.includes(name) ?? false);
}

/** OpenDocument 1.3, part 2, section 3.3: the first entry, `mimetype`, stands in the file as it is. */
function declares(type: string) {
  return ({ head }: Content) => isZip(head) && latin1(head).startsWith(`mimetype${type}`, 30);
}

/** ISO base media: the brand stands behind `ftyp`. */
function hasBrand(brand: RegExp) {
  return ({ head }: Content) =>
    latin1(head.subarray(4, 8)) === "ftyp" && brand.test(latin1(head.subarray(8, 12)));
}

function isEbml(head: Buffer): boolean {
  return latin1(head).startsWith("\x1a\x45\xdf\xa3");
}

/** Text in any encoding. UTF-16 contains NUL bytes, but starts with a byte order mark. */
function isText({ head, hasNul }: Content): boolean {
  return !hasNul || /^(\xff\xfe|\xfe\xff)/.test(latin1(head));
}
