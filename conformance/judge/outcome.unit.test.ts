/** Tests where the code of a refusal is read. */
import { expect, test } from "vitest";
import {
  renameOwnCode,
  toOutcome,
  withCodeOfSpec,
  withCodeOfText,
  withCodesOfErrors,
  withTextAsOutput,
} from "./outcome.ts";

test.each<[text: string, code: string | undefined]>([
  ["NOT_FOUND", "NOT_FOUND"],
  ["[NOT_FOUND] There is no table 3.", "NOT_FOUND"],
  ["not_found: there is no table 3.", "not_found"],
  ["There is no table 3: it is gone.", undefined],
  ["MCP error -32602: Input validation error: Invalid arguments for tool find: Required at id", undefined],
])("of %j the code is %j", (text, code) => {
  const result = { isError: true, content: [{ type: "text", text }] };
  const reply = { status: 200, headers: new Headers(), body: "" } as never;
  expect(toOutcome({ kind: "result", result, reply } as never, "/content/0/text")).toMatchObject({
    is: "refusal",
    code,
  });
});

test.each<[what: string, error: object, code: string | undefined]>([
  [
    "a code in its data",
    { code: -32010, message: "No table 3.", data: { reason: "NOT_FOUND" } },
    "NOT_FOUND",
  ],
  ["no data", { code: -32603, message: "No table 3." }, undefined],
])("a JSON-RPC error with %s", (_, error, code) => {
  const answer = { kind: "error", error, reply: { status: 200 }, ...error } as never;
  const outcome = toOutcome(answer, "/data/reason");
  expect(withCodesOfErrors(outcome, answer, "/data/reason")).toEqual(
    code === undefined ? outcome : { is: "refusal", code, result: {}, text: "No table 3." },
  );
});

test("a code of the server's own for arguments that do not fit is that of the cases", () => {
  const refusal = { is: "refusal", code: "BAD_ARGUMENTS", result: {}, text: "" } as const;
  const own = { invalidInput: "BAD_ARGUMENTS", insufficientScope: "FORBIDDEN" };
  expect(renameOwnCode(refusal, own)).toMatchObject({ code: "invalid_input" });
  expect(renameOwnCode({ ...refusal, code: "FORBIDDEN" }, own)).toMatchObject({ code: "insufficient_scope" });
  expect(renameOwnCode(refusal, { invalidInput: undefined, insufficientScope: undefined })).toBe(refusal);
  expect(renameOwnCode({ ...refusal, code: "GONE" }, own)).toMatchObject({ code: "GONE" });
});

const failures = {
  not_found: { when: "nothing has this id", retryable: false, says: " not found\\.$" },
  closed: { when: "it is closed", retryable: false, says: "is closed" },
  full: { when: "it is full", retryable: true },
};

test.each<[text: string, code: string | undefined, declared: readonly string[]]>([
  ["Error: Wallet wal_1 not found.", "not_found", ["not_found"]],
  ["Error: Wallet wal_1 is closed.", "closed", []],
  ["Error: Shelf is closed, since its key was not found.", "closed", ["closed"]],
  ["Error: Shelf is closed, since its key was not found.", "not_found", ["not_found"]],
  ["Something else.", undefined, ["not_found", "full"]],
])("the text %j has the code %j beside the declared %j", (text, code, declared) => {
  const refusal = { is: "refusal", code: undefined, result: {}, text } as const;
  expect(withCodeOfText(refusal, declared, failures)).toEqual({ ...refusal, code });
});

test("a spec without failures says nothing about codes, so those of the server are not read", () => {
  const refusal = { is: "refusal", code: "gone", result: {}, text: "It is gone." } as const;
  expect(withCodeOfSpec(refusal, {})).toMatchObject({ is: "refusal", code: undefined });
  expect(withCodeOfSpec(refusal, failures)).toBe(refusal);
  const invalid = { ...refusal, code: "invalid_input" } as const;
  expect(withCodeOfSpec(invalid, {})).toBe(invalid);
});

test("a code that the server sends stays, whatever the text says", () => {
  const refusal = { is: "refusal", code: "gone", result: {}, text: "It is closed." } as const;
  expect(withCodeOfText(refusal, ["closed"], failures)).toBe(refusal);
});

test.each<[what: string, content: readonly object[], structuredContent: unknown]>([
  ["JSON in a text", [{ type: "text", text: '{\n "id": 1\n}' }], { id: 1 }],
  ["a list in a text", [{ type: "text", text: "[1]" }], [1]],
  [
    "the first text",
    [
      { type: "image", data: "" },
      { type: "text", text: "1" },
      { type: "text", text: "2" },
    ],
    1,
  ],
  ["no JSON", [{ type: "text", text: "Wallet 1" }], undefined],
  ["no text", [], undefined],
])("the output of a tool that answers in a text is read: %s", (_, content, structuredContent) => {
  const result = { content, structuredContent: { other: true } } as never;
  const read = withTextAsOutput({ is: "success", result }, "text");
  expect(read).toEqual({
    is: "success",
    result: { content, ...(structuredContent !== undefined && { structuredContent }) },
  });
  expect(withTextAsOutput({ is: "success", result }, undefined)).toEqual({ is: "success", result });
});
