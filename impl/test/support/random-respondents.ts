/** Random forms, and random answers to them as pages send them. */
import fc from "fast-check";
import type { FormField, FormStructure } from "../../../generated/types.ts";

const label = { en: "Label" };
const choices = (count: number, capacity?: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, label, ...(capacity && { capacity }) }));

/** The properties of a field beside its id. */
type Body = { readonly type: FormField["type"] } & Readonly<Record<string, unknown>>;

const bodies: fc.Arbitrary<Body> = fc.oneof(
  fc
    .nat(6)
    .map((max_length) => ({ type: "short_text" as const, validation: { max_length: max_length + 1 } })),
  fc.nat(20).map((max) => ({ type: "number" as const, validation: { min: 0, max, integer: true } })),
  fc.constant({ type: "email" as const }),
  fc.constant({ type: "date" as const, validation: { min: "2026-01-01" } }),
  fc.record({ capacity: fc.nat(2), allow_other: fc.boolean() }).map(({ capacity, ...more }) => ({
    type: "single_choice" as const,
    choices: choices(3, capacity),
    ...more,
  })),
  fc.nat(2).map((capacity) => ({
    type: "multiple_choice" as const,
    choices: choices(3, capacity),
    validation: { min_selections: 2 },
  })),
  fc.constant({ type: "consent" as const, statement: label }),
  fc.constant({ type: "signature" as const }),
  fc.constant({ type: "file_upload" as const, validation: { accept: ["pdf"], max_files: 1 } }),
);

/** Forms of one to three pages that the structure check accepts. */
export const randomForms: fc.Arbitrary<FormStructure> = fc
  .record({
    pages: fc.array(fc.array(fc.tuple(bodies, fc.boolean()), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    }),
    display: fc.constantFrom("pages", "one_question"),
  })
  .map(({ pages, display }) => {
    const named = pages.map((fields, page) => ({
      id: `p${page}`,
      fields: fields.map(([body, required], at) => ({ ...body, id: `f${page}_${at}`, label, required })),
    }));
    return {
      title: { en: "Random" },
      default_language: "en",
      languages: ["en"],
      settings: { display },
      pages: named,
    } as unknown as FormStructure;
  });

const pdf = () => new File(["%PDF-1.7 random"], "a.pdf", { type: "application/pdf" });
const wrongFile = () => new File(["<html>"], "a.html", { type: "text/html" });

/** Right and wrong entries of each type of field, by the end of the names of its inputs. */
const entries: Readonly<
  Record<string, readonly (readonly (readonly [start: string, value: string | (() => File)])[])[]>
> = {
  short_text: [[["a", "a"]], [["a", "much too long"]], []],
  number: [[["a", "0"]], [["a", "99"]], [["a", "one"]], []],
  email: [[["a", "bob@example.org"]], [["a", "bob"]], []],
  date: [[["a", "2026-02-03"]], [["a", "2025-02-03"]], []],
  single_choice: [[["a", "c0"]], [["a", "c1"]], [["a", "+other"]], []],
  multiple_choice: [
    [
      ["a", "c0"],
      ["a", "c1"],
    ],
    [["a", "c2"]],
    [],
  ],
  consent: [[["a", "yes"]], []],
  signature: [
    [["a", () => new File([PIXEL], "signature.png", { type: "image/png" })]],
    [["a", wrongFile]],
    [],
  ],
  file_upload: [[["a", pdf]], [["a", wrongFile]], []],
};

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Returns the entries that a page sends for a field. @param draw a number from 0 to 99: below 60 the entry is right */
export function randomEntry(
  field: FormField,
  draw: number,
): (readonly [name: string, value: string | File])[] {
  const all = entries[field.type] ?? [];
  const entry = (draw < 60 ? all[0] : all[draw % all.length]) ?? [];
  return entry.map(([start, value]) => [`${start}.${field.id}`, typeof value === "string" ? value : value()]);
}
