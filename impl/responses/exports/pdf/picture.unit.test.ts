import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { isPrintable } from "./picture.ts";

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of 2 x 2 pixels. */
function png({
  size = 2,
  depth = 8,
  colour = 6,
  interlace = 0,
  rows = [0, 0],
  data = undefined as Buffer | undefined,
} = {}) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(2, 4);
  head.set([depth, colour, 0, 0, interlace], 8);
  const pixels = Buffer.concat(rows.map((filter) => Buffer.from([filter, ...new Array<number>(8).fill(7)])));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", data ?? deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.for([
  ["a whole picture", png(), true],
  ["one with damaged pixels", png({ data: Buffer.from([1, 2, 3]) }), false],
  ["one with too few rows", png({ rows: [0] }), false],
  ["one with an unknown filter", png({ rows: [0, 9] }), false],
  ["a huge one", png({ size: 3_000_000 }), false],
  ["one that is interlaced", png({ interlace: 1 }), false],
  ["one with a palette", png({ colour: 3 }), false],
  ["one that ends too early", png().subarray(0, 50), false],
  ["another file", Buffer.from("GIF89a"), false],
] as const)("tells whether a PNG can be printed: %s", async ([, content, want]) => {
  expect(await isPrintable(content, "image/png")).toBe(want);
});
