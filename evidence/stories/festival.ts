/** A festival: closes at 200 guests, and a free place goes to the one who waits. */
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { formTabs, linkOf, type Story } from "./story.ts";

const tickets: FormStructure = {
  title: { en: "Festival by the river" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "page_1", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
  settings: { response_limit: 200 },
};

export const festival: readonly Story[] = [
  {
    way: "by hand",
    what: "finds that the 201st guest waits, and frees a place of one who cannot come",
    // Pages: list, responses, settings, found, deleted. Clicks: responses, settings, responses, show, box, delete. Field: search.
    most: 12,
    async tell(world) {
      const guests = Array.from({ length: 200 }, (_, at) => ({ name: `Guest ${at + 1}` }));
      const form = await world.createAnswered(tickets, guests);
      await world.offerWaitingList(form);
      expect(await world.isOpen(form)).toBe(false);
      await world.wait(form, "grace@example.org");
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(linkOf("Responses", "Festival by the river"));
      await ada.sees("200 responses");
      await ada.follows("Manage", formTabs(ada.page));
      // As soon as a place is free, a mail offers it, and the person waits no more.
      await ada.sees("1 person is waiting.");
      await ada.follows("Responses", formTabs(ada.page));
      await ada.fills("Search answers and addresses", "person200@example.org");
      await ada.presses("Show");
      await ada.ticks(/person200@example.org/);
      await ada.presses("Delete");
      await ada.sees("Deleted. For 30 days you find it");
      expect(await world.isOpen(form)).toBe(true);
      return ada;
    },
  },
];
