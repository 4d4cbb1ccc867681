import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { quiz, quizWith } from "../../test/support/quiz.ts";
import { removeField, renameId } from "../../web/editor/model/references.ts";
import { structureProblems } from "../structure/check.ts";
import { offeredStructure } from "../structure/offered-form.ts";
import { mentionWarnings } from "../structure/warnings/mentions.ts";
import type { Answers } from "./answer.ts";
import { markAnswers, secretResults } from "./answer-key.ts";
import { withResults } from "./expression-trees.ts";

/** Formats verdicts as `capital right 2/2`, and the result. */
function marks(structure: FormStructure, answers: Answers, key = structure.settings?.answer_key): string[] {
  const marked = markAnswers(structure, withResults(structure, answers), key);
  if (marked === undefined) return [];
  const { questions, result, most, addsUp } = marked;
  return [
    ...questions.map(({ field, verdict, points, most }) => `${field.id} ${verdict} ${points}/${most}`),
    `${result}/${most}${addsUp ? "" : " (other points)"}`,
  ];
}

const allRight = { capital: "canberra", planets: ["mars", "venus"], bonus: "two" };

const answered: [name: string, answers: Answers, marks: string[]][] = [
  ["all right", allRight, ["capital right 2/2", "planets right 2/2", "bonus right 1/1", "5/5"]],
  [
    "in another order",
    { ...allRight, planets: ["venus", "mars"] },
    ["capital right 2/2", "planets right 2/2", "bonus right 1/1", "5/5"],
  ],
  [
    "a single choice with fewer points than the best",
    { ...allRight, capital: "sydney" },
    ["capital partly 1/2", "planets right 2/2", "bonus right 1/1", "4/5"],
  ],
  [
    "a wrong choice beside the right ones",
    { ...allRight, planets: ["mars", "venus", "pluto"] },
    ["capital right 2/2", "planets partly 1/2", "bonus right 1/1", "4/5"],
  ],
  [
    "a right choice and one that takes its point away",
    { ...allRight, planets: ["mars", "pluto"] },
    ["capital right 2/2", "planets partly 0/2", "bonus right 1/1", "3/5"],
  ],
  [
    "all wrong, and a question that was not asked",
    { capital: "melbourne", planets: ["pluto"] },
    ["capital wrong 0/2", "planets wrong -1/2", "-1/4"],
  ],
  [
    "an answer of one's own, and one left open",
    { capital: { other: "Perth" }, planets: ["mars"] },
    ["capital wrong 0/2", "planets partly 1/2", "bonus unanswered 0/1", "1/5"],
  ],
  ["nothing", {}, ["capital unanswered 0/2", "planets unanswered 0/2", "0/4"]],
];

test.for(answered)("answers are marked: %s", ([, answers, expected]) => {
  expect(marks(quiz, answers)).toEqual(expected);
});

test("two choices with the most points are both right", () => {
  const form = quizWith(({ calculations }) => {
    calculations![1]!.formula = "score(capital, 'canberra': 2, 'sydney': 2)";
  });
  expect(marks(form, { capital: "sydney" })).toEqual(["capital right 2/2", "2/2"]);
});

test("a formula that weights its points has its own result beside the verdicts", () => {
  expect(marks(quiz, { ...allRight, capital: "sydney" }, "percent")).toEqual([
    "capital partly 1/2",
    "planets right 2/2",
    "bonus right 1/1",
    "80/100 (other points)",
  ]);
});

test("a formula without a result still tells what was right", () => {
  const form = quizWith(({ calculations, pages }) => {
    pages[0]!.fields.push({ id: "age", type: "number", label: { en: "Age" } });
    calculations![1]!.formula = "score(capital, 'canberra': 2) * age";
  });
  expect(marks(form, allRight)).toEqual(["capital right 2/2", "undefined/undefined (other points)"]);
});

test("retired parts are neither right nor wrong", () => {
  const form = quizWith(({ pages }) => {
    Object.assign(pages[0]!.fields[2]!, { retired: true });
    Object.assign(pages[0]!.fields[1]!, {
      choices: [
        { id: "sydney", label: { en: "Sydney" } },
        { id: "canberra", label: { en: "Canberra" }, retired: true },
      ],
    });
  });
  expect(marks(offeredStructure(form), { capital: "sydney" })).toEqual(["capital right 1/1", "1/1"]);
});

test("marks nothing without a key, or with a missing one", () => {
  expect(
    marks(
      quizWith(({ settings }) => delete settings!.answer_key),
      allRight,
    ),
  ).toEqual([]);
  expect(marks(quiz, allRight, "other")).toEqual([]);
});

test("computes calculations that name each other many times only once", () => {
  const form = quizWith((changed) => {
    changed.calculations = [
      { id: "c0", formula: "score(capital, 'canberra': 1)" },
      ...Array.from({ length: 40 }, (_, n) => ({ id: `c${n + 1}`, formula: `c${n} + c${n}` })),
    ];
  });
  expect(marks(form, allRight, "c40")[0]).toBe("capital right 1/1");
});

test("keeps results secret that reveal the points of the key's questions", () => {
  const form = quizWith(({ calculations }) =>
    calculations!.push(
      { id: "told", formula: "if(capital = 'canberra', 1, 0)" },
      { id: "price", formula: "if(answered(name), 10, 20)" },
    ),
  );
  expect([...secretResults(form)].sort()).toEqual(["moons", "percent", "points", "told"]);
  expect([...secretResults({ ...form, settings: {} })]).toEqual([]);
});

test("warns of a text before the end that reveals points, but not of an ending", () => {
  expect(mentionWarnings(quiz).filter(({ message }) => message.includes("answer_key"))).toEqual([
    {
      code: "mention",
      path: "/pages/0/fields/4/label",
      message: expect.stringMatching(/^{{points}} shows …/),
    },
    {
      code: "mention",
      path: "/pages/0/fields/4/label",
      message: expect.stringMatching(/^{{percent}} shows …/),
    },
  ]);
  expect(mentionWarnings({ ...quiz, settings: {} }).filter(({ path }) => path?.endsWith("4/label"))).toEqual(
    [],
  );
});

const wrongKeys: [name: string, key: string, formula: string | undefined, says: RegExp][] = [
  [
    "a key that nothing has",
    "point",
    undefined,
    /^is point, which the form does not have; did you mean points\?/,
  ],
  ["a field", "capital", undefined, /^is capital, which does not have right answers: take a calculation/],
  ["a calculation without score", "points", "2 * 3", /which does not have right answers/],
  ["points that are never above 0", "points", "score(capital, 'sydney': -1)", /does not have right answers/],
];

test.for(wrongKeys)("refused as an answer key: %s", ([, key, formula, says]) => {
  const form = quizWith(({ settings, calculations }) => {
    settings!.answer_key = key;
    if (formula !== undefined) {
      calculations![1]!.formula = formula;
    }
  });
  expect(structureProblems(form)).toEqual([
    expect.objectContaining({ path: "/settings/answer_key", problem: expect.stringMatching(says) }),
  ]);
});

test("a mistake in the formula of the key is reported once", () => {
  const form = quizWith(({ calculations }) => {
    calculations![1]!.formula = "score(capital, ";
  });
  expect(structureProblems(form).map(({ path }) => path)).toEqual(["/calculations/1/formula"]);
});

test("the editor renames the key with its calculation, and removes it with its calculation or last question", () => {
  expect(renameId(quiz, "points", "total").settings?.answer_key).toBe("total");
  const without = (...ids: string[]) => ids.reduce(removeField, quiz).settings;
  expect(without("planets")?.answer_key).toBe("points");
  for (const ids of [["points"], ["capital", "planets", "bonus"]])
    expect(without(...ids)).toEqual({ one_response_per_email: true });
});
