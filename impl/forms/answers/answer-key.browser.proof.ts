/** Right answers in a browser: legible for all, and set in the editor. */
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { editors, previewOf, saved } from "../../test/support/editors.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { quiz } from "../../test/support/quiz.ts";

const looks = [
  { name: "desktop", viewport: DESKTOP, colorScheme: "light", locale: "en" },
  { name: "phone-german", viewport: { width: 360, height: 740 }, colorScheme: "light", locale: "de" },
  { name: "dark", viewport: DESKTOP, colorScheme: "dark", locale: "en" },
  { name: "phone-dark-german", viewport: PHONE, colorScheme: "dark", locale: "de" },
] as const;

test.for(looks)(
  "respondents see what was right once they have confirmed: $name",
  async ({ name, ...window }) => {
    const forms = await publicForms();
    const page = await openPage(window);
    await page.goto(await forms.publish(quiz));
    await page.fill("#f-name", "Ada");
    await page.check("[value=sydney]");
    await page.check("[value=mars]");
    await page.selectOption("#f-bonus", "one");
    expect(await page.locator(".statement").textContent()).toContain("…");
    await page.fill("#f-address", "ada@example.org");
    forms.later(10_000);
    await page.click("#form .actions .main");
    await page.waitForURL("**/sent/**");
    await page.fill("#f-code", (await forms.mail()).code);
    await page.waitForURL("**/done/**");
    const verdicts = page.locator(".key li");
    expect(await verdicts.count()).toBe(3);
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `answer-key-${name}`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".key .verdict").first().isVisible()).toBe(true);
    await keepPicture(page, `answer-key-${name}-print`);
  },
);

test("a red or purple theme does not change the colours of right and wrong, and each has its sign", async () => {
  const forms = await publicForms();
  const seen: string[] = [];
  for (const color of ["#c0182b", "#6b2fb3"]) {
    const page = await openPage({ viewport: DESKTOP });
    await page.goto(await forms.publish({ ...quiz, theme: { color } }));
    await page.check("[value=sydney]");
    await page.check("[value=mars]");
    await page.check("[value=venus]");
    await page.fill("#f-address", "ada@example.org");
    forms.later(10_000);
    await page.click("#form .actions .main");
    await page.waitForURL("**/sent/**");
    await page.fill("#f-code", (await forms.mail()).code);
    await page.waitForURL("**/done/**");
    const colourOf = (verdict: string) =>
      page
        .locator(`.key [data-verdict="${verdict}"] .verdict`)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect(await page.locator(".key [data-verdict=right] .verdict svg").count()).toBeGreaterThan(0);
    seen.push(await colourOf("right"));
  }
  expect(new Set(seen)).toEqual(new Set(["rgb(20, 108, 67)"]));
});

test("an owner chooses the calculation in the settings, and sees the right answers at the end of the preview", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const { answer_key, ...settings } = quiz.settings!;
  const id = await create({ ...quiz, settings });
  const page = await openWindow({ viewport: { width: 1440, height: 900 } });
  await edit(page, id);
  await page.locator(".ed-outline").getByText("Form options", { exact: true }).click();
  const menu = page.getByLabel("Show right answers");
  expect(await menu.locator("option").allTextContents()).toEqual(["No", "moons", "points", "Per cent"]);
  await menu.selectOption("points");
  await expect.poll(async () => (await stored(id)).settings).toEqual(quiz.settings);
  await saved(page);
  await keepPicture(page, "answer-key-editor");
  expect(await barriers(page)).toEqual([]);
  await page.locator(".ed-outline .ed-item-name", { hasText: "points, " }).last().click();
  await previewOf(page).locator(".key li").first().waitFor();
  await page.locator(".ed-outline").getByRole("button", { name: "points", exact: true }).click();
  await page.locator('[data-name="remove"]').click();
  await expect.poll(async () => (await stored(id)).settings).toEqual({ one_response_per_email: true });
});
