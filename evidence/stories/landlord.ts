/** A landlord: forty applications for one flat. */
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { linkOf, type Story } from "./story.ts";

const flat: FormStructure = {
  title: { en: "Flat in the old town" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        { id: "people", type: "number", label: { en: "People" } },
        { id: "income", type: "number", label: { en: "Income" } },
        { id: "pets", type: "yes_no", label: { en: "Pets" } },
      ],
    },
  ],
};

const applications = Array.from({ length: 40 }, (_, at) => ({
  name: `Applicant ${at + 1}`,
  people: 1 + (at % 4),
  income: 1_500 + ((at * 370) % 3_000),
  pets: at % 3 === 0,
}));

export const landlord: readonly Story[] = [
  {
    way: "by hand",
    what: "sorts forty applications: without pets, by income, the best two as a file",
    // Pages: list, responses, sorted, reversed. Clicks: responses, menu, no, filter, income twice, two boxes, file.
    most: 13,
    async tell(world) {
      await world.createAnswered(flat, applications);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(linkOf("Responses", "Flat in the old town"));
      await ada.sees("40 responses");
      await ada.unfolds("Sort and filter: Pets");
      await ada.ticks("No");
      await ada.presses("Filter");
      await ada.sees(/matches? on this page/);
      const table = ada.page.getByRole("table");
      await ada.follows(/^Income/, table);
      await ada.follows(/^Income/, table);
      await ada.page.waitForURL(/sort=-income/);
      const incomes = await ada.page.locator(".answers tbody tr").allInnerTexts();
      const highest = Math.max(...applications.filter(({ pets }) => !pets).map(({ income }) => income));
      expect(incomes[0]).toContain(String(highest));
      for (const at of [1, 2]) await ada.ticks(/^Select the response of/, ada.page.getByRole("row").nth(at));
      const [file] = await Promise.all([
        ada.page.waitForEvent("download"),
        ada.presses("Download", ada.page.locator(".bulk")),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.(xlsx|csv)$/);
      return ada;
    },
  },
];
