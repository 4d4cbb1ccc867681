/** The cases about optional arguments: parts of an object that no example has are tried in arguments that were made for them. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../test/support/case-file.ts";

const service = `
toolwright: 1
server: { name: charts, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes:
  read: { readOnlyHint: true }
tools: [draw]
`;
const tool = `
title: Draw
mode: read
description: Draws a chart.
input:
  type: object
  additionalProperties: false
  required: [title]
  properties:
    title: { type: string }
    style:
      type: object
      properties:
        palette: { type: string, enum: [warm, cold] }
        grid: { type: boolean }
`;

test("each part of an optional object is tried", () => {
  const { cases } = caseFileOf({ "service.yaml": service, "tools/draw.yaml": tool });
  const ofStyle = cases.filter(({ id }) => id.startsWith("arguments/draw/style/"));
  expect(ofStyle).toMatchObject([
    {
      id: "arguments/draw/style/palette",
      trials: [{ base: "draw/style/palette", values: ["warm", "cold"] }],
    },
    { id: "arguments/draw/style/grid", trials: [{ base: "draw/style/grid", values: [true, false] }] },
  ]);
});

test("a list is tried with items first, and empty last", () => {
  const withList = `${tool}    labels: { type: array, items: { type: string, enum: [new, old] } }\n`;
  const { cases } = caseFileOf({ "service.yaml": service, "tools/draw.yaml": withList });
  expect(cases.find(({ id }) => id === "arguments/draw/labels")).toMatchObject({
    trials: [{ base: "draw", values: [["new"], ["old"], ["new", "old"], []] }],
  });
});

test("one case says that no part of an object could be tried", () => {
  const either = tool.replace("  required: [title]", "  required: [title]\n  not: { required: [style] }");
  const { cases } = caseFileOf({ "service.yaml": service, "tools/draw.yaml": either });
  expect(cases.filter(({ id }) => id.startsWith("arguments/draw/style"))).toMatchObject([
    { id: "arguments/draw/style", untestable: "no two valid calls differ only in it" },
  ]);
});
