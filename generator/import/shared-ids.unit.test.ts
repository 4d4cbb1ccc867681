/** Ids of one thing get a type, however short their schema is: a spec needs it to say what makes and shows the thing. */
import { readTools } from "@toolwright/check/surface";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import { expect, test } from "vitest";
import { inputTarget } from "../cases/arguments.ts";
import { compile } from "../compile.ts";
import { manifestOf } from "../emit/manifest.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";
import { listingOf } from "../test/support/import/listings.ts";
import { importListing } from "./index.ts";

const unit = { type: "string", pattern: "^U-[0-9]+$" };
const longId = {
  type: "string",
  pattern: "^T-[0-9]{5}$",
  description:
    "The number on the ticket that the machine prints at the entrance, with its letter and five digits.",
};
const uuid = { type: "string", format: "uuid" };

function listIdTypes(tools: Readonly<Record<string, { readonly input: object; readonly output: object }>>) {
  const entries = Object.entries(tools).map(([name, { input, output }]) => ({
    name,
    inputSchema: { type: "object", properties: input },
    outputSchema: { type: "object", properties: output },
  }));
  const { sources } = importListing(listingOf(...readTools(entries).tools));
  return sources.flatMap(({ path }) => /^types\/(.*)\.yaml$/.exec(path)?.[1] ?? []);
}

const object = (properties: object) => ({ type: "object", properties });

const inAllOf = { allOf: [{ type: "string" }] };

test.each([
  {
    title: "an id that is a branch of allOf, twice in one result",
    tools: {
      create_order: { input: {}, output: { order_id: inAllOf, last_order_id: inAllOf } },
      get_order: {
        input: { order_id: inAllOf },
        output: { order: object({ id: inAllOf, order_id: inAllOf }) },
      },
    },
    wanted: [],
  },
  {
    title: "an argument and the id in the result",
    tools: { get_unit: { input: { unit_id: unit }, output: { unit: object({ id: unit }) } } },
    wanted: ["unit_id"],
  },
  {
    title: "an id that most places call id alone, long enough to be shared as any shape",
    tools: {
      get_ticket: { input: { ticket_id: longId }, output: { ticket: object({ id: longId }) } },
      list_tickets: { input: {}, output: { tickets: { type: "array", items: object({ id: longId }) } } },
      pay: { input: { ticket_id: longId }, output: { id: longId } },
      leave: { input: {}, output: { id: longId } },
    },
    wanted: ["ticket_id"],
  },
  {
    title: "lists of ids, and items of lists",
    tools: {
      list_units: {
        input: { unitIds: { type: "array", items: uuid } },
        output: { units: { type: "array", items: object({ id: uuid }) } },
      },
      drop_unit: { input: { unit_id: uuid }, output: {} },
    },
    wanted: ["unit_id"],
  },
  {
    title: "ids of two things that look the same",
    tools: {
      get_unit: { input: { unit_id: uuid }, output: { unit: object({ id: uuid }) } },
      get_lease: { input: { lease_id: uuid }, output: { lease: object({ id: uuid }) } },
    },
    wanted: ["unit_id", "lease_id"],
  },
  {
    title: "an id at the root of a result, of what the tool is named after",
    tools: { get_unit: { input: { unit_id: uuid }, output: { id: uuid } } },
    wanted: ["unit_id"],
  },
  {
    title: "a value that is no id at another place",
    tools: { get_unit: { input: { unit_id: unit }, output: { code: unit, unit: object({ id: unit }) } } },
    wanted: ["unit_id"],
  },
  {
    title: "plain texts, with descriptions of their own",
    tools: {
      get_unit: {
        input: { unit_id: { type: "string", description: "The unit to show.", minLength: 1 } },
        output: { unit: object({ id: { type: "string" } }) },
      },
    },
    wanted: ["unit_id"],
  },
  {
    title: "an id that stands at one place only",
    tools: { get_unit: { input: { unit_id: uuid }, output: { rent: { type: "integer" } } } },
    wanted: [],
  },
  {
    title: "numbers and texts: those of the kind that is there more often",
    tools: {
      get_unit: {
        input: { unit_id: { type: "string" } },
        output: { unit: object({ id: { type: "integer" } }) },
      },
      list_units: {
        input: {},
        output: { units: { type: "array", items: object({ id: { type: "integer" } }) } },
      },
    },
    wanted: ["unit_id"],
  },
])("types of ids: $title", ({ tools, wanted }) => {
  expect(listIdTypes(tools)).toEqual(wanted);
});

test("an id that a schema has twice stands where it is used, as in the manifest", () => {
  const swap = {
    name: "swap_units",
    inputSchema: {
      type: "object",
      properties: {
        unit_id: { type: "string", description: "The first one." },
        other_unit_id: { type: "string", description: "The second one." },
      },
    },
  };
  const { sources } = importListing(listingOf(...readTools([swap]).tools));
  expect(sources.find(({ path }) => path === "types/unit_id.yaml")?.text).toContain("x-in-place: true");
  expect(sources.find(({ path }) => path === "tools/swap_units.yaml")?.text).not.toContain("$defs");
});

const draft07 = { $schema: "http://json-schema.org/draft-07/schema#" };

test("what stands beside the type of an id counts in draft-07 too, as in the manifest", () => {
  const getUnit = {
    name: "get_unit",
    inputSchema: { ...draft07, ...object({ unit_id: { type: "string", pattern: "^U-[0-9]+$" } }) },
    outputSchema: { ...draft07, ...object({ unit_id: { type: "string" } }) },
  };
  const { model } = compile(importListing(listingOf(...readTools([getUnit]).tools)).sources);
  const meant = normalisedModel(model!);
  const { fits } = evaluatorFor(resolver(meant));
  const [tool] = meant.tools;
  expect(fits({ unit_id: "U-1" }, inputTarget(tool!))).toBe(true);
  expect(fits({ unit_id: "" }, inputTarget(tool!))).toBe(false);
});

test("where draft-07 ignores what stands beside a reference, the manifest has it beside an allOf", () => {
  const tool = `
mode: read
title: Swap
description: Swaps two units.
input:
  $schema: http://json-schema.org/draft-07/schema#
  type: object
  properties: { unit_id: { $ref: ../types/unit_id.yaml, maxLength: 5 }, other_id: { $ref: ../types/unit_id.yaml } }
  additionalProperties: false
`;
  const service = `
toolwright: 1
server: { name: a, version: 1.0.0 }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { read: {} }
tools: [swap]
`;
  const { model } = compile([
    { path: "service.yaml", text: service },
    { path: "tools/swap.yaml", text: tool },
    { path: "types/unit_id.yaml", text: "type: string" },
  ]);
  const [entry] = manifestOf(model!) as readonly { readonly inputSchema: { readonly properties: object } }[];
  expect(entry?.inputSchema.properties).toEqual({
    unit_id: { allOf: [{ $ref: "#/$defs/unit_id" }], maxLength: 5 },
    other_id: { $ref: "#/$defs/unit_id" },
  });
});
