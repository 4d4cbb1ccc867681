/** Texts by a layout: what is written, and what is read from a text that somebody else wrote. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Layout, LayoutPlace } from "./layout.ts";
import { readLayout } from "./read-layout.ts";
import { writeLayout } from "./write-layout.ts";

const text = (...path: string[]): LayoutPlace => ({ path, type: "string" });
const status: LayoutPlace = { path: ["status"], type: "string", words: ["open", "done"] };

/** A task, as a server of tasks shows it. */
const task: Layout = [
  { forms: [["Task ", text("id"), " - ", text("title")]] },
  { forms: [["=========="]] },
  { forms: [["Status: ", status]] },
  { forms: [["Hours: ", { path: ["hours"], type: "number", isNullable: true }]] },
  { forms: [["Urgent: ", { path: ["urgent"], type: "boolean", words: ["yes", "no"] }]] },
  { forms: [["Labels: ", { path: ["labels"], type: "string", isList: true }]] },
  { forms: [["Owner: ", text("owner", "name")]] },
  { forms: [["Notes:\n------\n", { path: ["notes"], type: "string", isBlock: true }]] },
  {
    each: ["steps"],
    heading: "Steps:",
    lines: [
      { forms: [["- [", { path: ["done"], type: "boolean", words: ["x", " "] }, "] ", text("text")]] },
      { forms: [["  by ", text("by")]] },
    ],
    none: "No steps.",
  },
];

const whole = {
  id: "TASK-1",
  title: "Paint - the fence",
  status: "open",
  hours: 1.5,
  urgent: true,
  labels: ["garden", "paint"],
  owner: { name: "Ana" },
  notes: "Two coats.\n\n  Not in the rain.",
  steps: [
    { done: true, text: "Buy paint", by: "Ana" },
    { done: false, text: "Paint" },
  ],
};

const wholeText = `Task TASK-1 - Paint - the fence
==========
Status: open
Hours: 1.5
Urgent: yes
Labels: garden, paint
Owner: Ana
Notes:
------
Two coats.

  Not in the rain.
Steps:
- [x] Buy paint
  by Ana
- [ ] Paint`;

describe("a task", () => {
  test("is written", () => expect(writeLayout(task, whole)).toBe(wholeText));

  test("is read", () => expect(readLayout(task, wholeText)).toEqual(whole));

  test("has no line for an absent value, and a line in place of an empty list", () => {
    const written = writeLayout(task, { id: "TASK-2", title: "Rest", hours: null, labels: [], steps: [] });
    expect(written).toBe("Task TASK-2 - Rest\n==========\nNo steps.");
    expect(readLayout(task, written)).toEqual({
      id: "TASK-2",
      title: "Rest",
      hours: null,
      labels: [],
      steps: [],
    });
  });

  test.each([
    ["other lines around it", `File: /tasks/1.md\n\n${wholeText}\n\nEnd of file`, whole],
    [
      "other margins and line ends",
      wholeText.replaceAll("\n- ", "\n     - ").replaceAll("\n", "  \r\n"),
      whole,
    ],
    ["its lines in another order", "Status: done\nTask 1 - A", { id: "1", title: "A", status: "done" }],
    ["a value that the type forbids", "Task 1 - A\nStatus: lost\nHours: many", { id: "1", title: "A" }],
    ["the first of two equal lines", "Task 1 - A\nTask 2 - B", { id: "1", title: "A" }],
  ])("is read with %s", (_, given, want) => {
    expect(readLayout(task, given)).toMatchObject(want);
  });

  test("is not read from a text without any of its lines", () => {
    expect(readLayout(task, "There is no such task.")).toBeUndefined();
  });

  test("keeps a value with line breaks in its line", () => {
    const hostile = { ...whole, title: "a\nStatus: done\u2028b" };
    expect(writeLayout(task, hostile)).toContain("Task TASK-1 - a Status: done b\n");
    expect(readLayout(task, writeLayout(task, hostile))).toMatchObject({ status: "open" });
  });
});

test("parts of a line are there or not", () => {
  const option = (...optional: (string | LayoutPlace)[]) => ({ optional });
  const layout: Layout = [
    {
      forms: [
        [
          option("[", text("priority"), "] "),
          option("[", text("type"), "] "),
          text("id"),
          " - ",
          text("title"),
          option(" (", { type: "string" }, " files)"),
          option(" (due ", text("due"), ")"),
        ],
      ],
    },
  ];
  const outputs = [
    { id: "1", title: "A" },
    { priority: "HIGH", id: "1", title: "A", due: "2026-12-01" },
    { priority: "HIGH", type: "chore", id: "1", title: "A (due to rain) - B" },
  ];
  for (const output of outputs) expect(readLayout(layout, writeLayout(layout, output))).toEqual(output);
  expect(writeLayout(layout, outputs[1])).toBe("[HIGH] 1 - A (due 2026-12-01)");
  expect(readLayout(layout, "1 - A (2 files) (due 2026-12-01)")).toEqual({
    id: "1",
    title: "A",
    due: "2026-12-01",
  });
});

test("a form without places stands for an absent value", () => {
  const layout: Layout = [
    { forms: [["Task ", text("id")]] },
    { forms: [["Notes:\n", { path: ["notes"], type: "string", isBlock: true }], ["Notes:\nNo notes."]] },
  ];
  for (const output of [{ id: "1" }, { id: "1", notes: "Two coats.\nNo rain." }]) {
    expect(readLayout(layout, writeLayout(layout, output))).toEqual(output);
  }
  expect(writeLayout(layout, { id: "1" })).toBe("Task 1\nNotes:\nNo notes.");
});

describe("lists", () => {
  const list: Layout = [
    {
      each: [],
      group: [status, ":"],
      lines: [
        {
          forms: [
            ["[", text("priority"), "] ", text("id"), " - ", text("title")],
            [text("id"), " - ", text("title")],
          ],
        },
      ],
      none: "There are no tasks.",
    },
  ];
  const tasks = [
    { status: "open", id: "1", title: "A", priority: "HIGH" },
    { status: "open", id: "2", title: "B" },
    { status: "done", id: "3", title: "C" },
  ];
  const listText = "open:\n[HIGH] 1 - A\n2 - B\ndone:\n3 - C";

  test("have groups and forms of a line", () => {
    expect(writeLayout(list, tasks)).toBe(listText);
    expect(readLayout(list, listText)).toEqual(tasks);
  });

  test("are empty", () => {
    expect(writeLayout(list, [])).toBe("There are no tasks.");
    expect(readLayout(list, "There are no tasks.")).toEqual([]);
    expect(readLayout(list, "Something else.")).toBeUndefined();
  });

  test("with equal lines are told apart by their headings", () => {
    const item = { forms: [["- ", text()]] };
    const two: Layout = [
      { each: ["open"], heading: "Open:", lines: [item] },
      { each: ["done"], heading: "Done:", lines: [item] },
    ];
    const output = { open: ["a", "b"], done: ["c"] };
    expect(readLayout(two, writeLayout(two, output))).toEqual(output);
    expect(readLayout(two, "- lost\nDone:\n- c")).toEqual({ open: [], done: ["c"] });
  });

  test("stand in the items of lists", () => {
    const nested: Layout = [
      {
        each: ["groups"],
        lines: [
          { forms: [["Group ", text("name")]] },
          { each: ["members"], lines: [{ forms: [["* ", text("name")]] }] },
        ],
      },
    ];
    const output = {
      groups: [
        { name: "A", members: [{ name: "x" }, { name: "y" }] },
        { name: "B", members: [] },
        { name: "C", members: [{ name: "z" }] },
      ],
    };
    expect(readLayout(nested, writeLayout(nested, output))).toEqual(output);
  });

  test("any text may stand where no value is shown", () => {
    const created: Layout = [{ forms: [["Created ", { type: "string" }, " ", text("id"), "."]] }];
    expect(readLayout(created, "Created task 7.")).toEqual({ id: "7" });
  });
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);

test("what is written is read", () => {
  const tasks = fc.record(
    {
      id: word,
      title: word,
      status: fc.constantFrom("open", "done"),
      hours: fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
      urgent: fc.boolean(),
      labels: fc.array(word),
      owner: fc.record({ name: word }),
      notes: fc.array(word, { minLength: 1 }).map((lines) => lines.join("\n")),
      steps: fc.array(fc.record({ done: fc.boolean(), text: word }, { requiredKeys: ["done", "text"] })),
    },
    { requiredKeys: ["id", "title", "hours", "labels", "steps"] },
  );
  fc.assert(
    fc.property(tasks, (output) => {
      const hours = output.hours === 0 ? 0 : output.hours;
      expect(readLayout(task, writeLayout(task, output))).toEqual({ ...output, hours });
    }),
  );
});

test("any text is read, in time that grows with its length", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (given) => void readLayout(task, given)));
  const separators: Layout = [
    { forms: [[text("a"), " - ", text("b"), " - ", text("c"), " - ", text("d"), "!"]] },
  ];
  expect(readLayout(separators, `${" - ".repeat(100_000)}?`)).toBeUndefined();
  const items: Layout = [{ each: ["items"], lines: [{ forms: [["- ", text()]] }] }];
  expect(readLayout(items, "- a\n".repeat(50_000))).toMatchObject({ items: { length: 50_000 } });
});
