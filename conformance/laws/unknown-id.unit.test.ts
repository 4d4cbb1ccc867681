import { expect, test } from "vitest";
import { refusedCall, successfulCall } from "../behaviour/calls/answered-calls.ts";
import type { Called } from "../behaviour/calls/called.ts";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { Shown, Spec } from "../engine/law.ts";
import { unknownId } from "./unknown-id.ts";

const invoice = { at: "", arguments: [], results: [], observedBy: [], private: "not_found" };
const spec = { rules: { ...noBehaviour, entities: { invoice } } } as unknown as Spec;
const subject = {
  ...{ id: "access/get/invoice_id/unknown-id", tool: "get", entity: "invoice", argument: "/invoice_id" },
  must: "It is refused.",
} as unknown as Parameters<typeof unknownId.judge>[1];

test.each<[string, Called, object]>([
  ["the code that hides private things", refusedCall("get", {}, "not_found"), { is: "held" }],
  ["another code", refusedCall("get", {}, "internal_error"), { is: "broken", in: "answer" }],
  [
    "no refusal",
    successfulCall("get", {}, {}),
    { is: "broken", expected: "get refuses an unknown id with not_found" },
  ],
  ["no handler", refusedCall("get", {}, "not_implemented"), { is: "open", cause: "not_implemented" }],
])("an unknown id is answered with %s", (_, called, judgement) => {
  expect(unknownId.judge({ acts: [called] } as unknown as Shown, subject, spec)).toMatchObject(judgement);
});

test("the call fills the cell of unknown ids", () => {
  expect(unknownId.cell?.(subject)).toEqual({ argument: "/invoice_id", caller: "unknown id" });
});
