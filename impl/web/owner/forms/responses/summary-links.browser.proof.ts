/** Charts whose parts are links: by keyboard, large enough for a finger on the smallest phone, in the dark, in German. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, keepPicture } from "../../../../test/support/browser.ts";
import { editors } from "../../../../test/support/editors.ts";
import { everyField } from "../../../../test/support/sample-forms.ts";

async function start() {
  const service = await editors();
  const { form, respond } = await answeredForm(service, everyField);
  for (let n = 0; n < 11; n++)
    await respond(
      { rating: 1 + (n % 5), nps: n, matrix: { rows: { c0: "c2", c1: n > 5 ? "c0" : "c1" } } },
      { email: `person${n}@example.org` },
    );
  return { ...service, summary: `${service.publicUrl}/forms/${form.id}/responses/summary` };
}

test.each([
  ["desktop", 1_280, "light", "en"],
  ["phone", 390, "dark", "de"],
  ["narrow", 320, "light", "de"],
] as const)(
  "linked charts have no barriers and no overflow: %s",
  async (name, width, colorScheme, locale) => {
    const { openWindow, summary } = await start();
    const page = await openWindow({ viewport: { width, height: 900 }, colorScheme, locale });
    await page.goto(summary);
    expect(await page.locator("#q-nps .columns a").count()).toBe(11);
    expect(await barriers(page)).toEqual([]);
    const charts = ["rating", "nps", "matrix"].map((id) => page.locator(`#q-${id}`));
    for (const chart of charts)
      expect(await chart.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await keepPicture(page, `summary-links-${name}`);
  },
);

test("a column is followed by the keyboard, and named by its label and its number", async () => {
  const { openWindow, summary } = await start();
  const page = await openWindow();
  await page.goto(summary);
  const column = page.locator("#q-rating").getByRole("link", { name: /^1 ?: 3/ });
  await column.focus();
  await page.keyboard.press("Enter");
  await page.getByText("How do you like our shop?: 1").waitFor();
  expect(await page.getByRole("row").count()).toBe(4);
});
