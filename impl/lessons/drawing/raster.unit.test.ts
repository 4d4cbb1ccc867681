import { expect, test } from "vitest";
import { type Raster, readRaster } from "../../ai/providers/raster.ts";
import { png } from "../../test/support/model-lesson.ts";

const bytes = (...parts: (number[] | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const webp = (chunk: string, ...data: number[][]) => {
  const body = bytes("WEBP", chunk, ...data, zeros(20));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), size, body]);
};
const jpeg = bytes(
  [0xff, 0xd8],
  [0xff, 0xe0, 0, 4, 1, 2],
  [0xff, 0xc2, 0, 11, 8, 0x01, 0xe0, 0x02, 0x80, 1, 1, 0x11, 0],
  [0xff, 0xda, 0, 2, 7, 7],
  [0xff, 0xd9],
);

const table: readonly [string, Buffer, Raster | undefined][] = [
  ["a PNG", png(640, 480), { mediaType: "image/png", width: 640, height: 480 }],
  ["a PNG without its end", png(640, 480).subarray(0, -4), undefined],
  ["a progressive JPEG", jpeg, { mediaType: "image/jpeg", width: 640, height: 480 }],
  ["a JPEG without its end", jpeg.subarray(0, -2), undefined],
  ["a JPEG without a frame", bytes([0xff, 0xd8], [0xff, 0xe0, 0, 20], zeros(18), [0xff, 0xd9]), undefined],
  [
    "a WebP with features",
    webp("VP8X", zeros(8), [0x7f, 2, 0], [0xdf, 1, 0]),
    { mediaType: "image/webp", width: 640, height: 480 },
  ],
  [
    "a lossy WebP",
    webp("VP8 ", zeros(10), [0x80, 2], [0xe0, 1]),
    { mediaType: "image/webp", width: 640, height: 480 },
  ],
  [
    "a lossless WebP",
    webp("VP8L", zeros(5), [0x7f, 0xc2, 0x77, 0]),
    { mediaType: "image/webp", width: 640, height: 480 },
  ],
  ["a WebP without its end", webp("VP8X", zeros(8), [0x7f, 2, 0], [0xdf, 1, 0]).subarray(0, -8), undefined],
  ["a WebP of another kind", webp("VP9 ", zeros(14)), undefined],
  ["HTML", Buffer.from("<!doctype html><title>x</title>".repeat(3)), undefined],
  ["nothing", Buffer.alloc(0), undefined],
];

test.each(table)("%s", (_, content, want) => {
  expect(readRaster(content)).toEqual(want);
});
