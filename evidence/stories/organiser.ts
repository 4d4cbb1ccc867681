/** An organiser of events: invitations, a festival, and a cinema that is full. */
import { outputOf } from "@toolwright/runtime/client";
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { formTabs, linkOf, type Story } from "./story.ts";

const festival: FormStructure = {
  title: { en: "After the festival" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        {
          id: "again",
          type: "single_choice",
          label: { en: "Would you come again?" },
          choices: [
            { id: "yes", label: { en: "Certainly" } },
            { id: "maybe", label: { en: "Perhaps" } },
            { id: "no", label: { en: "Hardly" } },
          ],
        },
        { id: "best", type: "long_text", label: { en: "What did you like most?" } },
      ],
    },
  ],
};

const visitors = ["yes", "yes", "no", "maybe", "yes", "no", "yes"].map((again, at) => ({
  again,
  best: `The band number ${at + 1}`,
}));

const cinema: FormStructure = {
  title: { en: "Open-air cinema" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "page_1", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
  settings: { response_limit: 1 },
};

export const organiser: readonly Story[] = [
  {
    way: "by hand",
    what: "invites by a template, shares the form, and sets an end, 80 places and a waiting list",
    // Pages: list, editor, share, shared, settings, saved. Clicks: template, publish, share, settings, list, save.
    // Fields: search, address, permission, end, places.
    most: 17,
    async tell(world) {
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.fills("Search templates", "rsvp");
      await ada.presses(/^RSVP/);
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.fills("Email address", "bob@example.org");
      await ada.chooses("They may", "change it as well");
      await ada.presses("Share");
      await ada.sees("so an invitation is mailed");
      await ada.follows("Manage", formTabs(ada.page));
      await ada.fills("Closes", `${world.day(30)}T18:00`);
      await ada.fills("Responses at most", "80");
      await ada.ticks(
        "Offer a waiting list while the form is full, closed or paused, and for choices that are full",
      );
      await ada.presses("Save");
      await ada.sees("Limits and waiting list are saved.");
      await ada.sees("Nobody is waiting.");
      expect(await ada.page.getByLabel("Responses at most").inputValue()).toBe("80");
      return ada;
    },
  },
  {
    way: "by hand",
    what: "finds the unhappy visitors in the summary, and downloads their answers",
    // Pages: list, responses, summary, table. Clicks: responses, summary, bar, file.
    most: 8,
    async tell(world) {
      await world.createAnswered(festival, visitors);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(linkOf("Responses", "After the festival"));
      await ada.follows("Summary", formTabs(ada.page));
      await ada.sees("7 responses");
      await ada.follows("Hardly");
      await ada.sees("Would you come again?: Hardly");
      await ada.sees("The band number 3", ada.page.getByRole("table"));
      const [file] = await Promise.all([ada.page.waitForEvent("download"), ada.presses("Make the file")]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
      // The head of the table, and two visitors.
      expect(await ada.page.getByRole("row").count()).toBe(3);
      return ada;
    },
  },
  {
    way: "as a respondent",
    what: "finds the cinema full, and joins the waiting list",
    // Pages: full, mail sent, question, on the list. Clicks: tell me, put me on the list. Field: address.
    most: 7,
    async tell(world, hasScripts) {
      const form = await world.createAnswered(cinema, [{ name: "Alan Turing" }]);
      await world.offerWaitingList(form);
      const guest = await world.respondent(hasScripts);
      await guest.opens(form.url);
      await guest.sees("This form is full");
      await guest.fills("Your email address", "grace@example.org");
      await guest.presses("Tell me when a place is free");
      await guest.sees("Check your email");
      await guest.opens(await world.link("grace@example.org"));
      await guest.presses("Put me on the list");
      await guest.sees("You are on the waiting list");
      return guest;
    },
  },
  {
    way: "by an agent",
    what: "a colleague opens the copy for next year that the agent has made and shared",
    // Pages: list, share. Click: form.
    most: 3,
    async tell(world) {
      const { id } = await world.create("Summer party\nName *\nEmail *");
      const bob = await world.colleague("bob@example.org");
      const agent = await world.agent();
      const copied = outputOf(await agent.cloneForm({ form_id: id, title: "Summer party next year" }));
      const share = { email: "bob@example.org", permission: "edit" } as const;
      outputOf(await agent.shareForm({ form_id: copied.form_id, ...share }));
      await bob.opens(world.list);
      await bob.sees("Shared by ada@example.org");
      await bob.follows("Summer party next year");
      await bob.sees("ada@example.org (you may change it)");
      expect(await bob.page.getByRole("link", { name: "Summer party", exact: true }).count()).toBe(0);
      return bob;
    },
  },
];
