/** The values that cases take from examples. */
import { expect, test } from "vitest";
import { caseFileOf } from "../test/support/case-file.ts";

const spec = {
  "service.yaml": `
toolwright: 1
server: { name: shelf, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { read: { readOnlyHint: true } }
failures: { not_found: { when: nothing has this id, retryable: false }, bad_cursor: { when: no list has it, retryable: false } }
tools: [get_book, list_books, show_book]
`,
  "types/book_id.yaml": "type: string\ndescription: Id of a book.\npattern: ^B[0-9]{4}$\n",
  "tools/get_book.yaml": getting("get", "examples: { none: { input: { id: B9999 }, failure: not_found } }"),
  "tools/show_book.yaml": getting("show", "examples: { one: { input: { id: B0042 }, content: [] } }"),
  "tools/list_books.yaml": `mode: read
title: List
description: Lists.
input: { type: object, properties: { cursor: { type: string } } }
failures: [bad_cursor]
examples: { lost: { input: { cursor: nonsense }, failure: bad_cursor } }
`,
};

function getting(verb: string, examples: string): string {
  return `mode: read
title: ${verb}
description: A book.
input: { type: object, properties: { id: { $ref: ../types/book_id.yaml } }, required: [id] }
failures: [not_found]
${examples}
`;
}

test("an example that is refused gives no arguments to calls that are accepted", () => {
  const { bases } = caseFileOf(spec);
  expect(bases).toMatchObject({
    get_book: { input: { id: "B0042" } },
    "get_book:none": { input: { id: "B9999" } },
    list_books: { input: {} },
    "list_books:lost": { input: { cursor: "nonsense" } },
  });
});
