/** Jumps in the editor: "if the answer is this, go to that page", kept as conditions of the questions between. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import type { Condition, FormStructure } from "../../../generated/types.ts";
import { barriers, cutSelects, keepPicture, PHONE } from "../../test/support/browser.ts";
import { editors, saved } from "../../test/support/editors.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const notYes = { field: "bus", op: "not_equals", value: true } as const;
const notNo = { field: "bus", op: "not_equals", value: false } as const;

function trip(condition?: Condition): FormStructure {
  const text = (id: string, name: string, visible_if?: Condition) =>
    ({ id, type: "short_text", label: { en: name }, ...(visible_if && { visible_if }) }) as const;
  return {
    title: { en: "Trip" },
    default_language: "en",
    languages: ["en"],
    pages: [
      { id: "one", fields: [{ id: "bus", type: "yes_no", label: { en: "Do you come by bus?" } }] },
      {
        id: "two",
        title: { en: "Bus" },
        fields: [text("stop", "Stop", condition), text("seat", "Seat", condition)],
      },
      { id: "three", title: { en: "Food" }, fields: [text("food", "What do you eat?")] },
    ],
  };
}

const jumpTo = (page: Page) => page.getByLabel("go to", { exact: true });

async function open(page: Page, id: string): Promise<void> {
  await page.locator(`[data-item="${id}"] .ed-item-name`).click();
}

test("with the keyboard, an owner adds a jump, leads it to the end, and takes it back", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(trip());
  const page = await openWindow();
  const conditions = async () =>
    (await stored(id)).pages.flatMap(({ fields }) => fields.map(({ visible_if }) => visible_if ?? null));
  await edit(page, id);
  await open(page, "bus");
  await page.getByText("Go to another page if…").press("Enter");
  await page.locator("[data-name=add-jump]").press("Enter");
  await page.getByText("Skips 2 questions: “Stop”, “Seat”").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
  expect(await jumpTo(page).locator("option").allInnerTexts()).toEqual([
    "Page 3: Food",
    "the end of the form",
  ]);
  await saved(page);
  expect(await conditions()).toEqual([null, notYes, notYes, null]);

  await jumpTo(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByText("Skips 3 questions: “Stop”, “Seat”, “What do you eat?”").waitFor();
  await page.getByLabel("Value").selectOption("no");
  await saved(page);
  expect(await conditions()).toEqual([null, notNo, notNo, notNo]);
  for (const _ of [1, 2, 3]) await page.keyboard.press("Control+z");
  await saved(page);
  expect(await conditions()).toEqual([null, null, null, null]);
});

test("conditions of that shape are shown as a jump, and a new question on a skipped page is skipped, too", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(trip(notNo));
  const page = await openWindow();
  await edit(page, id);
  await open(page, "bus");
  await page.getByText("Skips 2 questions: “Stop”, “Seat”").waitFor();
  await open(page, "seat");
  await page.getByText("Shown if Do you come by bus? is not no").waitFor();
  await page.locator(".ed-page").nth(1).getByText("Add question").click();
  await page.locator("[data-type=short_text]").click();
  await page.getByText("Shown if Do you come by bus? is not no").waitFor();
  await saved(page);
  expect((await stored(id)).pages[1]!.fields[2]!.visible_if).toEqual(notNo);
  await open(page, "bus");
  await page.getByText("Skips 3 questions:").waitFor();
});

test("a question whose condition cannot take another one is named, and nothing changes", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(trip({ any: [{ all: [notYes] }] }));
  const page = await openWindow();
  await edit(page, id);
  await open(page, "bus");
  await page.getByText("Go to another page if…").click();
  await page.getByText("This answer also decides whether these are shown: “Stop”, “Seat”").waitFor();
  await page.locator("[data-name=add-jump]").click();
  await page
    .getByRole("alert")
    .getByText("“Stop”, “Seat”: the condition there cannot take another one.")
    .waitFor();
  expect((await stored(id)).pages[1]!.fields[0]!.visible_if).toEqual({ any: [{ all: [notYes] }] });
});

test.each(locales)("on a phone a jump is whole and accessible, also in the dark: %s", async (locale) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: PHONE, locale, colorScheme: "dark" });
  await edit(page, await create(trip(notYes)));
  await open(page, "bus");
  await page.locator("[data-name=add-jump]").scrollIntoViewIfNeeded();
  await keepPicture(page, `jump-${locale}`);
  expect([...(await barriers(page)), ...(await cutSelects(page))]).toEqual([]);
});
