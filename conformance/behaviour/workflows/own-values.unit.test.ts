/** Tests which words of a workflow's calls differ when its steps are performed again for another case. */
import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import type { StepRule } from "../../cases/workflows.ts";
import type { Engine } from "../engine.ts";
import { OwnValues } from "./own-values.ts";

const rules = {
  idempotency: {},
  overlaps: { book: [{ within: ["/interviewer", "/room_id"] }] },
  entities: {
    room: { madeBy: { tool: "add_room" }, arguments: [{ tool: "book", path: "/room_id" }], results: [] },
  },
};

function ownValues({ isRepeated = true, fits = (_tool: string, _input: Json): boolean => true }): OwnValues {
  return new OwnValues({ rules, context: { schemas: { fits } } } as unknown as Engine, isRepeated);
}

const step = { tool: "book", expressions: [] } as unknown as StepRule;
const input = { interviewer: "ada.stone", room_id: "room-7", note: "ada.stone" };

test("steps that are performed again use a calendar of their own", () => {
  const { interviewer, ...rest } = ownValues({}).withWords(step, input);
  expect(interviewer).toMatch(/^ada\.\w{5}$/);
  expect(interviewer).not.toBe("ada.stone");
  expect(rest).toEqual({ room_id: "room-7", note: "ada.stone" });
});

test("equal words in two steps stay equal, and differ between runs", () => {
  const own = ownValues({});
  expect(own.withWords(step, input)).toEqual(own.withWords(step, input));
  expect(ownValues({}).withWords(step, input)).not.toEqual(own.withWords(step, input));
});

test.each([
  ["the workflow itself has the words of the spec", ownValues({ isRepeated: false }), step],
  ["a word of an enumeration stays", ownValues({ fits: () => false }), step],
  [
    "a word from an earlier step stays",
    ownValues({}),
    { ...step, expressions: [{ path: "/interviewer", value: {} }] } as unknown as StepRule,
  ],
  ["calls of tools without a calendar stay", ownValues({}), { ...step, tool: "note" }],
])("%s", (_, own, performed) => {
  expect(own.withWords(performed, input)).toEqual(input);
});
