import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { showsSentValue } from "./sent-value.ts";

const cases: readonly (readonly [
  string,
  { argument: string; value: Json; without: Json; withIt: Json; is: boolean },
])[] = [
  [
    "the value at its name",
    { argument: "/title", value: "A", without: { title: "B" }, withIt: { title: "A" }, is: true },
  ],
  [
    "the value deeper",
    { argument: "/set/title", value: "A", without: {}, withIt: { of: [{ title: "A" }] }, is: false },
  ],
  [
    "a new part",
    {
      argument: "/set/theme",
      value: { font: "x" },
      without: { set: {} },
      withIt: { set: { theme: { font: "x", size: 1 } } },
      is: true,
    },
  ],
  [
    "one leaf of an object",
    {
      argument: "/theme",
      value: { font: "x", size: 2 },
      without: { theme: { font: "y", size: 1 } },
      withIt: { theme: { font: "x", size: 2 } },
      is: true,
    },
  ],
  [
    "another value",
    { argument: "/title", value: "A", without: { title: "B" }, withIt: { title: "C" }, is: false },
  ],
  [
    "the value before, too",
    { argument: "/title", value: "A", without: { title: "A" }, withIt: { title: "A" }, is: false },
  ],
  [
    "the value under another name",
    { argument: "/title", value: "A", without: { name: "B" }, withIt: { name: "A" }, is: false },
  ],
  [
    "the element of a list",
    { argument: "/tags/0", value: "A", without: { tags: ["B"] }, withIt: { tags: ["A"] }, is: false },
  ],
  [
    "a line of prose with its name",
    {
      argument: "/ordinal",
      value: 4,
      without: "Task 7\nOrdinal: 7000\n",
      withIt: "Task 8\nOrdinal: 4\nCreated: today",
      is: true,
    },
  ],
  [
    "a line of Markdown with its name",
    {
      argument: "/dueDate",
      value: "2026-08-10",
      without: { text: "Made 1." },
      withIt: { text: "Made 2.\r\n- **Due date:** `2026-08-10`" },
      is: true,
    },
  ],
  [
    "another number in a line of prose",
    { argument: "/ordinal", value: 4, without: "Ordinal: 7000", withIt: "Ordinal: 44", is: false },
  ],
  [
    "a line of prose that is the same without it",
    {
      argument: "/ordinal",
      value: 4,
      without: "Task 4\nOrdinal: 4",
      withIt: "Task 5\nOrdinal: 4",
      is: false,
    },
  ],
  [
    "a line of prose with another name",
    { argument: "/ordinal", value: 4, without: "Task 7", withIt: "Coordinal: 4, subordinal: 4", is: false },
  ],
  ["an empty list", { argument: "/tags", value: [], without: { tags: ["B"] }, withIt: {}, is: false }],
];

test.for(cases)("%s", ([, { argument, value, without, withIt, is }]) => {
  expect(showsSentValue({ argument, value }, without, withIt)).toBe(is);
});
