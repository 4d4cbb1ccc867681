/** Texts of a form as CSV: reading restores the written texts, and every line is checked. */
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { collectTexts } from "../../forms/structure/identified-texts.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { readTextsCsv, textsToCsv } from "./panels/texts-csv.ts";

const small: FormStructure = {
  title: { en: "Trip", de: "Ausflug" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "one",
      title: { en: "You" },
      fields: [
        {
          id: "boat",
          type: "single_choice",
          label: { en: "Boat" },
          choices: [{ id: "c1", label: { en: "Red, or\nblue" } }],
        },
      ],
    },
  ],
};

test("writes a line for each text, with ids that stay when questions move", () => {
  expect(textsToCsv(small)).toBe(
    '\uFEFFid,kind,en,de\r\nform,title,Trip,Ausflug\r\npages/one,title,You,\r\nfields/boat,label,Boat,\r\nfields/boat/choices/c1,label,"Red, or\nblue",\r\n',
  );
});

test("writes a separate line for every text of every type of field", () => {
  const form = everyFieldForm();
  const lines = textsToCsv(form)
    .replaceAll(/"[^"]*"/g, "x")
    .trim()
    .split("\r\n")
    .slice(1);
  expect(new Set(lines.map((line) => line.split(",", 2).join())).size).toBe(collectTexts(form).length);
  expect(readTextsCsv(form, textsToCsv(form))).toEqual({ structure: form });
});

test.each([",", ";", "\t"])(
  "reads files with the separator %j, and removes the guard of formulas",
  (delimiter) => {
    const rows = [
      ["id", "kind", "de", "en"],
      ["fields/boat/choices/c1", "label", 'Rot;\r\n"blau"', ""],
      ["fields/boat", "label", "'=1+1", "Boat"],
      ["pages/one", "title", "  ", "You!"],
    ];
    const read = readTextsCsv(small, Papa.unparse(rows, { delimiter }));
    const [page] = read.structure!.pages;
    expect(page!.title).toEqual({ en: "You!" });
    expect(page!.fields[0]).toMatchObject({
      label: { en: "Boat", de: "=1+1" },
      choices: [{ label: { en: "Red, or\nblue", de: 'Rot;\r\n"blau"' } }],
    });
    expect(read.structure!.title).toEqual(small.title);
  },
);

test("reading restores any written text", () => {
  const text = fc
    .string({ unit: fc.constantFrom(..."a'=+-@;,\t\n \""), minLength: 1 })
    .filter((one) => one.trim() !== "");
  fc.assert(
    fc.property(text, (en) => {
      const form = { ...small, title: { en } };
      expect(readTextsCsv(form, textsToCsv(form))).toEqual({ structure: form });
      expect(readTextsCsv(small, textsToCsv(form)).structure?.title).toEqual({
        en: expect.any(String),
        de: "Ausflug",
      });
    }),
  );
});

const wrong: [name: string, csv: string, key: string, line: number, column: string][] = [
  ["another file", "name,mail\r\nAda,a@b", "csv_header", 1, "name"],
  ["an empty file", "", "csv_header", 1, ""],
  ["a language that the form lacks", "id,kind,fr\nform,title,Voyage", "csv_column", 1, "fr"],
  ["a language twice", "id,kind,de,de\nform,title,a,b", "csv_column", 1, "de"],
  [
    "a missing cell, after a line break in a cell",
    'id,kind,en,de\nform,title,"a\nb",c\nfields/boat,label,x',
    "csv_cells",
    4,
    "de",
  ],
  ["a question that is gone", "id,kind,de\n\nfields/gone,label,x", "csv_unknown", 3, "id"],
  ["one text twice", "id,kind,de\nform,title,x\nform,title,y", "csv_unknown", 3, "id"],
  ["a title that is too long", `id,kind,en,de\nform,title,,${"x".repeat(201)}`, "csv_text", 2, "de"],
  ["a control character", "id,kind,de\nfields/boat,label,a\u0007", "csv_text", 2, "de"],
];
test.each(wrong)("rejects the file with line and column: %s", (_, csv, key, line, column) => {
  expect(readTextsCsv(small, csv)).toEqual({ problems: [{ key, line, column }] });
});
