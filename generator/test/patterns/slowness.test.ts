import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlain } from "../../patterns/plain.ts";
import { programOf } from "../../patterns/program.ts";
import { codePointsOf, run } from "../../patterns/run.ts";
import { slownessOf } from "../../patterns/slowness.ts";
import { regularPattern } from "./arbitrary.ts";

/** Ways to read a text that each character more multiplies. */
const multiplying = [
  "^(a+)+$",
  "^(a*)*$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(\\w+\\s?)*$",
  "^(?:a(?:b?|c?))*$",
  "^(a{0,50}){0,50}$",
  "^([a-zA-Z]+(['-]?[a-zA-Z]+)*\\s?)+$",
  "^(\\p{L}|\\w)+$",
  "^(?:😀+)+$",
  "^(?:(a+)+b|a*)$",
  "(x+x+)+y",
  "^(?=(a+)+b).*$",
  "^(?:a(?!(b+)+c)|b)*$",
  "^(a+)+\\1$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
  `${"a?".repeat(30)}${"a".repeat(30)}`,
];

/** Steps that grow with a power of the length. */
const powers: readonly (readonly [pattern: string, power: number])[] = [
  ["\\s+$", 2],
  ["^\\s+|\\s+$", 2],
  ["[a-z]+@", 2],
  ["^(.+)(.+)$", 2],
  ["^\\S+@\\S+$", 2],
  ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", 2],
  ["^(a+)(b|a)*c", 2],
  ["(?<!x.*)y", 2],
  ["^(a+)\\1$", 2],
  ["(a+)(b|a)*c", 3],
  ["\\S+@\\S+\\.\\S+", 3],
  [".*foo.*bar", 3],
];

const harmless = {
  slug: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  id: "^frm_[0-9A-Za-z]{22}$",
  uuid: "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
  semver:
    "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$",
  date: "^\\d{4}-\\d{2}-\\d{2}$",
  "date and time":
    "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-][01]\\d:[0-5]\\d)$",
  duration: "^P(?!$)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$",
  "e-mail of HTML":
    "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
  "e-mail, short": "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$",
  address: "^https?://[^\\s/$.?#].[^\\s]*$",
  "long address":
    "^https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_\\+.~#?&//=]*)$",
  host: "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
  "IPv4 address": "^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.|$)){4}$",
  path: "^/(?:[^/]+/)*[^/]*$",
  base64: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  colour: "^#(?:[0-9a-fA-F]{3}){1,2}$",
  money: "^\\$?\\d{1,3}(,\\d{3})*(\\.\\d{2})?$",
  phone: "^\\+?[1-9]\\d{1,14}$",
  names: "^\\p{L}+(?:[ '-]\\p{L}+)*$",
  list: "^([^,]+,)*[^,]+$",
  "quoted text": "^(\"[^\"]*\"|'[^']*'|[^'\"])*$",
  password: "^(?=.*[A-Z])(?=.*\\d)(?=.*[^\\w]).{8,64}$",
  "npm package": "^(?:@[a-z0-9-*~][a-z0-9-*._~]*/)?[a-z0-9-~][a-z0-9-._~]*$",
  "not blank": "\\S",
  "two bounds": "^[a-z]{1,64}[a-z0-9]{1,64}$",
  "a bound, anywhere": "[a-z]{1,100}@",
  "no end": "^(a+)+",
  again: "^(?<q>['\"]).*\\k<q>$",
};

describe("patterns whose ways to read a text multiply", () => {
  test.each(multiplying)("%s", (pattern) => {
    const found = slownessOf(pattern);
    expect(found?.growth.kind).toBe("multiplied");
    expect(found!.bearable).toBeLessThan(40);
  });

  test.each(multiplying.slice(0, -1))("%s does no harm to a text of four characters", (pattern) => {
    expect(slownessOf(pattern, 4)).toBeUndefined();
  });
});

describe("patterns whose steps grow with a power of the length", () => {
  test.each(powers)("%s: %i", (pattern, of) => {
    expect(slownessOf(pattern)?.growth).toEqual({ kind: "power", of });
  });

  test.each(powers)("%s does no harm where texts are as short as was advised", (pattern) => {
    expect(slownessOf(pattern, Math.floor(slownessOf(pattern)!.bearable * 0.7))).toBeUndefined();
  });
});

test.each(Object.entries(harmless))("%s is fine", (_, pattern) => {
  expect(slownessOf(pattern)).toBeUndefined();
});

test.each([...multiplying, ...powers.map(([pattern]) => pattern)])(
  "what is told of %s happens: so many steps are counted",
  (pattern) => {
    const { before, pump, times, after, steps, isStopped } = slownessOf(pattern)!;
    const text = codePointsOf(before + pump.repeat(times) + after);
    const { steps: counted } = run(programOf(pattern, text.length + 1, 100_000)!, text, 10_000_000);
    if (isStopped) expect(counted).toBeGreaterThanOrEqual(steps);
    else expect(counted).toBe(steps);
  },
);

test("a glance clears nothing that is slow", () => {
  expect([...multiplying, ...powers.map(([pattern]) => pattern)].filter(isPlain)).toEqual([]);
});

test("with a pattern that is fine, steps grow no faster than a text that repeats itself", () => {
  const piece = (minLength: number) =>
    fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength, maxLength: 3 });
  fc.assert(
    fc.property(regularPattern, piece(0), piece(1), piece(0), (pattern, before, pump, after) => {
      if (slownessOf(pattern) !== undefined) return;
      const perCharacter = (times: number) => {
        const text = codePointsOf(before + pump.repeat(times) + after);
        return run(programOf(pattern, text.length + 1, 10_000)!, text, 1_000_000).steps / text.length;
      };
      expect(perCharacter(256) / perCharacter(128), pattern).toBeLessThan(1.3);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["bounds in bounds", "^((a{0,100}){0,100}){0,100}$"],
  ["hundreds of words", `^(?:${words(300)})*$`],
  ["hundreds of repetitions", `^${"[a-c]*".repeat(150)}$`],
  ["a billion turns", "^(a+){2,2000000000}$"],
  ["a list of thousands", `^${"a*b".repeat(3_000)}$`],
  ["many groups that come again", `^${"(a+)".repeat(9)}${"\\9".repeat(9)}$`],
])("%s are judged in so many steps as any other pattern", (_, pattern) => {
  expect(() => slownessOf(pattern)).not.toThrow();
});

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index}`).join("|");
}
