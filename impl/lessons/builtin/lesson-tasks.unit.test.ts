import { describe, expect, it } from "vitest";
import { type LessonTask, textFor } from "../content/lesson.ts";
import { publicTask } from "../content/public-task.ts";

const named = (...ids: string[]) => ids.map((id) => ({ id, text: { en: `Text ${id}` } }));
const question = { en: "What?" };
const explanation = { en: "Because." };

const tasks: [LessonTask, unknown][] = [
  [
    { id: "t1", kind: "choice", question, explanation, options: named("b", "a"), correct: ["a"] },
    { id: "t1", kind: "choice", question, options: named("b", "a") },
  ],
  [
    { id: "t2", kind: "number", question, explanation, answer: 7, tolerance: 0, unit: { en: "cm" } },
    { id: "t2", kind: "number", question, unit: { en: "cm" } },
  ],
  [
    { id: "t3", kind: "gap", question: { en: "Water ___." }, explanation, accepted: { en: ["flows"] } },
    { id: "t3", kind: "gap", question: { en: "Water ___." } },
  ],
  [
    {
      id: "t4",
      kind: "open",
      question,
      explanation,
      rubric: { points: [{ id: "p", text: { en: "Says it." } }] },
    },
    { id: "t4", kind: "open", question },
  ],
];

describe("publicTask", () => {
  it.each(tasks)("removes the key of %o", (task, want) => {
    expect(publicTask(task)).toEqual(want);
  });

  it.each([["a", "b"], ["a", "b", "c"], ["c", "b", "a"], [..."abcdefghijkl"]].map((ids) => [ids]))(
    "mixes the items %j, the same way each time",
    (ids) => {
      const task: LessonTask = { id: "t", kind: "order", question, explanation, items: named(...ids) };
      const shown = publicTask(task);
      if (shown.kind !== "order") throw new Error("another kind");
      const order = shown.items.map(({ id }) => id);
      expect(order).not.toEqual(ids);
      expect(order.toSorted()).toEqual(ids.toSorted());
      expect(publicTask(task)).toEqual({ id: "t", kind: "order", question, items: shown.items });
    },
  );
});

describe("textFor", () => {
  it.each([
    ["the reader's language", { de: "Ja", en: "Yes", fr: "Oui" }, "fr", { text: "Oui", language: "fr" }],
    ["else the default language", { de: "Ja", en: "Yes" }, "fr", { text: "Ja", language: "de" }],
    ["else English", { en: "Yes", it: "Sì" }, "fr", { text: "Yes", language: "en" }],
    ["else any", { it: "Sì" }, "fr", { text: "Sì", language: "it" }],
    ["nothing where there is no text", {}, "fr", { text: "", language: "fr" }],
  ] as const)("takes %s", (_, texts, language, want) => {
    expect(textFor(texts, language, ["de", "fr"])).toEqual(want);
  });
});
