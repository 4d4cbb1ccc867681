/** Texts that are still examples: the editor names them beside their question, and asks before it publishes them. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, PHONE } from "../../test/support/browser.ts";
import { editors, previewOf, saved, small, writeText } from "../../test/support/editors.ts";

const unfinished: FormStructure = {
  ...small,
  pages: [{ id: "one", fields: [...small.pages[0]!.fields, question("more")] }, small.pages[1]!],
};

function question(id: string) {
  return { id, type: "short_text" as const, label: { en: "New question" } };
}

test("publishing a draft asks first, and leads to the text; without examples it asks nothing", async () => {
  const { openWindow, create, edit, form } = await editors();
  const page = await openWindow();
  const id = await create(unfinished);
  await edit(page, id);
  await page.locator("[data-name=publish]").click();
  const dialog = page.getByRole("dialog", { name: "One place still has an example" });
  await dialog.waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Show “New question”" }).click();
  expect(await dialog.count()).toBe(0);
  expect((await form(id)).status).toBe("draft");
  const box = previewOf(page).locator(".writing");
  await box.fill("Anything else?");
  await box.press("Enter");
  await saved(page);
  await page.locator("[data-name=publish]").click();
  await page.waitForURL(`**/forms/${id}?**`);
  expect((await form(id)).status).toBe("published");
});

test("a draft is published with its examples if its owner wants that, on a phone, too", async () => {
  const { openWindow, create, edit, form } = await editors();
  const page = await openWindow({ viewport: PHONE, locale: "de", colorScheme: "dark" });
  const id = await create(unfinished);
  await edit(page, id);
  await page.locator("[data-name=publish]").click();
  const dialog = page.getByRole("dialog", { name: "An einer Stelle steht noch ein Beispiel" });
  await dialog.waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Trotzdem veröffentlichen" }).click();
  await page.waitForURL(`**/forms/${id}?**`);
  expect((await form(id)).status).toBe("published");
});

test("a new question becomes a note when the user turns to another part, and changes are published after a question", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small, true);
  await edit(page, id);
  await page.locator(".ed-add button").first().click();
  await page.locator("[data-type=short_text]").click();
  await previewOf(page).locator(".writing").press("Escape");
  await saved(page, "unpublished");
  expect(await page.locator("[data-name=field-notes]").count()).toBe(0);
  await page.locator('[data-item="course"] .ed-item-name').click();
  await page.locator(".ed-to-check").waitFor();
  await page.locator("[data-item=question_5] .ed-item-name").click();
  expect(await page.locator("[data-name=field-notes]").textContent()).toContain(
    'Still an example: "New question"',
  );

  await page.locator("[data-name=publish-changes]").click();
  await page.locator("[data-name=publish-anyway]").click();
  await saved(page);
  expect(JSON.stringify(await stored(id))).toContain("New question");
  await writeText(page, "New question", "Shoe size");
  await saved(page, "unpublished");
  expect(await page.locator("[data-name=field-notes]").count()).toBe(0);
  await page.locator("[data-name=publish-changes]").click();
  await saved(page);
  expect(JSON.stringify(await stored(id))).not.toContain("New question");
});

test("several choices that are added at once stand in place of the examples, and after what was written", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ locale: "de" });
  const id = await create(small);
  await edit(page, id);
  await page.locator(".ed-add button").first().click();
  await page.locator("[data-type=single_choice]").click();
  await previewOf(page).locator(".writing").press("Escape");
  const addLines = async (text: string) => {
    const several = page.locator(".ed-several", { hasText: "Mehrere auf einmal" });
    if ((await several.getAttribute("open")) === null) await several.locator("summary").click();
    await several.locator("textarea").fill(text);
    await several.locator("button").click();
    await saved(page);
    const fields = (await stored(id)).pages.flatMap((each) => each.fields);
    const added = fields.find(({ type }) => type === "single_choice");
    return added?.type === "single_choice" ? added.choices.map(({ label }) => label.en) : [];
  };
  expect(await addLines("Tap")).toEqual(["Tap"]);
  expect(await addLines("Heating\n\n Mould ")).toEqual(["Tap", "Heating", "Mould"]);
});

test("equal choices are named before a draft is published", async () => {
  const { openWindow, create, edit, form } = await editors();
  const page = await openWindow({ locale: "de" });
  const [first, second] = small.pages;
  const colour = {
    id: "colour",
    type: "single_choice" as const,
    label: { en: "Colour" },
    choices: [
      { id: "red", label: { en: "Red" } },
      { id: "rouge", label: { en: "Red" } },
    ],
  };
  const id = await create({ ...small, pages: [{ ...first!, fields: [...first!.fields, colour] }, second!] });
  await edit(page, id);
  await page.locator("[data-name=publish]").click();
  const dialog = page.getByRole("dialog", { name: "1 Punkt zu prüfen" });
  await dialog.waitFor();
  expect(await dialog.locator("li").textContent()).toContain("„Red“");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Trotzdem veröffentlichen" }).click();
  await page.waitForURL(`**/forms/${id}?**`);
  expect((await form(id)).status).toBe("published");
});
