import { expect, test } from "vitest";
import { type Explanation, listNamedPlaces } from "./named-places.ts";

const zod = JSON.stringify([
  {
    code: "too_big",
    maximum: 40,
    path: ["title"],
    message: "Too big: expected string to have <=40 characters",
  },
  { code: "invalid_type", expected: "string", path: ["people", 0, "name"], message: "Invalid input" },
]);

const refusals: readonly (readonly [
  name: string,
  refusal: Partial<Explanation>,
  places: readonly string[],
])[] = [
  [
    "problems in the details of a generated server",
    { details: { failure: { details: { problems: [{ path: "/pages/0/title", problem: "is required" }] } } } },
    ["/pages/0/title"],
  ],
  [
    "lines of a generated server",
    { text: "The arguments do not fit:\n- pages[0].title is required\n- limit must be at least 1" },
    ["/pages/0/title", "/limit", "/The"],
  ],
  [
    "issues of zod, as text",
    { text: `MCP error -32602: Input validation error: Invalid arguments for tool add: ${zod}` },
    ["/title", "/people/0/name", "/MCP"],
  ],
  [
    "lines of Pydantic",
    { text: "2 validation errors for call[add]\ntitle\n  Too long\npeople.0.name\n  Field required" },
    ["/2", "/title", "/Too", "/people/0/name", "/Field"],
  ],
  [
    "errors of Ajv",
    { details: { data: [{ instancePath: "/people/0", keyword: "required" }] } },
    ["/people/0"],
  ],
  [
    "the place in the request",
    { details: [{ loc: ["body", "title"], msg: "too long" }] },
    ["/body/title", "/title"],
  ],
  ["JSONPath", { details: [{ field: "$.people[0].name" }] }, ["/people/0/name"]],
  [
    "names that need quotes or escapes",
    { details: [{ path: 'a["b/c"].d' }, { path: ["x~y"] }] },
    ["/a/b~1c/d", "/x~0y"],
  ],
  [
    "no name within a sentence",
    { text: "Invalid arguments: title is too long, did you mean name?" },
    ["/Invalid"],
  ],
  [
    "no place that is none",
    {
      details: [{ path: [true] }, { path: "not a place" }, { path: "" }, null, 1, "title", { code: "title" }],
    },
    [],
  ],
  ["no text that only looks like JSON", { text: "[{ title: too long }]" }, []],
];

test.each(refusals)("%s", (_, refusal, places) => {
  expect([...listNamedPlaces({ text: "", details: null, ...refusal })].toSorted()).toEqual(
    [...places].toSorted(),
  );
});
