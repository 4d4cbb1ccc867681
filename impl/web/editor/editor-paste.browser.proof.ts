/** Questions that are pasted into the editor as form text. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture } from "../../test/support/browser.ts";
import { editors, saved, small } from "../../test/support/editors.ts";

async function open(look: object = {}) {
  const service = await editors();
  const page = await service.openWindow(look);
  const id = await service.create(small);
  await service.edit(page, id);
  return { ...service, page, id };
}

const pasteButton = (page: Page, at = 0) => page.locator("[data-name=paste]").nth(at);
const dialog = (page: Page) => page.locator("dialog[open]");
const box = (page: Page) => dialog(page).locator("textarea");
const ids = (page: Page) =>
  page
    .locator(".ed-items [data-item]")
    .evaluateAll((items) =>
      items.map((item) => (item as unknown as { dataset: { item: string } }).dataset.item),
    );

/** Opens the dialog of the first page, writes a text, and sends it by the keyboard. */
async function paste(page: Page, text: string): Promise<void> {
  await pasteButton(page).focus();
  await page.keyboard.press("Enter");
  await box(page).waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

test("pastes questions after the selected one with new ids, by keyboard, and one undo removes them", async () => {
  const { page, id, stored } = await open();
  await page.locator('[data-item="name"] .ed-item-name').click();
  const before = await stored(id);
  await paste(page, "Name *\nFavourite animal\nRead this first.\n# Your day\nSize: S | M | L");
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.locator(".ed-toast p").textContent()).toBe("4 questions are added.");
  await saved(page);
  const after = await stored(id);
  expect(
    after.pages.map(({ id: page, title, fields }) => [page, title?.en, fields.map((field) => field.id)]),
  ).toEqual([
    ["one", undefined, ["name", "name_2", "favourite_animal", "read_this_first", "course", "age"]],
    ["page_2", "Your day", ["size"]],
    ["two", undefined, ["notes"]],
  ]);
  expect(await page.locator('[data-item="name_2"] .ed-item-name').getAttribute("aria-current")).toBe("true");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => (await stored(id)).pages).toEqual(before.pages);
});

test("an unclear text adds nothing, and the dialog shows it with marks to correct", async () => {
  const { page, id, form } = await open();
  const before = await ids(page);
  await paste(page, "Drink: tea, coffee or juice\nSize: S | M");
  await dialog(page).getByText("Nothing was added.").waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  const marked = await box(page).inputValue();
  expect(marked.split("\n")).toEqual([
    '//? It is not clear what the word "or" separates. Write | between the choices.',
    "Drink: tea, coffee or juice",
    "Size: S | M",
  ]);
  expect(await barriers(page)).toEqual([]);
  expect([await ids(page), (await form(id)).revision]).toEqual([before, 1]);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.dataset.name")).toBe("paste");
  await pasteButton(page).click();
  await box(page).fill(marked.replace(" or ", ", "));
  await dialog(page).locator("[data-name=paste-add]").click();
  await dialog(page).waitFor({ state: "detached" });
  expect(await ids(page)).toEqual(["name", "drink", "size", ...before.slice(1)]);
});

test("lists the lines that did not become a question before the dialog closes, and ignores settings", async () => {
  const { page, id, stored } = await open();
  await paste(page, "Size: S | M\n// ask Jo\n---\nButton: Go\nLanguages: German");
  const told = dialog(page).locator("[data-name=paste-warnings] li");
  await told.first().waitFor();
  expect(await told.allTextContents()).toEqual([
    'A comment, so not in the form: "ask Jo".',
    "Settings below three dashes are not added, because they apply to a whole form.",
  ]);
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await saved(page);
  const { settings, languages } = await stored(id);
  expect([settings, languages]).toEqual([undefined, ["en"]]);
});

test("adds nothing if the form would have too many questions", async () => {
  const { page } = await open();
  const before = await ids(page);
  await paste(page, Array.from({ length: 498 }, (_, n) => `Question ${n}`).join("\n"));
  await dialog(page).getByText("A form has at most 500 of them.").waitFor();
  expect(await ids(page)).toEqual(before);
});

test.for([
  { viewport: DESKTOP, locale: "en", colorScheme: "light" },
  { viewport: { width: 320, height: 640 }, locale: "de", colorScheme: "dark" },
] as const)("the dialog in $locale, $viewport.width wide, has no barrier", async (look) => {
  const { page } = await open(look);
  await keepPicture(page, `paste-outline-${look.locale}`);
  await pasteButton(page).click();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `paste-empty-${look.locale}`);
  await box(page).fill("Drink: tea, coffee or juice\nSize: S, M, required");
  await dialog(page).locator("[data-name=paste-add]").click();
  await dialog(page).locator(".ed-note-wrong").waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `paste-unclear-${look.locale}`);
});
