/** The cases about optional arguments: parts of an object that no example has are tried in arguments that were made for them. */
import { expect, test } from "vitest";
import { expand } from "../../../conformance/cases/stored.ts";
import { printWholeCases } from "../../emit/cases.ts";
import { modelOf } from "../../test/support/mock/serving.ts";

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
  const model = modelOf([
    { path: "service.yaml", text: service },
    { path: "tools/draw.yaml", text: tool },
  ]);
  const { cases } = expand(JSON.parse(printWholeCases(model)));
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
  const model = modelOf([
    { path: "service.yaml", text: service },
    { path: "tools/draw.yaml", text: withList },
  ]);
  const { cases } = expand(JSON.parse(printWholeCases(model)));
  expect(cases.find(({ id }) => id === "arguments/draw/labels")).toMatchObject({
    trials: [{ base: "draw", values: [["new"], ["old"], ["new", "old"], []] }],
  });
});

test("one case says that no part of an object could be tried", () => {
  const either = tool.replace("  required: [title]", "  required: [title]\n  not: { required: [style] }");
  const model = modelOf([
    { path: "service.yaml", text: service },
    { path: "tools/draw.yaml", text: either },
  ]);
  const { cases } = expand(JSON.parse(printWholeCases(model)));
  expect(cases.filter(({ id }) => id.startsWith("arguments/draw/style"))).toMatchObject([
    { id: "arguments/draw/style", untestable: "no two valid calls differ only in it" },
  ]);
});
