/** Each mistake that a file with laws can have, and what is said of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeShown } from "../../engine/written-shown.ts";
import { libraryCases } from "../../test/support/servers/library-server.ts";
import { readOwnLaws } from "./law-files.ts";
import type { OwnLawCase } from "./own-law-case.ts";

const folder = mkdtempSync(join(tmpdir(), "laws-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a module that no test has loaded before. */
function write(text: string): string {
  const file = join(folder, `${Math.random()}.mjs`);
  writeFileSync(file, text);
  return file;
}

/** The text of a law, with other members in place of correct ones. */
function lawWith(members: string): string {
  return `export default { ...${correct}, ${members} };`;
}

const correct = `{
  name: "n",
  must: "It holds.",
  finding: "It does not.",
  over: () => [{ id: "a", tool: "get_book", must: "It holds." }],
  attempts: () => [{ given: [], watch: [], acts: [{ tool: "list_branches" }] }],
  judge: () => ({ is: "held" }),
}`;
const attempt = (members: string) =>
  `attempts: () => [{ given: [], watch: [], acts: [{ tool: "list_branches" }], ${members} }]`;

test.each<[string, string | undefined, string]>([
  ["is not there", undefined, "There is no file FILE with laws."],
  ["does not load", "export default nothing;", "FILE does not load: nothing is not defined"],
  ["has a mistake of syntax", "export default {", "FILE does not load: "],
  ["has no default export", "export const law = 1;", "FILE has no law: its default export must be a law"],
  ["exports an empty list", "export default [];", "FILE has no law: "],
  ["exports a text", 'export default "law";', "FILE: a law is an object, not a string."],
  ["has a law without judge", lawWith("judge: undefined"), "the law has no `judge`."],
  ["has a law whose judge is a text", lawWith('judge: "x"'), "`judge` of the law must be a function."],
  ["has a law without a name", lawWith('name: ""'), "`name` of the law must be a text."],
  ["has a name with spaces", lawWith('name: "a b"'), "must be small letters, digits and dashes."],
  [
    "has an unknown member",
    lawWith("attempt: 1"),
    "a law has no member `attempt`. Its members are name, must,",
  ],
  [
    "has two laws of one name",
    `export default [${correct}, ${correct}];`,
    "the name n is that of another law, in FILE.",
  ],
  [
    "has a law with the name of a built-in one",
    lawWith('name: "copies"'),
    "the suite has a law copies itself.",
  ],
  [
    "has an over that throws",
    lawWith('over() { throw new Error("no luck"); }'),
    "the law n: `over` throws: no luck",
  ],
  ["has an over that lists nothing", lawWith("over: () => []"), "the law n has no case for this spec"],
  ["has an over that returns no list", lawWith("over: () => 1"), "`over` returned a number, not a list."],
  [
    "has a case without a sentence",
    lawWith('over: () => [{ id: "a", tool: "get_book" }]'),
    "a case of `over` has no text `must`.",
  ],
  [
    "has two cases with one id",
    lawWith('over: () => [1, 2].map(() => ({ id: "a", tool: "get_book", must: "So." }))'),
    "`over` returned two cases with the id a.",
  ],
  [
    "has a case with a tool that the spec does not have",
    lawWith('over: () => [{ id: "a", tool: "get_boook", must: "So." }]'),
    "the law n, case a: it names the tool get_boook, which the spec does not have; did you mean get_book?",
  ],
  [
    "has attempts that throw",
    lawWith('attempts() { throw new Error("no luck"); }'),
    "case a: `attempts` throws: no luck",
  ],
  [
    "has no attempts",
    lawWith("attempts: () => []"),
    "case a: `attempts`: attempts must NOT have fewer than 1 items",
  ],
  [
    "has an attempt without acts",
    lawWith(attempt("acts: []")),
    "`attempts`: 0/acts must NOT have fewer than 1 items.",
  ],
  [
    "has an attempt with an unknown member",
    lawWith(attempt("act: []")),
    "`attempts`: 0 must NOT have additional properties: act.",
  ],
  [
    "makes an unknown entity",
    lawWith(attempt('given: [{ thing: "b", entity: "bok" }]')),
    "0 names the entity bok, which the spec does not have; did you mean book?",
  ],
  [
    "watches a thing that is not made",
    lawWith(attempt('watch: ["b"]')),
    "0 names the thing b, which the attempt does not make.",
  ],
  [
    "calls an unknown tool",
    lawWith(attempt('acts: [{ tool: "lend" }]')),
    "0 names the tool lend, which the spec does not have",
  ],
  [
    "has arguments that the schema does not allow",
    lawWith(attempt('acts: [{ tool: "get_book", like: { book: "one" } }]')),
    "0 has a `like` that the input schema of get_book does not allow.",
  ],
])("a file that %s is a message", (_, text, message) => {
  const file = text === undefined ? join(folder, "none.mjs") : write(text);
  const expected = { name: "UsageError", message: expect.stringContaining(message.replaceAll("FILE", file)) };
  expect(() => readOwnLaws([file], libraryCases)).toThrow(expect.objectContaining(expected));
});

test("a file that is named twice counts once", () => {
  const file = write(`export default ${correct};`);
  expect(readOwnLaws([file, file], libraryCases).map(({ id }) => id)).toEqual(["law/n/a"]);
});

test.each([
  ["throws", 'judge() { throw new Error("no luck"); }', "judge of the law n throws: no luck"],
  [
    "returns nothing",
    "judge: () => undefined",
    "judge of the law n returned undefined, which is not a judgement",
  ],
  [
    "is asynchronous",
    'judge: async () => ({ is: "held" })',
    "judge of the law n returned a judgement that is",
  ],
  ["returns another word", 'judge: () => ({ is: "fine" })', 'returned a judgement that is "fine"'],
  [
    "is open for an unknown cause",
    'judge: () => ({ is: "open", cause: "x", why: "y" })',
    "is open for the cause x, which is none of",
  ],
  [
    "asks for controls again",
    'judge: () => ({ is: "needs-controls" })',
    "asks for controls that it has seen",
  ],
])("where judge %s the case is open", (_, members, why) => {
  const [{ law, subject, spec }] = readOwnLaws([write(lawWith(members))], libraryCases) as [OwnLawCase];
  const expected = { name: "PreconditionError", why: "law", message: expect.stringContaining(why) };
  expect(() => law.judge(makeShown({ controls: [] }), subject, spec)).toThrow(
    expect.objectContaining(expected),
  );
});
