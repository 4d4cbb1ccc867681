/** Tests which words of a workflow's calls differ when its steps are performed again for another case. */
import { expect, test } from "vitest";
import type { StepRule } from "../../cases/workflows.ts";
import { OwnValues, type OwnValuesOptions } from "./own-values.ts";

const rules: OwnValuesOptions["rules"] = {
  idempotency: {},
  overlaps: {
    book: [
      {
        at: "",
        entity: "interview",
        start: "/start",
        end: "/end",
        within: ["/interviewer", "/room_id"],
        includesEnd: false,
        refused: "busy",
      },
    ],
  },
  entities: {
    room: {
      at: "",
      madeBy: { tool: "add_room", input: {}, path: "/id" },
      arguments: [{ tool: "book", path: "/room_id" }],
      results: [],
      observedBy: [],
    },
  },
};

/** The values of a workflow whose steps are performed again, unless the test says otherwise. */
function ownValues(options: Partial<OwnValuesOptions> = {}): OwnValues {
  return new OwnValues({ rules, fits: () => true, isRepeated: true, ...options });
}

const step: StepRule = {
  id: "book",
  at: "",
  tool: "book",
  payload: {},
  expressions: [],
  criteria: [],
  outputs: {},
};
const input = { interviewer: "ada.stone", room_id: "room-7", note: "ada.stone" };

test("steps that are performed again use a calendar of their own", () => {
  const { interviewer, ...rest } = ownValues().withWords(step, input);
  expect(interviewer).toMatch(/^ada\.\w{5}$/);
  expect(interviewer).not.toBe("ada.stone");
  expect(rest).toEqual({ room_id: "room-7", note: "ada.stone" });
});

test("equal words in two steps stay equal, and differ between runs", () => {
  const own = ownValues();
  expect(own.withWords(step, input)).toEqual(own.withWords(step, input));
  expect(ownValues().withWords(step, input)).not.toEqual(own.withWords(step, input));
});

test.each<[what: string, own: OwnValues, performed: StepRule]>([
  ["the workflow itself has the words of the spec", ownValues({ isRepeated: false }), step],
  ["a word of an enumeration stays", ownValues({ fits: () => false }), step],
  [
    "a word from an earlier step stays",
    ownValues(),
    {
      ...step,
      expressions: [
        { path: "/interviewer", value: { from: "steps", step: "invite", output: "interviewer" } },
      ],
    },
  ],
  ["calls of tools without a calendar stay", ownValues(), { ...step, tool: "note" }],
])("%s", (_, own, performed) => {
  expect(own.withWords(performed, input)).toEqual(input);
});
