/** Judging answers to tasks that have a key. */
import { describe, expect, test } from "vitest";
import type { Language } from "../../../generated/types.ts";
import type { Judgement, TaskAnswer } from "../attempts/attempt.ts";
import { judge, type KeyedTask } from "../attempts/judge.ts";
import { numbersIn } from "../attempts/numbers-in.ts";

const question = { en: "?" };
const named = (...ids: string[]) => ids.map((id) => ({ id, text: { en: id } }));
const one: KeyedTask = { id: "t", kind: "choice", question, options: named("a", "b", "c"), correct: ["b"] };
const several: KeyedTask = { ...one, correct: ["a", "b"] };
const order: KeyedTask = { id: "t", kind: "order", question, items: named("a", "b", "c") };
const number: KeyedTask = {
  id: "t",
  kind: "number",
  question,
  answer: 1_500,
  tolerance: 0,
  unit: { en: "m", de: "Meter" },
};
const tenth: KeyedTask = { id: "t", kind: "number", question, answer: 0.3, tolerance: 0.1 };
const gap: KeyedTask = {
  id: "t",
  kind: "gap",
  question,
  accepted: { en: ["rock'n'roll"], de: ["Grünkohl"] },
};

const right: Judgement = { verdict: "right" };
const partly: Judgement = { verdict: "partly" };
const wrong: Judgement = { verdict: "wrong" };

const answers: [task: KeyedTask, answer: TaskAnswer, judgement: Judgement, language?: Language][] = [
  [one, ["b"], right],
  [one, ["a"], wrong],
  [several, ["a", "b"], right],
  [several, ["a"], partly],
  [several, ["a", "b", "c"], partly],
  [several, ["c"], wrong],
  [order, ["a", "b", "c"], { verdict: "right", inPlace: 3 }],
  [order, ["a", "c", "b"], { verdict: "partly", inPlace: 1 }],
  [order, ["b", "c", "a"], { verdict: "wrong", inPlace: 0 }],
  [number, "1500", right],
  [number, "1500 m", right],
  [number, "1500 METER", right],
  [number, "1.500 Meter", right, "de"],
  [number, "1,500", right, "en"],
  [number, "1 500", right, "fr"],
  [number, "1501", wrong],
  [number, "1500 km", wrong],
  [number, "m", wrong],
  [tenth, "0,4", right, "de"],
  [tenth, "0.2", right],
  [tenth, "0.41", wrong],
  [tenth, "1/4", right],
  [tenth, "3/4", wrong],
  [gap, "Rock’n’Roll.", right],
  [gap, "  GRÜNKOHL ", right],
  [gap, "gru\u0308nkohl", right],
  [gap, "Grunkohl", wrong],
  [gap, "", wrong],
];

test.for(answers)("%o: %o is %o", ([task, answer, judgement, language = "en"]) => {
  expect(judge(task, answer, language)).toEqual(judgement);
});

describe("numbers as learners write them", () => {
  const texts: [text: string, language: Language, numbers: number[]][] = [
    ["7", "en", [7]],
    [" +7 ", "en", [7]],
    ["−7", "en", [-7]],
    ["- 7", "en", [-7]],
    ["1e3", "en", [1_000]],
    [".5", "en", [0.5]],
    ["0,5", "de", [0.5]],
    ["1.500", "de", [1_500, 1.5]],
    ["1,500", "en", [1_500, 1.5]],
    ["1.234.567,8", "de", [1_234_567.8]],
    ["1,234,567.8", "en", [1_234_567.8]],
    ["1'500", "it", [1_500]],
    ["12 °C", "en", [12]],
    ["seven", "en", []],
    ["1,2,3", "en", []],
    ["1/2", "en", [0.5]],
    ["-3 / 4 °C", "en", [-0.75]],
    ["1 1/2", "en", [1.5]],
    ["½", "en", [0.5]],
    ["1½", "de", [1.5]],
    ["1/0", "en", []],
    ["1/2/3", "en", []],
    ["", "en", []],
    ["9".repeat(200), "en", [1e200]],
    ["1e999", "en", []],
    ["NaN", "en", []],
  ];
  test.for(texts)("%s in %s", ([text, language, numbers]) => {
    expect(numbersIn(text, language, ["°C", "C"])).toEqual(numbers);
  });
});
