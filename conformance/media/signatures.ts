/** The first bytes by which formats are known. */

/** Texts of Latin-1, each with its place from the start. All of them have to be there. */
type Signature = readonly (readonly [at: number, is: string])[];

const zip: readonly Signature[] = [[[0, "PK\x03\x04"]], [[0, "PK\x05\x06"]], [[0, "PK\x07\x08"]]];
const ogg: readonly Signature[] = [[[0, "OggS"]]];

/** Media type -> its signatures, of which content has one. */
const signatures: Readonly<Record<string, readonly Signature[]>> = {
  "image/png": [[[0, "\x89PNG\r\n\x1a\n"]]],
  "image/jpeg": [[[0, "\xff\xd8\xff"]]],
  "image/gif": [[[0, "GIF87a"]], [[0, "GIF89a"]]],
  "image/webp": [
    [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  ],
  "image/avif": [[[4, "ftyp"]]],
  "audio/flac": [[[0, "fLaC"]]],
  "audio/ogg": ogg,
  "application/ogg": ogg,
  "application/gzip": [[[0, "\x1f\x8b"]]],
  "application/zip": zip,
  "application/epub+zip": zip,
};

const archives = /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/;
/** Readers of PDF look for its head in the first kilobyte. */
const readBytes = 1024;

/** Whether content can be of a media type; undefined where its first bytes do not tell. */
export function hasSignature(mediaType: string, content: Uint8Array): boolean | undefined {
  const start = Buffer.from(content.subarray(0, readBytes)).toString("latin1");
  if (mediaType === "application/pdf") return start.includes("%PDF-");
  const known = Object.hasOwn(signatures, mediaType) ? signatures[mediaType] : undefined;
  const any = known ?? (archives.test(mediaType) ? zip : undefined);
  return any?.some((signature) => signature.every(([at, is]) => start.startsWith(is, at)));
}
