import { buffer } from "node:stream/consumers";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { Cell } from "../exports/cell.ts";
import { csvRecord, toCsv } from "../exports/csv.ts";

const special = fc.constantFrom(..."\"',;\r\n\t=+-@＝＋－＠ \uFEFF\u2028\0aä€😀", "\r\n", '""', "=1", "'=");
const text = fc.oneof(
  fc.string({ unit: special, maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const rows = fc
  .integer({ min: 2, max: 6 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  );

/** What a reader is to find in a cell. */
function shown(value: Cell): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  let guarded = "";
  for (const [at, letter] of [...value].entries()) {
    const begins = at === 0 || /[;\t\r\n]/.test([...value][at - 1]!);
    const isFormula = "=+-@＝＋－＠".includes(letter) || (at === 0 && "\t\r\n".includes(letter));
    guarded += begins && isFormula ? `'${letter}` : letter;
  }
  return guarded;
}

test("programs that split cells at semicolons or tabs, and ignore quotes, find no formula", () => {
  const words = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  const law = fc.property(words, (cells) => {
    const pieces = cells.map((row) => csvRecord(["id", ...row])).flatMap((line) => line.split(/[;\t\r\n]/));
    expect(pieces.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
  });
  fc.assert(law, { numRuns: 500 });
  expect(csvRecord(["a;=1+1;b", "say\n- this\n=2", "x; -y", "5-3"])).toBe(
    `a;'=1+1;b,"say\n'- this\n'=2",x; -y,5-3\r\n`,
  );
});

test("another parser reads every cell as it was written, and none as a formula", () => {
  const law = fc.property(rows, (cells) => {
    const { data, errors } = Papa.parse<string[]>(`\uFEFF${cells.map(csvRecord).join("")}`, {
      delimiter: ",",
      newline: "\r\n",
    });
    expect(errors).toEqual([]);
    // The end of the last line begins one that is not there.
    expect(data).toEqual([...cells.map((row) => row.map(shown)), [""]]);
  });
  fc.assert(law, { numRuns: 500 });
});

test("csv-stringify writes the same bytes", () => {
  const law = fc.property(rows, (cells) => {
    // It guards only formulas with which a cell begins, and quotes no carriage return that stands alone.
    const theirs = stringify(
      cells.map((row) => row.map((value) => (typeof value === "string" ? shown(value) : value))),
      {
        record_delimiter: "\r\n",
        quote_record_delimiter: true,
        quoted_match: /\r/,
      },
    );
    expect(cells.map(csvRecord).join("")).toBe(theirs);
  });
  fc.assert(law, { numRuns: 500 });
});

test("portions of records are one file, with a byte order mark", async () => {
  async function* portions(): AsyncGenerator<Cell[][]> {
    yield [["ä", 1]];
    yield [];
    yield [
      [undefined, "b"],
      ["=c", -0.5],
    ];
  }
  const bytes = await buffer(toCsv(["=h", "two"], portions()));
  expect(bytes.toString()).toBe("\uFEFF'=h,two\r\nä,1\r\n,b\r\n'=c,-0.5\r\n");
});

test("what goes wrong with the records goes wrong with the file", async () => {
  // biome-ignore lint/correctness/useYield: it breaks before the first portion
  async function* broken(): AsyncGenerator<Cell[][]> {
    throw new Error("the database is gone");
  }
  await expect(buffer(toCsv(["h"], broken()))).rejects.toThrow("the database is gone");
});
