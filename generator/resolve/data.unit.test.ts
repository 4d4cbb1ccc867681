/** Tests the notation for values that a spec cannot write as they are. */
import { expect, test } from "vitest";
import { DataReader } from "./data.ts";
import { limitSubstituter } from "./limits.ts";

const at = { file: "tools/open.yaml", path: [] };
const limits = [
  { name: "rows", kind: "count", numbers: { max: 50 }, settings: {}, appliesTo: [], at },
] as const;
const types = new Map([["spec:///types/day.yaml", { type: "string", format: "date" }]]);
const schema = {
  properties: {
    at: { type: "string", format: "date-time" },
    day: { $ref: "spec:///types/day.yaml" },
    left: { anyOf: [{ $ref: "spec:///types/day.yaml" }, { type: "null" }] },
    days: { items: { $ref: "spec:///types/day.yaml" } },
    seconds: { type: "integer" },
    number: { type: "integer", minimum: 10 },
    name: { type: "string" },
    plainDay: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    minute: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d$" },
    second: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" },
    member: { type: "string", pattern: "^[0-9]{7}$" },
  },
};

test.each<[name: string, value: object, sample: object, live?: object]>([
  ["the number of a limit", { a: { $limit: "rows.max" } }, { a: 50 }],
  ["one more than a limit", { a: [{ $limit: "rows.max", plus: 1 }] }, { a: [51] }],
  ["an unknown limit", { a: { $limit: "row.max" } }, { a: { $limit: "row.max" } }],
  [
    "a time from now",
    { at: { $now: "+1h" } },
    { at: "2031-05-14T10:26:53Z" },
    { now: 3600, as: "date-time" },
  ],
  ["a day, by the schema", { day: { $now: "+1w" } }, { day: "2031-05-21" }, { now: 604_800, as: "date" }],
  ["a day that can be null", { left: { $now: "+1w" } }, { left: "2031-05-21" }, { as: "date" }],
  ["a day in a list", { days: [{ $now: "-1d" }] }, { days: ["2031-05-13"] }, { path: "/days/0" }],
  ["seconds, by the schema", { seconds: { $now: "+0s" } }, { seconds: 1_936_517_213 }, { as: "seconds" }],
  [
    "milliseconds, as written",
    { seconds: { $now: "+0s", as: "milliseconds" } },
    { seconds: 1_936_517_213_000 },
    { as: "milliseconds" },
  ],
  ["a time for each", { at: { $now: "+1h", each: "+30m" } }, { at: "2031-05-14T10:26:53Z" }, { each: 1800 }],
  ["another text", { name: { $nth: "slot {n}" } }, { name: "slot 1" }, { nth: "slot {n}", as: "text" }],
  ["another number", { number: { $nth: "{n}" } }, { number: 10 }, { nth: "{n}", as: "number" }],
  ["a day, by the pattern", { plainDay: { $now: "+1w" } }, { plainDay: "2031-05-21" }, { as: "date" }],
  [
    "a time without a zone, by the pattern",
    { minute: { $now: "+1h" } },
    { minute: "2031-05-14T10:26" },
    { as: "YYYY-MM-DDThh:mm" },
  ],
  ["a time with a blank", { second: { $now: "+1h" } }, { second: "2031-05-14 10:26:53" }, {}],
  ["a layout", { name: { $now: "+1h", as: "DD.MM.YYYY" } }, { name: "14.05.2031" }, { as: "DD.MM.YYYY" }],
  ["a number with enough digits", { member: { $nth: "47{n}" } }, { member: "4710000" }, { nth: "47{n}" }],
  ["data of that name", { name: { $now: true } }, { name: { $now: true } }],
  ["a text without a number", { name: { $nth: "slot" } }, { name: { $nth: "slot" } }],
])("reads %s", (_, value, sample, live) => {
  const read = new DataReader(limitSubstituter(limits), types).read(value, at, schema);
  expect(read.value).toEqual(sample);
  expect(read.live).toEqual(live === undefined ? [] : [expect.objectContaining(live)]);
});
