import { beforeAll, describe, expect, test } from "vitest";
import { similarity } from "./similarity.ts";
import { TitleIndex } from "./title-index.ts";
import { splitWords } from "./words.ts";

function score(name: string, title: string): number {
  return similarity(splitWords(name), splitWords(title));
}

const same: [name: string, title: string][] = [
  ["event registration", "Event Registration"],
  ["event-registration!", "Event: Registration"],
  ["cafe muller", "Café Müller"],
  ["ΟΔΟΣ", "οδος"],
  ["strasse 7", "Straße 7"],
];

test.each(same)("%j is %j but for case, accents and punctuation", (name, title) => {
  expect(score(name, title)).toBe(1);
});

const better: [name: string, right: string, wrong: string][] = [
  ["evnt registration", "Event registration", "Course registration"],
  ["event regsitration", "Event registration", "Event evaluation"],
  ["survey customer", "Customer survey", "Customer service"],
  ["customer survey", "Customer survey", "Customer surveys"],
  ["satisfaction 2026", "Customer satisfaction 2026", "Customer satisfaction 2025"],
  ["satisfaction", "Satisfaction", "Customer satisfaction"],
  ["sign up", "Signup", "Sign off"],
  ["signup sheet", "Sign up sheet", "Sheet music"],
  ["regis", "Registration", "Region"],
  ["tae", "Tea", "Top"],
  ["vent registration", "Event registration", "Venue registration"],
  ["umfrage kundenzufridenheit", "Kundenzufriedenheit: Umfrage", "Umfrage Kunden"],
];

test.each(better)("%j is rather %j than %j", (name, right, wrong) => {
  expect(score(name, right)).toBeGreaterThan(score(name, wrong));
  const index = new TitleIndex();
  for (const title of [wrong, right]) index.set(title, title);
  expect(index.search(name, 1)).toMatchObject([{ id: right }]);
});

test("scores are between 0 and 1, and 1 only for the same", () => {
  for (const [name, right, wrong] of better) {
    for (const title of [right, wrong]) {
      const found = score(name, title);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found === 1).toBe(splitWords(name).join(" ") === splitWords(title).join(" "));
    }
  }
  expect(score("tombola", "Event registration")).toBe(0);
});

test("a changed title is found by its new text only, and a deleted one not at all", () => {
  const index = new TitleIndex();
  for (let n = 0; n < 1_000; n += 1) index.set(`form ${n}`, `Zebra number ${n}`);
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 1_000; n += 1) index.set(`form ${n}`, `Round ${round} title ${n}`);
  }
  expect(index.search("zebra", 5)).toEqual([]);
  expect(index.search("round 4 title 777", 5)[0]).toEqual({ id: "form 777", score: 1 });
  index.delete("form 777");
  expect(index.search("round 4 title 777", 5).map(({ id }) => id)).not.toContain("form 777");
  expect(index.size).toBe(999);
});

test("a title without letters and digits resembles no other", () => {
  const index = new TitleIndex();
  index.set("a", "???");
  index.set("b", "Survey");
  expect(index.search("!!", 5).map(({ id }) => id)).toEqual([]);
  expect(index.search("survey", 5)).toEqual([{ id: "b", score: 1 }]);
});

/** Words made of syllables: enough of them for titles that differ in their words. */
function manyTitles(count: number): string[] {
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const syllables = "ba ke li mo nu ra se ti vo zu dar fen gil hop jum kas lem nor pil ros".split(" ");
  const word = () =>
    Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join("");
  const titles = new Set<string>();
  while (titles.size < count) titles.add(Array.from({ length: 3 + random(3) }, word).join(" "));
  return [...titles];
}

const slips: [name: string, slip: (title: string) => string][] = [
  ["a letter missing", (title) => title.slice(0, 3) + title.slice(4)],
  ["the first letter missing", (title) => title.slice(1)],
  ["a wrong letter", (title) => `${title.slice(0, 2)}x${title.slice(3)}`],
  ["a letter too many", (title) => `${title.slice(0, 4)}q${title.slice(4)}`],
  ["two letters swapped", (title) => title[0]! + title[2]! + title[1]! + title.slice(3)],
  ["the first word missing", (title) => title.split(" ").slice(1).join(" ")],
  ["the last word missing", (title) => title.split(" ").slice(0, -1).join(" ")],
  ["the words swapped", (title) => title.split(" ").reverse().join(" ")],
];

describe("finds the right one of 5,000 titles in spite of", () => {
  const index = new TitleIndex();
  let titles: readonly string[] = [];

  beforeAll(() => {
    titles = manyTitles(5_000);
    for (const [at, title] of titles.entries()) index.set(`form ${at}`, title);
  });

  test.each(slips)("%s", (_name, slip) => {
    for (let at = 0; at < titles.length; at += 125) {
      expect(index.search(slip(titles[at]!), 1)[0]?.id, titles[at]).toBe(`form ${at}`);
    }
  });
});
