/** Tests that linear-time matching takes the texts that `RegExp` takes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { linearPattern } from "../../runtime/validation/linear-pattern.ts";
import { anyPattern, regularPattern } from "../test/support/arbitrary-patterns.ts";
import { linearSource } from "./linear.ts";
import { patternOf } from "./matcher.ts";

const text = fc.string({ unit: fc.constantFrom(..."abA-1k \né😀"), maxLength: 9 });

const everyCharacter = [...codePoints()];

test("RE2 matches the texts that RegExp matches", () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.oneof(regularPattern, anyPattern),
      fc.array(text, { minLength: 4, maxLength: 4 }),
      (pattern, texts) => {
        const expression = compiled(pattern);
        const linear = expression && linearSource(pattern);
        if (linear === undefined) return;
        const matcher = linearPattern(linear);
        for (const text of texts.map((text) => comparable(text, pattern))) {
          compared++;
          expect(matcher.test(text), `${pattern} ${JSON.stringify(text)}`).toBe(expression!.test(text));
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

test.each([
  ".",
  "\\s",
  "\\S",
  "[\\S]",
  "[^\\S]",
  "[\\s\\d]",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "[^\\w-]",
  "[^]",
  "[]",
  "[\\u{d800}-\\u{dbff}]",
  "[!-/:-@[-`{-~]",
  "\\p{L}",
  "\\p{Lu}",
  "\\p{Ll}",
  "\\P{L}",
  "[\\p{N}\\p{P}]",
  "\\p{Nd}",
  "\\p{M}",
  "\\p{S}",
  "\\p{Z}",
  "\\p{Cc}",
])("RE2 matches the same characters for %s as RegExp", (part) => {
  const expression = new RegExp(part, "gu");
  const some = linearPattern(linearSource(part)!);
  const only = linearPattern(linearSource(`^(?:${part})*$`)!);
  const differing: string[] = [];
  for (const characters of everyCharacter) {
    const taken = (characters.match(expression) ?? []).join("");
    if (!only.test(taken) || some.test(characters.replace(expression, ""))) differing.push(characters);
  }
  expect(differing).toEqual([]);
});

test.each([
  "(?=a)",
  "a(?<!b)",
  "(a)\\1",
  "(?i:a)",
  "\\p{Script=Greek}",
  "\\p{Lowercase}",
  "a{1001}",
  "(a?){900}b{900}",
])("does not translate %s to RE2", (pattern) => {
  expect(linearSource(pattern)).toBeUndefined();
});

test("stops a slow pattern that RE2 cannot read after a time limit, and longer texts at once", () => {
  const matcher = patternOf("^(?=(a+)+b).*$");
  expect(matcher.test("aab")).toBe(true);
  expect(matcher.test("a".repeat(60))).toBe(false);
  const start = process.threadCpuUsage();
  for (let length = 60; length < 1_000; length++) expect(matcher.test("a".repeat(length))).toBe(false);
  // Each text would take 200 ms. This counts processor time only, so other programs do not matter.
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  expect(matcher.test("aab")).toBe(true);
});

test("matches texts of a megabyte in linear time", () => {
  for (const pattern of ["^(a+)+$", "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "\\s+$", ".*foo.*bar"]) {
    for (const piece of ["a", "a@.", " ", "foo"]) {
      const start = process.threadCpuUsage();
      patternOf(pattern).test(`${piece.repeat(1_000_000 / piece.length)}!\n `);
      expect(process.threadCpuUsage(start).user, pattern).toBeLessThan(5_000_000);
    }
  }
});

/** All code points: surrogates one by one, and the others in large groups, which is faster. */
function* codePoints(): Generator<string> {
  for (let half = 0xd800; half <= 0xdfff; half++) yield String.fromCharCode(half);
  const size = 0x400;
  for (let first = 0; first <= 0x10ffff; first += size)
    if (first < 0xd800 || first > 0xdfff)
      yield String.fromCodePoint(...Array.from({ length: size }, (_, at) => first + at));
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** V8 looks for `\B` also in the middle of a surrogate pair. */
function comparable(text: string, pattern: string): string {
  return pattern.includes("\\B") ? text.replaceAll("😀", "") : text;
}
