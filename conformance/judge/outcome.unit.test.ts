/** Tests where the code of a refusal is read. */
import { expect, test } from "vitest";
import { renameInvalidInput, toOutcome } from "./outcome.ts";

test.each<[text: string, code: string]>([
  ["NOT_FOUND", "NOT_FOUND"],
  ["[NOT_FOUND] There is no table 3.", "NOT_FOUND"],
  ["not_found: there is no table 3.", "not_found"],
  ["There is no table 3: it is gone.", "There is no table 3: it is gone."],
])("of %j the code is %j", (text, code) => {
  const result = { isError: true, content: [{ type: "text", text }] };
  const reply = { status: 200, headers: new Headers(), body: "" } as never;
  expect(toOutcome({ kind: "result", result, reply } as never, "/content/0/text")).toMatchObject({
    is: "refusal",
    code,
  });
});

test("a code of the server's own for arguments that do not fit is that of the cases", () => {
  const refusal = { is: "refusal", code: "BAD_ARGUMENTS", result: {}, text: "" } as const;
  expect(renameInvalidInput(refusal, "BAD_ARGUMENTS")).toMatchObject({ code: "invalid_input" });
  expect(renameInvalidInput(refusal, undefined)).toBe(refusal);
  expect(renameInvalidInput({ ...refusal, code: "GONE" }, "BAD_ARGUMENTS")).toMatchObject({ code: "GONE" });
});
