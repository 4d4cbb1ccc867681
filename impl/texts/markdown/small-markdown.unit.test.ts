/** Tests small Markdown: what is read, what stays text, and how long it takes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { shownTarget } from "./link.ts";
import { parseMarkdown } from "./parse.ts";
import { type Block, type Line, plainText, shownWords } from "./tree.ts";

/** Writes a tree briefly: `b(…)`, `i(…)`, `a(words address target)`, `ul[…|…]`, lines with `/`, blocks with ` ¶ `. */
function brief(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "paragraph") return block.lines.map(briefLine).join(" / ");
      return `${block.isOrdered ? "ol" : "ul"}[${block.items.map(brief).join(" | ")}]`;
    })
    .join(" ¶ ");
}

function briefLine(line: Line): string {
  return line
    .map((part) => {
      if (typeof part === "string") return part;
      const words = briefLine(part.content);
      if (part.kind !== "link") return `${part.kind === "strong" ? "b" : "i"}(${words})`;
      return `a(${[words, part.address, ...(part.target === undefined ? [] : [part.target])].join(" ")})`;
    })
    .join("");
}

test.for([
  ["a **bold** and *italic* word", "a b(bold) and i(italic) word"],
  ["__bold__, _italic_, ***both***", "b(bold), i(italic), i(b(both))"],
  ["**bold with *italic* in it**", "b(bold with i(italic) in it)"],
  ["*Alle Lehrer*innen kommen*", "i(Alle Lehrer*innen kommen)"],
  ["[our terms](https://example.org/terms)", "a(our terms https://example.org/terms)"],
  ["[*our* terms](http://example.org)", "a(i(our) terms http://example.org/)"],
  ["[write us](mailto:info@example.org?subject=Hello)", "a(write us mailto:info@example.org?subject=Hello)"],
  ["one\ntwo\r\nthree\n\nfour\n \n\nfive", "one / two / three ¶ four ¶ five"],
  ["Bring:\n- shoes\n- **food**\nSee you", "Bring: ¶ ul[shoes | b(food)] ¶ See you"],
  ["* a\n* b", "ul[a | b]"],
  ["1. a\n2. b\n3. c", "ol[a | b | c]"],
  ["1) a\n2) b", "ol[a | b]"],
  ["- a\n  more\n- b\n  - c\n  - d\n\n- e", "ul[a / more | b ¶ ul[c | d] | e]"],
  ["- a\n\n  more\n- b", "ul[a ¶ more | b]"],
  ["1. a\n   - b", "ol[a ¶ ul[b]]"],
  ["\\*no\\* \\_no\\_ \\[no](https://example.org)", "*no* _no_ [no](https://example.org)"],
  ["Hello **{{first_name}}**, _{{a_}}_", "Hello b({{first_name}}), i({{a_}})"],
] as const)("reads %s", ([text, tree]) => {
  expect(brief(parseMarkdown(text))).toBe(tree);
});

test.for([
  ["example.org", "https://example.org/x", undefined],
  ["https://www.Example.org/terms", "https://example.org/terms", undefined],
  ["Version 2 of our terms, see below.", "https://example.org/", undefined],
  ["info@example.org", "mailto:info@example.org", undefined],
  ["bank.example", "https://evil.example/", "evil.example"],
  ["https://bank.example", "https://bank.example.evil.example/", "bank.example.evil.example"],
  ["bank．example", "https://evil.example/", "evil.example"],
  ["ceo@bank.example", "mailto:x@evil.example", "x@evil.example"],
  ["https://bank", "https://evil.example:8080/", "evil.example:8080"],
  ["as {{name}} says", "https://evil.example/", "evil.example"],
  ["bank\u200b.example", "https://evil.example/", "evil.example"],
  ["bänk.example", "https://bänk.example/", "xn--bnk-qla.example"],
] as const)("a link %s to %s shows %s", ([words, address, target]) => {
  expect(shownTarget(words, address)).toBe(target);
});

test.for([
  "Fields with * are required",
  "* required",
  "Name*, Mail* (*required)",
  "Felder mit (*) sind Pflicht, die mit (**) nicht, (*) und (*)",
  "5*3*2 = 30, 2 * 3 * 4, a*b",
  "Lehrer*innen, Schüler*innen und Kolleg*innen",
  "Name:____Datum:____",
  "snake_case_name and other_name",
  "*/*, C:\\temp\\a.txt, \\\\server\\share, a\\",
  "17. Mai: Basteln\n18. Mai: Backen",
  "3. Oktober\n5. Oktober",
  "1. one\n1. one again",
  "1. alone",
  "2. two\n3. three",
  "+49 30 1234\n+ 5 €\n+ 3 €",
  "-10 °C to -5 °C\n-3",
  "- one line with a dash",
  "# no heading\n> no quotation\n---\n===\n    no code",
  "Title\n=====\ntext\n-----",
  "`no code` and ```none``` ~~here~~",
  "<b>no HTML</b> &amp; &lt;script&gt; <!-- --> <https://example.org> <me@example.org>",
  "https://example.org and www.example.org",
  "![no picture](https://example.org/a.png)",
  "[no link](/path) [no link](example.org) [ ] [x] f[i](x) [a]",
  "[no link] (https://example.org) [](https://example.org)",
  '[no link](https://example.org "title") [no](<https://example.org>)',
  "[foo]: https://example.org\n[foo] [foo][foo]",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "- a\n* b\n+ c",
  "line with two spaces  \nand a backslash\\\nin the end",
])("leaves as it is: %s", (text) => {
  const [paragraph, ...more] = parseMarkdown(text);
  expect(more).toEqual([]);
  expect(paragraph).toEqual({ kind: "paragraph", lines: text.split("\n").map((line) => [line]) });
});

test("a text without marks is its own words", () => {
  const word = fc.stringMatching(/^[^*_[\]\\\s\p{N}-][^*_[\]\\\s]{0,8}$/u);
  const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      expect(plainText(parseMarkdown(lines.join("\n")))).toBe(lines.join("\n"));
    }),
  );
});

const pieces = fc.constantFrom(
  ..."*_[]()\\-!<>&`\"' \n.1:/@{}ax",
  "**",
  "](https://a.bc)",
  "- ",
  "1. ",
  "{{a_}}",
);

test("no letter or digit of a text gets lost, but those of addresses and numbers of lists", () => {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      const shown = letters(shownWords(parseMarkdown(text)));
      expect(letters(text.replaceAll("https://a.bc", "")).length).toBeLessThanOrEqual(shown.length);
      expect(letters(text).length).toBeGreaterThanOrEqual(shown.length);
    }),
  );
});

test("the plain text names what links lead to, and keeps lists", () => {
  const text = "**Hello**\n1. [terms](https://example.org)\n2. [mail](mailto:a@example.org)\n   - x";
  expect(plainText(parseMarkdown(text))).toBe(
    "Hello\n\n1. terms (https://example.org/)\n2. mail (a@example.org)\n   - x",
  );
});

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

test.for<[name: string, text: (length: number) => string]>([
  ["closing stars", repeated("a* ")],
  ["opening stars", repeated("*a ")],
  ["stars and underscores", repeated("*a_ ")],
  ["nested stars", (length) => `${"*".repeat(length / 2)}a${"*".repeat(length / 2)}`],
  ["stars in lines", repeated(`${"*a ".repeat(33)}\n`)],
  ["short lines", repeated("*a*\n")],
  ["opening brackets", repeated("[")],
  ["closing brackets", repeated("]")],
  ["open links", repeated("[a](b")],
  ["nested links", (length) => `${"[".repeat(length / 2)}${"](https://a.bc)".repeat(length / 30)}`],
  ["parentheses", (length) => `[a](${"(".repeat(length)}`],
  ["pictures", repeated("![")],
  ["backslashes", repeated("\\")],
  ["braces", repeated("{{a")],
  ["dashes", repeated("- ")],
  ["items", repeated("- a\n")],
  ["other items", repeated("- a\n* b\n")],
  ["items with empty lines", repeated("- a\n\n\n\n* b\n\n\n\n")],
  [
    "deep lists",
    (length) => Array.from({ length: Math.sqrt(length) }, (_, at) => `${"  ".repeat(at)}- a`).join("\n"),
  ],
  ["white space", (length) => `- ${" ".repeat(length)}\n1.${"\t".repeat(length)}`],
])("reads a hostile text in linear time: %s", ([_, text]) => {
  const long = text(20_000);
  const before = performance.now();
  parseMarkdown(long);
  expect(performance.now() - before).toBeLessThan(5_000);
});
