/** Cases that start from an example with the value that they try. */
import { expect, test } from "vitest";
import { caseFileOf } from "../test/support/case-file.ts";

const spec = {
  "service.yaml": `
toolwright: 1
server: { name: scales, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { write: { readOnlyHint: false } }
tools: [make_scales]
`,
  "types/degrees.yaml": "type: integer\ndescription: Degrees.\nminimum: 0\nmaximum: 90\n",
  "tools/make_scales.yaml": `mode: write
title: Make scales
description: Makes scales.
input:
  type: object
  properties:
    unit: { enum: [cm, inch] }
    scales:
      type: array
      maxItems: 3
      items:
        type: object
        properties:
          from: { $ref: ../types/degrees.yaml }
          to: { $ref: ../types/degrees.yaml }
          name: { type: string, minLength: 1 }
        required: [from, to]
  required: [scales]
examples:
  rich: { input: { unit: cm, scales: [{ from: 1, to: 2, name: Narrow }] }, content: [] }
  wide: { input: { scales: [{ from: 5, to: 6 }, { from: 0, to: 90 }, { from: 2, to: 3 }] }, content: [] }
`,
};

test("a case starts from an example that has its value at the same place, whatever the index", () => {
  const { cases } = caseFileOf(spec);
  const starts = cases.flatMap((each) =>
    each.kind === "input" && each.expect === "accepted" && each.edits !== undefined
      ? [[each.id.replace("input/make_scales/", ""), each.base, each.edits]]
      : [],
  );
  expect(starts).toContainEqual([
    "scales/0/from/minimum/at",
    "make_scales:wide",
    [{ set: "/scales/1/from", to: 0 }],
  ]);
  // The maximum stands in an example, but not at this place.
  expect(starts).toContainEqual([
    "scales/0/from/maximum/at",
    "make_scales",
    [{ set: "/scales/0/from", to: 90 }],
  ]);
  expect(starts).toContainEqual([
    "scales/maxItems/at",
    "make_scales:wide",
    [
      {
        set: "/scales",
        to: [
          { from: 5, to: 6 },
          { from: 0, to: 90 },
          { from: 2, to: 3 },
        ],
      },
    ],
  ]);
  // No example has this value.
  expect(starts).toContainEqual(["unit/enum/value-inch", "make_scales:rich", [{ set: "/unit", to: "inch" }]]);
});
