/** PDF files of responses: their texts and pages, and that no answer makes a file fail. */
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, test } from "vitest";
import type { PrintedQuestion } from "./blocks.ts";
import type { Face } from "./fonts.ts";
import { breakLines } from "./lines.ts";
import { printable } from "./printable.ts";
import { type PrintedFile, writeResponsePdf } from "./response-pdf.ts";

const said = (text: string) => ({ text, isNone: false });

function fileOf(questions: readonly PrintedQuestion[], more: Partial<PrintedFile> = {}): PrintedFile {
  const sections = [{ title: "About you", questions }];
  return {
    title: "Summer party",
    language: "en",
    created: new Date("2026-11-29T18:00:00Z"),
    responses: [{ person: "ada@example.org", facts: ["Submitted: 29 November 2026"], sections }],
    foot: (page, pages) => `Page ${page} of ${pages}`,
    cutText: "This file ends here.",
    ...more,
  };
}

async function print(file: PrintedFile) {
  let turns = 0;
  const content = await writeResponsePdf(file, async () => {
    turns += 1;
  });
  const { text, totalPages } = await extractText(new Uint8Array(content));
  // Readers of a PDF see a space where the font changes.
  const words = text.map((page) => page.replace(/\s+/g, " "));
  return { content, pages: words, totalPages, turns, joined: words.join("").replace(/\s+/g, "") };
}

test("shows the form, the person, questions with answers, rows of a matrix, and the number of each page", async () => {
  const { content, pages } = await print(
    fileOf([
      { question: "Your name?", answer: said("Ada") },
      { question: "Guests?", answer: { text: "no answer", isNone: true } },
      {
        question: "How was it?",
        answer: [
          { row: "Food", text: "Good", isNone: false },
          { row: "Music", text: "Loud", isNone: false },
        ],
      },
    ]),
  );
  expect(pages).toEqual([
    [
      "Summer party ada@example.org Submitted: 29 November 2026 About you Your name? Ada Guests? no answer",
      "How was it? Food Good Music Loud Page 1 of 1",
    ].join(" "),
  ]);
  const { info } = await getMeta(new Uint8Array(content));
  expect(info).toMatchObject({ Title: "Summer party", Language: "en" });
});

test("shows pictures, and the statement of a consent; a broken picture is left out", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const answer = said("signature.png (1 kB)");
  const broken = Buffer.concat([png.subarray(0, 30), Buffer.alloc(9)]);
  const questions = (content: Buffer) => [
    { question: "Signature", pictures: [{ content, alt: "signature.png" }], answer },
    { question: "Terms", statement: "I pay the fee.", answer: said("Yes") },
  ];
  const { content, pages } = await print(fileOf(questions(png)));
  expect(pages[0]).toContain("Signature signature.png (1 kB) Terms I pay the fee. Yes");
  expect(content.toString("latin1")).toMatch(/\/Subtype \/Image/);
  const without = await print(fileOf(questions(broken)));
  expect(without.pages[0]).toContain("Signature signature.png (1 kB)");
});

test.each([
  ["Latin", "Zoë Łukasz Öğünç ŽĆŠ Tiếng Việt 50 € ½ … „so“"],
  ["Cyrillic", "Здравствуйте, Щука"],
  ["Greek", "Καλημέρα κόσμε ἄνθρωπος"],
  ["Chinese", "你好，世界。這是國家圖書館"],
  ["Japanese", "こんにちは、カタカナ気分"],
  ["Korean", "안녕하세요 대한민국"],
  ["symbols", "→ ✓ ★ № 😀 🎉"],
])("has letters in %s, in a title and in an answer", async (_, text) => {
  const { joined } = await print(fileOf([{ question: "Q", answer: said(text) }], { title: text }));
  expect(joined.split(text.replace(/\s+/g, ""))).toHaveLength(3);
});

test("scripts without letters are replaced", async () => {
  const { joined } = await print(fileOf([{ question: "Name", answer: said("a עברית b") }]));
  expect(joined).toContain("Namea\ufffd\ufffd\ufffd\ufffd\ufffdb");
});

test("an answer of 100,000 characters goes on over pages, without a loss", async () => {
  const text = Array.from({ length: 14_286 }, (_, n) => `w${n}`.padEnd(6, "x")).join(" ");
  const { pages, totalPages, joined, turns } = await print(fileOf([{ question: "Q", answer: said(text) }]));
  expect(text.length).toBeGreaterThan(100_000);
  expect(pages.at(-1)).toContain(`Page ${totalPages} of ${totalPages}`);
  expect(joined.replace(/Page\d+of\d\d/g, "")).toContain(text.replaceAll(" ", ""));
  expect(turns).toBeGreaterThan(50);
});

const many = (text: string) => text.repeat(50_000 / text.length);

test.each([
  ["one word", many("x")],
  ["line breaks", many("\n")],
  ["spaces", `${many(" ")}x`],
  ["emoji", many("😀")],
  ["fonts that change at each character", many("a你")],
  ["marks above one letter", `a${many("\u0301\u0308")}`],
  ["syllables of Indian scripts", many("क्षि")],
  ["parts of Korean syllables", many("\u1100\u1161\u11a8\u11a8")],
  ["halves of characters", many("\ud83d")],
  ["control characters", Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join("")],
  ["marks of direction", "a\u202eb\u2066c\u2069d\u200fe"],
  ["right to left", "עברית العربية"],
  [
    "every character of the basic plane",
    Array.from({ length: 0x10000 }, (_, c) => String.fromCharCode(c)).join(""),
  ],
  ["nothing", ""],
])("no text makes the file fail: %s", { timeout: 60_000 }, async (_, text) => {
  const questions = [
    { question: text, answer: said(text) },
    { question: "Q", answer: [{ row: text, ...said(text) }] },
  ];
  const start = text.slice(0, 300);
  const file = fileOf(questions, { title: start, foot: (page) => `Page ${page} · ${start}` });
  const content = await writeResponsePdf(file, async () => {});
  const { numPages } = await getDocumentProxy(new Uint8Array(content));
  expect(numPages).toBeGreaterThan(0);
  expect(numPages).toBeLessThanOrEqual(200);
});

test("a file has at most 200 pages, and says that it ends there", async () => {
  const response = (n: number) => ({ person: `person${n}`, facts: [], sections: [] });
  const responses = (count: number) => Array.from({ length: count }, (_, n) => response(n));
  const { totalPages, pages } = await print(fileOf([], { responses: responses(201) }));
  expect(totalPages).toBe(200);
  expect(pages.at(-1)).toContain("This file ends here.");
  const whole = await print(fileOf([], { responses: responses(200) }));
  expect(whole.pages.at(-1)).toMatch(/person199 Page 200 of 200$/);
});

test.each([
  [
    "marks of direction are left out, so a text cannot change the order of what follows",
    "a\u202eb\u2067c",
    "abc",
  ],
  ["control characters are left out", "a\u0000\u0007b", "ab"],
  ["line breaks of all systems are the same", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["parts of a letter are joined", "e\u0301", "é"],
  ["halves of characters are replaced", "a\ud83d", "a\ufffd"],
  ["piled marks are cut", `a${"\u0316".repeat(9)}b`, `a${"\u0316".repeat(4)}b`],
  ["a thumb has no colour", "👍🏽", "👍"],
])("%s", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

describe("lines", () => {
  const face: Face = { name: "f", data: Buffer.alloc(0) };
  const options = {
    width: 10,
    runOf: (text: string) => ({ text, face }),
    measure: ({ text }: { text: string }) => [...text].length,
  };
  test.each([
    ["between words, without the spaces", "the quick brown fox", ["the quick", "brown fox"]],
    ["behind a hyphen", "a well-known-fact", ["a well-", "known-fact"]],
    ["inside a word that is wider than a line", "abcdefghijklmno", ["abcdefghij", "klmno"]],
    [
      "between Chinese characters, but not before a full stop",
      "一二三四五六七八九十。一",
      ["一二三四五六七八九", "十。一"],
    ],
    ["nowhere in an empty text", "", [""]],
    ["nowhere in spaces", "     ", [""]],
  ])("break %s", (_, text, lines) => {
    const found = [...breakLines(text, options)].map((line) => line.map((run) => run.text).join(""));
    expect(found).toEqual(lines);
  });
});
