/** handlers.ts: the codes that a handler may refuse with, as the formatters of TypeScript write such a type. */
import { expect, test } from "vitest";
import { modelOf } from "../test/support/mock/serving.ts";
import { emitHandlers } from "./handlers.ts";

function printHandlers(codes: readonly string[], refused: string): string {
  const service = {
    toolwright: 1,
    server: { name: "notes", version: "1.0.0" },
    endpoint: { transport: "streamable-http" },
    auth: { scheme: "bearer" },
    modes: { write: { readOnlyHint: false } },
    failures: Object.fromEntries(
      [refused, ...codes.toSorted()].map((code) => [code, { when: `it is ${code}`, retryable: false }]),
    ),
    account_states: { ended: { when: "it has ended", refused, applies_to: "writes" } },
    tools: ["make"],
  };
  const tool = {
    mode: "write",
    title: "Make",
    description: "Makes a note.",
    input: { type: "object", properties: {}, additionalProperties: false },
    failures: codes,
  };
  const [file] = emitHandlers(
    modelOf([
      { path: "service.yaml", text: JSON.stringify(service) },
      { path: "tools/make.yaml", text: JSON.stringify(tool) },
    ]),
  );
  return file!.text;
}

test("the codes are in the order of the tool, then those of accounts", () => {
  expect(printHandlers(["quota", "absent"], "ended")).toContain(
    'call: Call<"quota" | "absent" | "ended", Who>,',
  );
});

test("of many codes, each has a line of its own, and so has the caller", () => {
  const codes = ["not_found", "quote_expired", "quote_mismatch", "credits_used_up", "generation_failed"];
  expect(printHandlers(codes, "subscription_inactive")).toContain(`
    call: Call<
      | "not_found"
      | "quote_expired"
      | "quote_mismatch"
      | "credits_used_up"
      | "generation_failed"
      | "subscription_inactive",
      Who
    >,
  ) => Awaitable<`);
});
