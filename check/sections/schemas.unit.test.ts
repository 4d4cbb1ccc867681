import { expect, test } from "vitest";
import type { PublishedTool } from "../surface/published-interface.ts";
import { schemaFindings } from "./schemas.ts";

const object = { type: "object" };
const tool = (schemas: object) =>
  ({ name: "get", inputSchema: object, ...schemas }) as unknown as PublishedTool;

test.each<[string, object, string[]]>([
  [
    "nothing",
    { outputSchema: { ...object, properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: {} } } },
    [],
  ],
  [
    "an anchor",
    { inputSchema: { ...object, properties: { a: { $ref: "#b" } }, $defs: { b: { $anchor: "b" } } } },
    [],
  ],
  [
    "a reference that leads nowhere",
    { outputSchema: { ...object, properties: { a: { $ref: "#/$defs/c" } }, $defs: { b: {} } } },
    ["get/outputSchema/properties/a/$ref"],
  ],
  [
    "a pattern of Python",
    { inputSchema: { ...object, properties: { a: { pattern: "(?P<year>\\d+)" } } } },
    ["get/inputSchema/properties/a/pattern"],
  ],
  ["no type", { outputSchema: { properties: {} } }, ["get/outputSchema"]],
  [
    "__proto__ in a reference",
    { inputSchema: { ...object, not: { $ref: "#/__proto__" } } },
    ["get/inputSchema/not/$ref"],
  ],
])("%s in the schemas of a tool", (_, schemas, places) => {
  expect(schemaFindings([tool(schemas)]).flatMap((finding) => finding.places)).toEqual(places);
});
