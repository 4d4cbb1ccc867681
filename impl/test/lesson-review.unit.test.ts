import { describe, expect, it } from "vitest";
import type { Language } from "../../generated/types.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import type { OpenTask } from "../lessons/content/lesson.ts";

const never = new AbortController().signal;
const review = (task: OpenTask, answer: string, language: Language) =>
  builtinWriter.review({ accountId: "acc_1", task, answer, language }, never);

const rain: OpenTask = {
  id: "t1",
  kind: "open",
  question: { en: "How does the sun make rain from evaporation to clouds?" },
  rubric: {
    points: [
      {
        id: "heat",
        text: { en: "The sun heats the water." },
        keywords: { en: ["sun heat", "warm"], de: ["Wärme", "erwärmt"] },
      },
      {
        id: "vapour",
        text: { en: "The water evaporates." },
        keywords: { en: ["evaporate", "evaporation"], de: ["Verdunstung", "verdunstet"] },
      },
      { id: "cloud", text: { en: "It forms clouds." }, keywords: { en: ["cloud"], de: ["Wolke", "Wolken"] } },
    ],
  },
};

const lift: OpenTask = {
  id: "t2",
  kind: "open",
  question: { en: "What about the lift?" },
  rubric: { points: [{ id: "lift", text: { en: "Never use the lift." }, keywords: { en: ["use lift"] } }] },
};

type Row = readonly [
  name: string,
  task: OpenTask,
  answer: string,
  language: Language,
  met: readonly string[],
];

const rows: Row[] = [
  [
    "all points",
    rain,
    "The sun heats the sea. Water evaporates and makes clouds.",
    "en",
    ["heat", "vapour", "cloud"],
  ],
  ["some points", rain, "There are clouds.", "en", ["cloud"]],
  ["other forms of the words", rain, "WARMED seas, evaporating, Cloudy", "en", ["heat", "vapour", "cloud"]],
  ["all words of a key phrase in one clause", rain, "The sun is big. The heat is bad.", "en", []],
  ["a denied point", rain, "Water does not evaporate. It forms clouds.", "en", ["cloud"]],
  ["a denial with an apostrophe", rain, "Water doesn't evaporate, but clouds form.", "en", ["cloud"]],
  ["a denial of something else", rain, "It is not magic: water evaporates.", "en", ["vapour"]],
  ["a point that forbids", lift, "You must not use the lift.", "en", ["lift"]],
  ["the opposite of a point that forbids", lift, "Use the lift.", "en", []],
  ["words that only begin alike", rain, "The clown evaluates.", "en", []],
  ["nonsense", rain, "asdf jkl qwertz", "en", []],
  ["nothing", rain, "", "en", []],
  ["signs", rain, "… !!! 🙂", "en", []],
  ["the question", rain, "How does the sun make rain from evaporation to clouds?", "en", []],
  ["a very long answer", rain, `${"word ".repeat(100_000)} clouds`, "en", []],
  [
    "another language with key words",
    rain,
    "Die Sonne erwärmt das Wasser, es verdunstet und wird zu Wolken.",
    "de",
    ["heat", "vapour", "cloud"],
  ],
  ["a denial in another language", rain, "Das Wasser verdunstet nicht.", "de", []],
  ["English key words in a language without any", rain, "evaporation", "fr", ["vapour"]],
];

describe("the review of", () => {
  it.each(rows)("%s", async (_, task, answer, language, met) => {
    const { points, feedback, method } = await review(task, answer, language);
    expect(points.filter(({ isMet }) => isMet).map(({ id }) => id)).toEqual(met);
    expect(points).toHaveLength(task.rubric.points.length);
    expect([feedback, method].every((text) => text.length > 10)).toBe(true);
  });
});

it.each([
  [
    "There are clouds.",
    "Your answer says: It forms clouds. It does not say yet: The sun heats the water. The water evaporates.",
  ],
  ["", "There is no answer yet. Write one or two sentences."],
  [
    "Water never evaporates and clouds form.",
    "Your answer says: It forms clouds. Your answer seems to deny this: The water evaporates. It does not say yet: The sun heats the water.",
  ],
])("says what was found in %j", async (answer, want) => {
  const { feedback, method } = await review(rain, answer, "en");
  expect(feedback).toBe(want);
  expect(method).toBe("Answers are compared with key words, not read by a person or a language model.");
});

it("says in which language the key words are", async () => {
  const { method } = await review(rain, "pluie", "fr");
  expect(method).toContain("anglais");
});
