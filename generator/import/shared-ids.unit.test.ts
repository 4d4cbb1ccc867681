/** Ids of one thing get a type, however short their schema is: a spec needs it to say what makes and shows the thing. */
import { readTools } from "@toolwright/check/surface";
import { expect, test } from "vitest";
import { listingOf } from "../test/support/import/listings.ts";
import { importListing } from "./index.ts";

const unit = { type: "string", pattern: "^U-[0-9]+$" };
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

test.each([
  {
    title: "an argument and the id in the result",
    tools: { get_unit: { input: { unit_id: unit }, output: { unit: object({ id: unit }) } } },
    wanted: ["unit_id"],
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
    wanted: [],
  },
  {
    title: "an id at the root of a result, which may be that of another thing",
    tools: { get_unit: { input: { unit_id: uuid }, output: { id: uuid } } },
    wanted: [],
  },
  {
    title: "a value that is no id at another place",
    tools: { get_unit: { input: { unit_id: unit }, output: { code: unit, unit: object({ id: unit }) } } },
    wanted: [],
  },
  {
    title: "plain texts",
    tools: {
      get_unit: {
        input: { unit_id: { type: "string" } },
        output: { unit: object({ id: { type: "string" } }) },
      },
    },
    wanted: [],
  },
])("types of ids: $title", ({ tools, wanted }) => {
  expect(listIdTypes(tools)).toEqual(wanted);
});
