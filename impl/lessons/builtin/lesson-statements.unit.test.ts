import { describe, expect, it } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { overlaps, readPicture } from "../../test/support/lesson-pictures.ts";
import type { LessonTask } from "../content/lesson.ts";
import { publicTask } from "../content/public-task.ts";
import { builtinWriter } from "./writer.ts";

const never = new AbortController().signal;
const request = (prompt: string, languages: readonly Language[] = ["en"], illustrationCount = 3) =>
  ({
    accountId: "acc_1",
    prompt,
    languages,
    illustrationCount,
    taskMode: "ai_reviewed",
    seed: "quo_1",
  }) as const;
const steps = [
  "Leave the building by the nearest exit.",
  "Never use the lift.",
  "Meet at the car park behind the shop.",
  "Call 112 and say where the fire is.",
];
const fireRules = `Our shop's fire rules: ${steps.map((step, index) => `${index + 1}. ${step}`).join(" ")}`;

const textOf = (task: LessonTask) => task.question.en ?? "";

describe("a lesson from statements of the prompt", () => {
  it("contains only the statements", async () => {
    const { title, sections, notices } = await builtinWriter.write(request(fireRules, ["en"], 1), never);
    expect(title).toEqual({ en: "Our shop's fire rules" });
    expect(sections).toEqual([
      {
        id: "prompt-1",
        heading: { en: "Our shop's fire rules" },
        paragraphs: steps.map((step, index) => ({ en: `${index + 1}. ${step}` })),
        illustration: 0,
      },
    ]);
    expect(notices.map(({ code }) => code)).toEqual(["from_prompt"]);
  });

  it("makes its tasks from them only", async () => {
    const { tasks } = await builtinWriter.write(request(fireRules), never);
    expect(new Set(tasks.map(({ kind }) => kind))).toEqual(
      new Set(["gap", "number", "choice", "order", "open"]),
    );
    for (const task of tasks) {
      if (task.kind === "gap") {
        const filled = textOf(task)
          .replace("Which word is missing? ", "")
          .replace("___", task.accepted.en![0]!);
        expect(steps).toContain(filled);
      }
      if (task.kind === "number") {
        expect(textOf(task)).toBe("Which number is missing? Call ___ and say where the fire is.");
        expect(task.answer).toBe(112);
      }
      if (task.kind === "order") expect(task.items.map(({ text }) => text.en)).toEqual(steps);
      if (task.kind === "choice") {
        const start = textOf(task).replace("How does this sentence go on? ", "").replace(" …", "");
        const ends = task.options.map(({ id, text }) => ({
          id,
          sentence: `${start} ${text.en!.replace("… ", "")}`,
        }));
        expect(ends.filter(({ sentence }) => steps.includes(sentence)).map(({ id }) => id)).toEqual(
          task.correct,
        );
        for (const { text } of task.options) {
          expect(steps.some((step) => step.endsWith(text.en!.replace("… ", "")))).toBe(true);
        }
      }
      expect(JSON.stringify(publicTask(task))).not.toMatch(/"(correct|answer|accepted|rubric|explanation)"/);
    }
  });

  it("is the same for the same seed", async () => {
    const first = await builtinWriter.write(request(fireRules), never);
    expect(await builtinWriter.write(request(fireRules), never)).toEqual(first);
  });

  it("has no open tasks if tasks are fixed", async () => {
    const { tasks } = await builtinWriter.write({ ...request(fireRules), taskMode: "fixed" }, never);
    expect(tasks.filter(({ kind }) => kind === "open")).toEqual([]);
  });
});

const long = "A very long rule goes on and on ".repeat(40);

describe.each([
  ["steps", fireRules],
  [
    "a list",
    "Rules:\n- Close the door at night.\n- Lock the safe every evening.\n- Report a broken window at once.",
  ],
  [
    "many steps",
    Array.from({ length: 20 }, (_, index) => `${index + 1}. Do the thing of step ${index + 1}.`).join("\n"),
  ],
  [
    "markup",
    `<b>Rules</b> & "laws":\n1. Never write </text><script>alert(1)</script> here.\n2. Use & and < as they are.\n3. ]]> and <!-- are not markup.`,
  ],
  [
    "control characters",
    "Rules:\n1. One \u0000\u0007 bell rings.\n2. Two \ud800 halves are lost.\n3. Three \uffff things end.",
  ],
  ["long texts", `1. ${long}.\n2. ${"x".repeat(2_000)} is a long word.\n3. ${"漢字".repeat(300)} 是 很 长.`],
  ["right to left", "1. זה כלל ראשון חשוב.\n2. זה כלל שני חשוב.\n3. \u202eזה כלל שלישי."],
])("pictures of %s", (_, prompt) => {
  it("are plain XML with an alt text, and no label covers another one", async () => {
    const asked = request(prompt);
    expect(builtinWriter.objection(asked)).toBeUndefined();
    const lesson = await builtinWriter.write(asked, never);
    const shown = lesson.sections.flatMap(({ illustration }) => illustration ?? []);
    expect(shown.length).toBeGreaterThan(0);
    for (const index of shown) {
      const { bytes, alt } = await builtinWriter.illustrate(asked, lesson, index, never);
      const picture = readPicture(new TextDecoder().decode(bytes));
      expect(overlaps(picture).filter((each) => !each.endsWith("is cut"))).toEqual([]);
      expect(alt.en!.length).toBeLessThan(1_000);
    }
  });
});

const rules = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at + 1}. Do the thing number ${"abcdefghijklm"[at]}.`).join(
    "\n",
  );

describe("sections with pictures", () => {
  it.each([
    [8, 0, ["8 without"]],
    [8, 1, ["4 with", "4 without"]],
    [8, 2, ["4 with", "4 with"]],
    [8, 3, ["2 with", "3 with", "3 with"]],
    [13, 2, ["4 with", "4 with", "5 without"]],
    [5, 3, ["2 with", "3 with"]],
    [3, 3, ["3 with"]],
  ])("of %i steps and %i pictures", async (steps, pictures, want) => {
    const { sections } = await builtinWriter.write(request(rules(steps), ["en"], pictures), never);
    expect(
      sections.map(
        (each) => `${each.paragraphs.length} ${each.illustration === undefined ? "without" : "with"}`,
      ),
    ).toEqual(want);
    expect(sections.flatMap(({ paragraphs }) => paragraphs.map(({ en }) => en)).join("\n")).toBe(
      rules(steps),
    );
  });

  it("continue the numbers of the steps", async () => {
    const asked = request(`Rules:\n${rules(8)}`, ["en"], 2);
    const lesson = await builtinWriter.write(asked, never);
    expect(lesson.title).toEqual({ en: "Rules" });
    expect(lesson.sections.map(({ heading }) => heading.en)).toEqual(["Rules (1/2)", "Rules (2/2)"]);
    const { bytes, alt } = await builtinWriter.illustrate(asked, lesson, 1, never);
    const { labels } = readPicture(new TextDecoder().decode(bytes));
    expect(labels.map(({ text }) => text).filter((text) => /^\d$/.test(text))).toEqual(["5", "6", "7", "8"]);
    expect(alt.en).toMatch(/^Diagram of “Rules \(2\/2\)”. It shows: Do the thing number e\./);
  });

  it("are fewer than ordered if there are too few statements, and the quote says so", () => {
    const warning = builtinWriter
      .warnings(request(rules(3)))
      .find(({ code }) => code === "fewer_illustrations");
    expect(warning?.message).toBe(
      "The prompt has statements for 1 of 3 illustrations; the price of the others is refunded.",
    );
    expect(builtinWriter.warnings(request(rules(6))).map(({ code }) => code)).toEqual(["from_prompt"]);
  });
});
