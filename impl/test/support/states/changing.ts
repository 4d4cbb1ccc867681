import type { FormField, FormStructure } from "../../../../generated/types.ts";
import { goOn, letter, open, post, type State, submitAs } from "./respondent.ts";

const slots = (capacity: number) => [
  { id: "ten", label: { en: "Ten o’clock" }, capacity },
  { id: "noon", label: { en: "Noon, in the smaller one of the two rooms" } },
];
const slot = (capacity: number): FormField => ({
  id: "slot",
  type: "single_choice",
  label: { en: "When will you come?" },
  choices: slots(capacity),
});

const visit: FormStructure = {
  title: { en: "A visit" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        slot(0),
        { id: "menu", type: "dropdown", label: { en: "And then?" }, choices: slots(0) },
        {
          id: "walk",
          type: "scale",
          label: { en: "How far would you walk?" },
          min: 0,
          max: 100,
          min_label: { en: "Not at all" },
          max_label: { en: "To the end of the world" },
        },
        { id: "phone", type: "phone", label: { en: "Phone" }, default_country: "AT" },
      ],
    },
  ],
};

const withFields = (...fields: FormField[]): FormStructure => ({
  ...letter,
  pages: [{ id: "p", fields: [...letter.pages[0]!.fields, ...fields] }],
});

/** Pages of forms that change, or that a respondent comes back to. */
export const changing: readonly State[] = [
  [
    "choices that are full, a slider, and answers that the browser has kept",
    async (world) => {
      await open(world, visit);
      await world.page.fill("#f-name", "Ada");
      await world.page.reload();
      await world.page.getByText("still here").waitFor();
    },
  ],
  ["a choice that others have taken", ({ page }) => post(page, { "a.slot": "ten", go: "send" })],
  [
    "a form that asks for a consent since it was opened",
    async (world) => {
      await open(world, letter);
      const terms: FormField = {
        id: "terms",
        type: "consent",
        label: { en: "Terms" },
        statement: { en: "I agree." },
        required: true,
      };
      await world.forms.change(world.page.url(), withFields(terms));
      await world.page.fill("#f-email", "ada@example.org");
      await goOn(world.page);
      await world.page.waitForSelector("#q-terms");
    },
  ],
  [
    "a place that is left, and that a response has after its confirmation",
    async (world) => {
      const { forms, page } = world;
      await page.goto(await forms.publish(withFields(slot(3))));
      await page.getByText("3 left").waitFor();
      await page.check("[value=ten]");
      await page.fill("#f-email", "mia@example.org");
      forms.later(5_000);
      await goOn(page);
      await page.waitForURL("**/sent/**");
      await page.goto((await forms.mail()).link);
      await page.click("[value=confirm]");
      await page.getByText("Reserved for you").waitFor();
    },
  ],
  [
    "a place that is held until the response is confirmed",
    async (world) => {
      const { forms, page } = world;
      await page.goto(await forms.publish(withFields(slot(3))));
      await page.check("[value=ten]");
      await submitAs(world, "ida@example.org");
      await page.getByText("Held for you until you confirm").waitFor();
    },
  ],
  [
    "a place that is held no longer",
    async ({ forms, page }) => {
      forms.later(31 * 60_000);
      await page.reload();
      await page.getByText("No longer held for you").waitFor();
    },
  ],
  [
    "a choice that was taken before the response was confirmed",
    async (world) => {
      const { forms, page } = world;
      const url = await forms.publish(withFields(slot(1)));
      await page.goto(url);
      await page.check("[value=ten]");
      await page.fill("#f-email", "eva@example.org");
      forms.later(5_000);
      await goOn(page);
      await page.waitForURL("**/sent/**");
      forms.later(31 * 60_000);
      await forms.change(url, withFields(slot(0)));
      await page.goto((await forms.mail()).link);
      await page.click("[value=confirm]");
      await page.getByRole("link", { name: "Fill in the form again" }).waitFor();
    },
  ],
];
