import { expect, test } from "vitest";
import { printLock } from "./lock-file.ts";
import { lockLines } from "./lock-lines.ts";

const object = (properties: object) => ({ type: "object", properties });
const text = printLock({
  surface: {
    server: { name: "library", version: "1.0.0" },
    protocolVersions: ["2025-11-25"],
    instructions: 'Say "{hello}", then [go].',
    tools: [
      {
        name: "find_book",
        description: "Finds a book.",
        annotations: { readOnlyHint: true },
        inputSchema: object({ "a/b": {}, list: { type: "array", items: object({ title: {} }) } }),
      },
      { name: "find_book_again", inputSchema: object({ description: { type: "string" } }) },
    ],
    resources: [],
    resourceTemplates: [],
    prompts: [{ name: "plan my day" }],
  },
  unstable: [],
  accepted: [{ finding: "no-verb find_book", reason: "It is short." }],
});

test.each([
  ["find_book", '"name": "find_book"'],
  ["find_book tool", '"name": "find_book"'],
  ["find_book description", '"description": "Finds a book."'],
  ["find_book annotations /readOnlyHint", '"readOnlyHint": true'],
  ["find_book input /list/*/title", '"title": {}'],
  ["find_book/inputSchema/properties/a~1b", '"a/b": {}'],
  // The argument is gone: the nearest part of the tool that is there.
  ["find_book input /gone", '"inputSchema": {'],
  ["find_book list", '"list": {'],
  ["find_book_again", '"name": "find_book_again"'],
  ["prompt plan my day", '"name": "plan my day"'],
  ["server", '"server": {'],
  ["2025-11-25", "{"],
])("%s is at the line %s", (place, line) => {
  for (const written of [text, text.replaceAll("  ", "\t")]) {
    const found = lockLines(written).lineOf(place);
    expect(written.split("\n")[found - 1]?.trim().replace(/,$/, "")).toBe(line);
  }
});

test("an accepted finding is at its entry, also in a file that a formatter has changed", () => {
  const oneLine = JSON.stringify(JSON.parse(text)).replace('"accepted"', '\n"accepted"');
  expect(text.split("\n")[lockLines(text).lineOfAccepted("no-verb find_book") - 1]).toContain("no-verb");
  expect(lockLines(oneLine).lineOfAccepted("no-verb find_book")).toBe(2);
});
