/** A teacher: a class trip, and an evening for parents. */
import { outputOf } from "@toolwright/runtime/client";
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { confirm, formTabs, linkOf, type Story } from "./story.ts";

const trip = `Class trip to the lake
Name of the child *
Email *
Can your child swim? (yes/no) *
What does your child eat? (long text)`;

const evening: FormStructure = {
  title: { en: "Evening for parents" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "child", type: "short_text", label: { en: "Name of the child" }, required: true },
        {
          id: "time",
          type: "single_choice",
          label: { en: "When can you come?" },
          choices: [
            { id: "five", label: { en: "At five" } },
            { id: "six", label: { en: "At six" } },
            { id: "seven", label: { en: "At seven" } },
          ],
        },
        { id: "topic", type: "long_text", label: { en: "Is there something to talk about?" } },
      ],
    },
  ],
};

const parents = [
  { child: "Mia", time: "five" },
  { child: "Noah", time: "six", topic: "The trip to the lake" },
  { child: "Zoë", time: "seven" },
  { child: "Ali", time: "six" },
  { child: "Ida", time: "five", topic: "Homework" },
];

export const teacher: readonly Story[] = [
  {
    way: "by hand",
    what: "writes a form as text, and publishes it",
    // Pages: list, text, editor, share. Clicks: write, create, publish. Field: text.
    most: 8,
    async tell(world) {
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(/^Write it as text/);
      await ada.fills("Text of the form", trip);
      await ada.sees("4 questions");
      await ada.presses("Create form");
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.sees("Send this address to the people who should answer.");
      return ada;
    },
  },
  {
    way: "by hand",
    what: "filters the answers by one question, and saves the view",
    // Pages: list, responses, saved. Clicks: responses, menu, box, filter, open, save. Field: name.
    most: 10,
    async tell(world) {
      await world.createAnswered(evening, parents);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(linkOf("Responses", "Evening for parents"));
      await ada.unfolds("Sort and filter: When can you come?");
      await ada.ticks("At six");
      await ada.presses("Filter");
      await ada.sees("When can you come?: At six");
      await ada.unfolds("Save this view");
      await ada.fills("Name", "They come at six");
      await ada.presses("Save this view");
      await ada.sees("The view is saved.");
      await ada.sees("They come at six", ada.page.getByRole("navigation", { name: "Saved views" }));
      await ada.sees("The trip to the lake", ada.page.getByRole("table"));
      // The head of the table, and two parents.
      expect(await ada.page.getByRole("row").count()).toBe(3);
      return ada;
    },
  },
  {
    way: "by hand",
    what: "copies last year's form, publishes the copy, and opens both summaries",
    // Pages: list, copy, share, list, summary, list, summary. Clicks: menu, copy, publish, two menus, two summaries.
    most: 14,
    async tell(world) {
      await world.createAnswered(evening, parents);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.unfolds("More: Evening for parents");
      await ada.presses("Make a copy");
      await ada.page.getByRole("heading", { name: /^Evening for parents .*copy/, level: 1 }).waitFor();
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.opens(world.list);
      await ada.unfolds("More: Evening for parents");
      const menu = ada.page.locator(".row-menu[open]");
      await ada.follows("Summary", menu);
      await ada.sees("5 responses");
      await ada.opens(world.list);
      await ada.unfolds("More: Evening for parents (copy)");
      await ada.follows("Summary", menu);
      await ada.sees("There are no responses yet.");
      return ada;
    },
  },
  {
    way: "as a respondent",
    what: "tells the teacher about a child before the trip",
    // Pages: form, code, end. Clicks: can swim, send. Fields: name, email, food, code.
    most: 9,
    hasCode: true,
    async tell(world, hasScripts) {
      const { url } = await world.create(trip);
      const parent = await world.respondent(hasScripts);
      await parent.opens(url);
      await parent.fills("Name of the child", "Mia");
      await parent.fills("Email", "grace@example.org");
      await parent.picks("Can your child swim?", "Yes");
      await parent.fills("What does your child eat? (optional)", "No nuts");
      world.think();
      await parent.presses("Send");
      await confirm(world, parent, "grace@example.org");
      await parent.sees("Your answers have arrived.");
      return parent;
    },
  },
  {
    way: "by an agent",
    what: "looks at the form that the agent has made, and publishes it",
    // Pages: editor, share. Click: publish.
    most: 3,
    async tell(world) {
      const agent = await world.agent();
      const { form_id, urls } = outputOf(await agent.createForm({ prompt: trip }));
      const ada = await world.owner();
      await ada.opens(urls.edit);
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      expect(outputOf(await agent.getForm({ form_id })).status).toBe("published");
      expect(await formTabs(ada.page).getByRole("link").count()).toBe(5);
      return ada;
    },
  },
];
