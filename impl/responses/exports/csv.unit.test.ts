import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { Cell } from "./cell.ts";
import { csvRecord } from "./csv-record.ts";

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

/** Returns the text that a reader should find in a cell. */
function shown(value: Cell): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  if (isSignedNumber(value)) return value;
  const letters = [...value];
  let guarded = "";
  let begins = true;
  for (const [at, letter] of letters.entries()) {
    const isFormula = begins && "=+-@＝＋－＠".includes(letter);
    const isControl = at === 0 && "\t\r\n".includes(letter);
    guarded += isFormula || isControl ? `'${letter}` : letter;
    begins = /[;\t\r\n]/.test(letter) || (begins && letter.trim() === "");
  }
  return guarded;
}

function isSignedNumber(value: string): boolean {
  return value.length <= 16 && "+-".includes(value.charAt(0)) && /^[0-9]+$/.test(value.slice(1));
}

test("programs that split cells at semicolons or tabs, and ignore quotes, find no formula", () => {
  const words = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  const law = fc.property(words, (cells) => {
    const pieces = cells.map((row) => csvRecord(["id", ...row])).flatMap((line) => line.split(/[;\t\r\n]/));
    expect(pieces.filter((piece) => /^\s*[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
  });
  fc.assert(law, { numRuns: 500 });
  expect(csvRecord(["a;=1+1;b", "say\n- this\n=2", "x; -y", "5-3"])).toBe(
    `a;'=1+1;b,"say\n'- this\n'=2",x; '-y,5-3\r\n`,
  );
});

test.for([
  ["a phone number", "+4930123456", "+4930123456"],
  ["the longest one", "+123456789012345", "+123456789012345"],
  ["a negative number", "-5", "-5"],
  ["a sum", "+49-30", "'+49-30"],
  ["a number with a call", "+49|cmd", "'+49|cmd"],
  ["a number and the next line", "+49\n=1", `"'+49\n'=1"`],
  ["a number among several answers", "a; +49", "a; '+49"],
  ["a number and another answer", "+49;b", "'+49;b"],
  ["too long for a number", "+1234567890123456", "'+1234567890123456"],
  ["digits of another script", "+\u0661\u0662", "'+\u0661\u0662"],
  ["a formula behind blanks", "  =1", "  '=1"],
  ["a formula behind a no-break space", "a;\u00a0@x", "a;\u00a0'@x"],
  ["a plus sign", "+", "'+"],
  ["a sign within a word", "C++; a-b", "C++; a-b"],
] as const)("%s: %s", ([, cell, written]) => {
  expect(csvRecord([cell])).toBe(`${written}\r\n`);
});

test("a long cell of blanks, tabs or semicolons is read once, not once for each", () => {
  for (const cell of [" ".repeat(200_000), "\t ".repeat(100_000), ";".repeat(200_000)])
    expect(csvRecord([cell]).length).toBeGreaterThan(cell.length);
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
