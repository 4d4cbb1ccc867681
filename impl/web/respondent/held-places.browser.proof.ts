/** The time for which a place is held, in a browser whose clock goes on. */
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { goOn, letter } from "../../test/support/states/respondent.ts";

const form = {
  ...letter,
  languages: ["en", "de"] as ["en", "de"],
  pages: [
    {
      id: "one",
      fields: [
        {
          id: "slot",
          type: "single_choice" as const,
          label: { en: "Which slot?", de: "Welcher Termin?" },
          choices: [{ id: "ten", label: { en: "Ten", de: "Zehn Uhr" }, capacity: 1 }],
        },
        ...letter.pages[0]!.fields,
      ],
    },
  ],
};

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light" },
  { locale: "de", viewport: PHONE, colorScheme: "dark" },
] as const)("the time that is left goes down, and its end is said in $locale", async (options) => {
  const forms = await publicForms();
  const url = await forms.publish(form as Parameters<typeof forms.publish>[0]);
  const page = await openPage(options);
  await page.clock.install();
  await page.goto(url);
  await page.locator("input[name='a.slot']").first().check({ force: true });
  await page.fill("#f-email", "ada@example.org");
  forms.later(61_000);
  await goOn(page);
  await page.waitForURL("**/sent/**");
  const held = page.locator(".taken");
  const [title, left, over] =
    options.locale === "en"
      ? ["Held for you until you confirm", "Time left to confirm: {n} minutes", "The time is up"]
      : [
          "Für Sie frei gehalten, bis Sie bestätigen",
          "Zeit zum Bestätigen: noch {n} Minuten",
          "Die Zeit ist abgelaufen",
        ];
  await held.getByText(title).waitFor();
  expect(await held.locator("p:visible").textContent()).toBe(left.replace("{n}", "30"));
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `held-${options.locale}`);
  await page.clock.fastForward("18:00");
  expect(await held.locator("p:visible").textContent()).toBe(left.replace("{n}", "12"));
  await page.clock.fastForward("12:10");
  expect(await held.locator("p:visible").textContent()).toContain(over);
  expect(await held.getByText(title).isVisible()).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `held-over-${options.locale}`);
});
