/** Tests how the records of files are read. */
import { expect, test } from "vitest";
import { listNumbers, parseRecords } from "./records.ts";

test.each([
  [
    "CSV",
    'id,text\r\n1,"a, ""b"""\r\n2,\r\n',
    [
      { id: "1", text: 'a, "b"' },
      { id: "2", text: "" },
    ],
  ],
  ["CSV with a byte order mark and lines in a cell", '\uFEFFid,text\n1,"a\nb"', [{ id: "1", text: "a\nb" }]],
  ["a JSON array", '[{"id":1}]', [{ id: 1 }]],
  ["lines of JSON", '{"id":1}\n{"id":2}\n', [{ id: 1 }, { id: 2 }]],
] as const)("reads %s", (_, text, want) => {
  expect(parseRecords(text)).toEqual(want);
});

test.each(["The lamp is broken\nThe door squeaks", "", '{"a":"b"', "a,a\n1,2"])(
  "%j has no records",
  (text) => {
    expect(parseRecords(text)?.length ?? 0).toBe(0);
  },
);

test.each([
  ["1234.5", 1234.5, true],
  ["1e21", 1e21, true],
  ["-0.1", -0.1, true],
  ["1,234.50", 1234.5, true],
  ["1.234,50", 1234.5, true],
  ["0,5", 0.5, true],
  ["87 %", 87, true],
  ["1.5", 15, false],
  ["100", 10, false],
  ["12", -12, false],
  ["none", 0, true],
  ["", 5, false],
])("the cell %j stands for %d: %s", (text, value, stands) => {
  expect(listNumbers(text).includes(value)).toBe(stands);
});
