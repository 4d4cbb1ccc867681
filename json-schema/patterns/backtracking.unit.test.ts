/** Tests which patterns are found to be slow, and that those which are not found are fast. */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { regularPattern } from "../test/support/arbitrary-patterns.ts";
import { backtrack } from "../test/support/backtracking-matcher.ts";
import { findBacktracking } from "./backtracking.ts";

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
  "^(?:\\r\\n|\\r|\\n)*$",
  "^(?:[a-z]|[a-z]+\\.)*$",
  "^(?:a*a*-)*$",
  "^(.*?,){11}P$",
  "^(?:a|a){40}$",
  `^${"(?:a|a)".repeat(40)}$`,
  "(x+x+)+y",
  "^(?=(a+)+b).*$",
  "^(?:a(?!(b+)+c)|b)*$",
  "^(a+)+\\1$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
  `${"a?".repeat(30)}${"a".repeat(30)}`,
];

/** Steps that grow with a power of the length. */
const powers = [
  "\\s+$",
  "^\\s+|\\s+$",
  "[a-z]+@",
  "^(.+)(.+)$",
  "^\\S+@\\S+$",
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  "^(a+)(b|a)*c",
  "(?<!x.*)y",
  "^(a+)\\1$",
  "(a+)(b|a)*c",
  "\\S+@\\S+\\.\\S+",
  ".*foo.*bar",
  "^[a-z]{1,64}[a-z0-9]{1,64}$",
  "[a-z]{1,100}@",
  "^https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_\\+.~#?&//=]*)$",
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
  "e-mail of zod":
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
  "words of the same letters": "^(?:cat|act)*$",
  "separated by a lookahead": "^(?:(?!--)[a-z-])+$",
  "any address": "https?://.+",
  "not blank": "\\S",
  "no end": "^(a+)+",
  again: "^(?<q>['\"]).*\\k<q>$",
};

test.each(multiplying)("%s is exponential", (pattern) => {
  expect(findBacktracking(pattern)?.growth).toBe("exponential");
  expect(findBacktracking(pattern, 10)).toBeUndefined();
});

test.each(powers)("%s is polynomial", (pattern) => {
  expect(findBacktracking(pattern)?.growth).toBe("polynomial");
  expect(findBacktracking(pattern, 500)).toBeUndefined();
});

test.each(Object.entries(harmless))("%s is fast", (_, pattern) => {
  expect(findBacktracking(pattern)).toBeUndefined();
});

test.each([
  ["email", z.email()],
  ["iso.datetime", z.iso.datetime()],
  ["iso.datetime with offset", z.iso.datetime({ offset: true })],
  ["iso.date", z.iso.date()],
  ["iso.time", z.iso.time()],
  ["iso.duration", z.iso.duration()],
  ["uuid", z.uuid()],
  ["ulid", z.ulid()],
  ["nanoid", z.nanoid()],
  ["cuid2", z.cuid2()],
  ["ipv4", z.ipv4()],
  ["ipv6", z.ipv6()],
  ["cidrv4", z.cidrv4()],
  ["base64", z.base64()],
  ["e164", z.e164()],
])("zod's %s is fast", (_, schema) => {
  const { pattern } = z.toJSONSchema(schema) as { pattern: string };
  expect(findBacktracking(pattern)).toBeUndefined();
});

test("names the two parts that can match the same text", () => {
  expect(findBacktracking("^x(?:\\w+\\s?)*$")?.between).toEqual(["\\w+", "(?:\\w+\\s?)*"]);
  expect(findBacktracking("[a-z]+@")?.between).toEqual(["", "[a-z]+"]);
});

test("a pattern reported as fast matches repeated text in a linear number of steps", () => {
  const piece = (minLength: number) =>
    fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength, maxLength: 3 });
  fc.assert(
    fc.property(regularPattern, piece(0), piece(1), piece(0), (pattern, before, pump, after) => {
      if (findBacktracking(pattern) !== undefined) return;
      const text = (times: number) => before + pump.repeat(times) + after;
      const short = backtrack(pattern, text(50), Infinity);
      // The long text is eight times as long. A matching text takes fewer steps than a failing one; quadratic growth would take
      // 64 times as many.
      const most = 32 * Math.max(short.steps, text(50).length);
      const long = backtrack(pattern, text(400), most);
      expect(long.steps, pattern).toBeLessThan(most);
      for (const [times, { matches }] of [
        [50, short],
        [400, long],
      ] as const)
        expect(matches, pattern).toBe(new RegExp(pattern, "u").test(text(times)));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["bounds in bounds", "^((a{0,100}){0,100}){0,100}$", "exponential"],
  ["hundreds of words", `^(?:${words(300)})*$`, "unknown"],
  ["hundreds of repetitions", `^${"[a-c]*".repeat(150)}$`, "polynomial"],
  ["hundreds of different repetitions", distinct(500), undefined],
  ["thousands of different repetitions", `${distinct(900)}$`, "unknown"],
  ["loops in loops", `^${"(?:".repeat(199)}a${"b?)*".repeat(199)}$`, "unknown"],
  ["alternatives in alternatives", `^${"(?:a|".repeat(199)}a${"b?)*".repeat(199)}$`, "unknown"],
  ["hundreds of groups", `^(?:${words(900)})*$`, "unknown"],
  ["a billion turns", "^(a+){2,2000000000}$", "exponential"],
  ["a list of thousands", `^${"a*b".repeat(3_000)}$`, "unknown"],
  ["deep groups", `^${"(".repeat(190)}a${"+)*".repeat(190)}$`, "unknown"],
  ["deeper groups", `^${"(".repeat(5_000)}a${")*".repeat(5_000)}$`, "unknown"],
  ["many groups that come again", `^${"(a+)".repeat(9)}${"\\9".repeat(9)}$`, "polynomial"],
])("analyses %s in bounded time", (_, pattern, growth) => {
  expect(findBacktracking(pattern)?.growth).toBe(growth);
});

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index}`).join("|");
}

function distinct(count: number): string {
  return Array.from({ length: count }, (_, index) => `[${String.fromCodePoint(0x4e00 + index * 3)}x]*`).join(
    "",
  );
}
