/** A sports club: courses with places, and a survey of its members. */
import { outputOf } from "@toolwright/runtime/client";
import { expect } from "vitest";
import { confirm, type Story } from "./story.ts";

const trial = `Trial training
# About you
Name *
Email *
# Your day
Which day? (choose one) *
- Tuesday (12 places)
- Saturday (12 places)`;

const survey = {
  title: { en: "New opening hours" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [{ id: "wish", type: "long_text", label: { en: "When would you like to train?" } }],
    },
  ],
};

const old = (title: string) => `${title}\nName *\nEmail *`;

export const club: readonly Story[] = [
  {
    way: "by hand",
    what: "takes a template, gives it another title, and publishes it",
    // Pages: list, editor, share. Clicks: template, title, publish. Fields: search, title.
    most: 8,
    async tell(world) {
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.fills("Search templates", "course reg");
      await ada.presses(/^Course registration/);
      await ada.presses("Title and description");
      await ada.fills("Title", "Rowing for beginners");
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.page.getByRole("heading", { name: "Rowing for beginners", level: 1 }).waitFor();
      return ada;
    },
  },
  {
    way: "by hand",
    what: "moves two courses into a new folder, and looks into it",
    // Pages: list, moved. Clicks: two boxes, move. Fields: new folder, menu of folders.
    most: 7,
    async tell(world) {
      for (const title of ["Swimming course", "Judo course", "Summer party"]) await world.create(old(title));
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.ticks("Select Swimming course");
      await ada.ticks("Select Judo course");
      await ada.fills("Folder", "Courses");
      await ada.presses("Move");
      await ada.sees("The forms are moved.");
      await ada.chooses("Folder", "Courses");
      await ada.sees("2 forms");
      expect(await ada.page.getByRole("link", { name: "Summer party", exact: true }).count()).toBe(0);
      return ada;
    },
  },
  {
    way: "as a respondent",
    what: "takes a place in a trial training, on two pages",
    // Pages: two of the form, code, end. Clicks: next, day, send. Fields: name, email, code.
    most: 10,
    hasCode: true,
    async tell(world, hasScripts) {
      const { url } = await world.create(trial);
      const member = await world.respondent(hasScripts);
      await member.opens(url);
      await member.fills("Name", "Grace Hopper");
      await member.fills("Email", "grace@example.org");
      await member.presses("Next");
      await member.picks("Which day?", "Saturday");
      world.think();
      await member.presses("Send");
      await confirm(world, member, "grace@example.org");
      await member.sees("Your answers have arrived.");
      return member;
    },
  },
  {
    way: "by an agent",
    what: "reads an answer to the survey that the agent has published",
    // Pages: responses, response. Click: the response.
    most: 3,
    async tell(world) {
      const agent = await world.agent();
      const made = outputOf(await agent.createForm({ structure: survey, publish: true }));
      const { form_id, urls } = made;
      await world.answer({ url: urls.public }, { "a.wish": "Before work" }, "grace@example.org");
      expect(outputOf(await agent.getResponses({ form_id })).total_count).toBe(1);
      const ada = await world.owner();
      await ada.opens(urls.responses);
      await ada.follows(/\d/, ada.page.getByRole("row").filter({ hasText: "grace@example.org" }));
      await ada.page.getByRole("heading", { name: "grace@example.org" }).waitFor();
      await ada.sees("Before work");
      return ada;
    },
  },
];
