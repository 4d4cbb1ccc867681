/** Parts of charts in the summary lead to the responses that they count, in a browser without scripts. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const choices = (...words: string[]) => words.map((en) => ({ id: en.toLowerCase(), label: { en } }));

const structure: FormStructure = {
  title: { en: "Café" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "stars", type: "rating", label: { en: "Stars" }, max: 5 },
        { id: "friends", type: "nps", label: { en: "Would you tell friends?" } },
        { id: "age", type: "number", label: { en: "Age" } },
        { id: "height", type: "number", label: { en: "Height" } },
        {
          id: "food",
          type: "matrix",
          label: { en: "Food" },
          rows: choices("Bread", "Cake"),
          columns: choices("Good", "Bad"),
        },
      ],
    },
  ],
};

const ANSWERS = {
  ann: { stars: 5, friends: 10, age: 18, height: 1.5, food: { rows: { bread: "good", cake: "bad" } } },
  bo: { stars: 5, friends: 6, age: 39, height: 1.75, food: { rows: { bread: "good" } } },
  cy: { stars: 1, friends: 0, age: 71, height: 1.92 },
} as const;

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, structure);
  for (const [name, answers] of Object.entries(ANSWERS))
    await respond(answers, { email: `${name}@example.org` });
  const summary = `/forms/${form.id}/responses/summary`;
  const card = (html: string, field: string) =>
    new RegExp(`<section class="question" id="q-${field}">.*?</section>`, "s").exec(html)![0];
  /** Returns the people that each link of a card leads to, by the name of the link. */
  const follow = async (field: string, address = summary) => {
    const html = card((await ada.open(address)).html, field);
    const led: [name: string, people: unknown[]][] = [];
    for (const [, to, content] of html.matchAll(/<a href="([^"]+)">(.*?)<\/a>/gs)) {
      const page = await ada.open(to!.replaceAll("&amp;", "&"));
      const people = [...page.html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name);
      // The number above a column is hidden from screen readers, which read it beside the label.
      const name = content!.replaceAll(/<b .*?<\/b>|<[^>]+>/gs, "").trim();
      led.push([name, people.toSorted()]);
    }
    return led;
  };
  return { ada, summary, follow, card };
}

test("columns of a rating lead to the responses with that number, and those without answers nowhere", async () => {
  const { follow, summary } = await start();
  expect(await follow("stars")).toEqual([
    ["1: 1", ["cy"]],
    ["5: 2", ["ann", "bo"]],
  ]);
  const some = `${summary}?${new URLSearchParams({ answers: "age:range:30.." })}`;
  expect(await follow("stars", some)).toEqual([
    ["1: 1", ["cy"]],
    ["5: 1", ["bo"]],
  ]);
});

test("columns and groups of a Net Promoter Score lead to their responses", async () => {
  const { follow } = await start();
  expect(await follow("friends")).toEqual([
    ["Detractors (0–6)", ["bo", "cy"]],
    ["Promoters (9–10)", ["ann"]],
    ["0: 1", ["cy"]],
    ["6: 1", ["bo"]],
    ["10: 1", ["ann"]],
  ]);
});

test("columns of whole numbers lead to the responses within their bounds; those of fractions share bounds, and lead nowhere", async () => {
  const { follow } = await start();
  expect(await follow("age")).toEqual([
    ["10–19: 1", ["ann"]],
    ["30–39: 1", ["bo"]],
    ["70–79: 1", ["cy"]],
  ]);
  expect(await follow("height")).toEqual([]);
});

test("cells of a matrix lead to the responses with that column in that row", async () => {
  const { follow } = await start();
  expect(await follow("food")).toEqual([
    ["2", ["ann", "bo"]],
    ["1", ["ann"]],
  ]);
});
