/** Tests that nothing of a picture's metadata stays, and that broken files are refused and never fail. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { exifSegment, markedPictures, withChunks, withSegments } from "../../test/support/marked-pictures.ts";
import {
  exif,
  jpeg,
  jpegSegment,
  png,
  pngChunk,
  webpChunk,
  webpPixel,
  withWebpChunks,
} from "../../test/support/pictures.ts";
import { imageSize } from "./image-size.ts";
import { stripMetadata } from "./strip-metadata.ts";

test.each(markedPictures)("%s loses it", (_, file, orientation) => {
  expect(file.includes("SECRET")).toBe(true);
  const stripped = stripMetadata(file);
  expect(stripped?.orientation).toBe(orientation);
  expect(stripped?.bytes.includes("SECRET")).toBe(false);
  expect(stripped && imageSize(stripped.bytes)).toEqual(imageSize(file));
  expect(stripMetadata(stripped!.bytes), "a second time nothing changes").toEqual(stripped);
});

const profile = jpegSegment(0xe2, Buffer.from("ICC_PROFILE\0\x01\x01profile", "latin1"));
const colours = jpegSegment(0xee, Buffer.from("Adobe\0\x64\0\0\0\0\0", "latin1"));
const density = jpegSegment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"));

test.each([
  ["a PNG", png(40, 20)],
  [
    "a PNG with its colours",
    withChunks(png(9, 9), pngChunk("gAMA", Buffer.alloc(4)), pngChunk("iCCP", Buffer.from("p\0\0x"))),
  ],
  ["a JPEG", jpeg(40, 20)],
  ["a JPEG with density, colour profile and colours", withSegments(jpeg(9, 9), density, profile, colours)],
  ["a lossy WebP", webpPixel.lossy],
  ["a lossless WebP", webpPixel.lossless],
  ["a WebP with an alpha channel", webpPixel.alpha],
  ["a WebP that moves", webpPixel.moving],
  [
    "a WebP with a colour profile",
    withWebpChunks(webpPixel.alpha, 0x20, webpChunk("ICCP", Buffer.from("profile"))),
  ],
])("%s stays as it is", (_, file) => {
  expect(stripMetadata(file)).toEqual({ bytes: file, orientation: 1 });
});

test.each([
  ["an orientation that does not exist", withSegments(jpeg(9, 9), exifSegment(9))],
  [
    "EXIF without a directory",
    withSegments(jpeg(9, 9), jpegSegment(0xe1, Buffer.from("Exif\0\0II*\0\xff\xff\xff\xff", "latin1"))),
  ],
  ["EXIF of four bytes", withSegments(jpeg(9, 9), jpegSegment(0xe1, Buffer.from("Exif\0\0MM\0*", "latin1")))],
  [
    "EXIF of an unknown order",
    withSegments(jpeg(9, 9), jpegSegment(0xe1, Buffer.from("Exif\0\0XX\0*\0\0\0\x08", "latin1"))),
  ],
])("%s turns nothing", (_, file) => {
  expect(stripMetadata(file)).toEqual({ bytes: jpeg(9, 9), orientation: 1 });
});

const twice = png(9, 9).subarray(8, 33);

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
  ["a page", Buffer.from("<html><script>alert(1)</script>")],
  ["a PNG without its end", png(9, 9).subarray(0, -12)],
  ["a PNG without pixels", Buffer.concat([png(9, 9).subarray(0, 33), pngChunk("IEND", Buffer.alloc(0))])],
  ["a PNG with two headers", withChunks(png(9, 9), twice)],
  [
    "a PNG whose first chunk is another one",
    Buffer.concat([png(9, 9).subarray(0, 8), png(9, 9).subarray(33)]),
  ],
  ["a PNG with a critical chunk that nobody knows", withChunks(png(9, 9), pngChunk("CgBI", Buffer.alloc(4)))],
  ["a PNG with a wrong checksum", png(9, 9).fill(7, 29, 33)],
  ["a PNG with a chunk behind its end", withChunks(png(9, 9), Buffer.from("\xff\xff\xff\xfftEXt", "latin1"))],
  ["a JPEG without its end", jpeg(9, 9).subarray(0, -2)],
  ["a JPEG without pixels", Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ["a JPEG with two frames", withSegments(jpeg(9, 9), jpegSegment(0xc0, Buffer.alloc(9)))],
  ["a JPEG with a segment behind its end", withSegments(jpeg(9, 9), Buffer.of(0xff, 0xe1, 0xff, 0xff))],
  ["a JPEG with a segment of one byte", withSegments(jpeg(9, 9), Buffer.of(0xff, 0xe1, 0, 1))],
  ["a JPEG with a restart outside of a scan", withSegments(jpeg(9, 9), Buffer.of(0xff, 0xd0))],
  ["a JPEG in a JPEG", withSegments(jpeg(9, 9), jpeg(9, 9))],
  ["a WebP without its end", webpPixel.alpha.subarray(0, -1)],
  ["a WebP without chunks", Buffer.from("RIFF\x04\0\0\0WEBP", "latin1")],
  ["a WebP of another kind", withWebpChunks(Buffer.from("RIFF....WEBPVP9 \x04\0\0\0abcd", "latin1"), 0)],
  [
    "a WebP whose extended header is second",
    withWebpChunks(webpPixel.alpha, 0, webpChunk("VP8X", Buffer.alloc(10))),
  ],
  [
    "a WebP with a text in a frame",
    withWebpChunks(
      webpPixel.moving,
      0,
      webpChunk("ANMF", Buffer.concat([Buffer.alloc(16), webpChunk("abcd", exif(1))])),
    ),
  ],
])("%s is refused", (_, file) => {
  expect(stripMetadata(file)).toBeUndefined();
});

test("pictures whose bytes were changed are refused or stripped, and what is stripped stays", () => {
  const files = [...markedPictures.map(([, file]) => file), webpPixel.lossless, jpeg(70, 70), png(3, 3)];
  const change = fc.record({
    at: fc.nat(),
    byte: fc.nat({ max: 255 }),
    kind: fc.constantFrom("set", "cut", "repeat"),
  });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 6 }), (file, changes) => {
      const changed = changes.reduce(changeBytes, file);
      const stripped = stripMetadata(changed);
      if (stripped === undefined) return;
      expect(stripMetadata(stripped.bytes)).toEqual(stripped);
    }),
    { numRuns: 3_000 },
  );
});

function changeBytes(file: Buffer, { at, byte, kind }: { at: number; byte: number; kind: string }): Buffer {
  const place = file.length === 0 ? 0 : at % file.length;
  if (kind === "cut") return Buffer.concat([file.subarray(0, place), file.subarray(place + 1 + (byte % 8))]);
  if (kind === "repeat") return Buffer.concat([file.subarray(0, place + byte), file.subarray(place)]);
  const copy = Buffer.from(file);
  copy.fill(byte, place, place + 1);
  return copy;
}

test("bytes of any kind behind the beginning of a picture are refused or stripped", () => {
  const beginnings = [
    png(3, 3).subarray(0, 8),
    jpeg(3, 3).subarray(0, 3),
    webpPixel.lossy.subarray(0, 12),
    Buffer.alloc(0),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
      const stripped = stripMetadata(Buffer.concat([beginning, rest]));
      if (stripped) expect(stripped.orientation).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 3_000 },
  );
});
