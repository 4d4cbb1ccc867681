/** Editing on the page in the preview of the editor: by keyboard, on a phone, one question at a time, descriptions and mentions. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, keepPicture, PHONE } from "../../test/support/browser.ts";
import {
  barriersInFrame,
  described,
  insertAfter,
  insertBefore,
  item,
  text,
  WIDE,
  writing,
} from "../../test/support/editor-page.ts";
import { editors, previewOf as frame, saved, small } from "../../test/support/editors.ts";

test("an emptied title can be typed again before the page is redrawn", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const [one] = small.pages;
  const id = await create({ ...small, pages: [{ ...one!, title: { en: "About you" } }] });
  await edit(page, id);
  await text(page, "About you").click();
  await writing(page).fill("");
  await saved(page);
  expect((await stored(id)).pages[0]).not.toHaveProperty("title");
  await writing(page).pressSequentially("You");
  await writing(page).press("Enter");
  await saved(page);
  await expect.poll(async () => (await stored(id)).pages[0]!.title).toEqual({ en: "You" });
  await text(page, "You").waitFor();
});

test("edits texts with the keyboard alone, in another language and on a phone", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(described);
  const page = await openWindow({ viewport: PHONE, colorScheme: "dark" });
  await edit(page, id);
  await page.getByLabel("Writing in").selectOption("de");
  await item(page, "age").click();
  await page.getByRole("tab", { name: "Preview" }).click();
  await frame(page).locator("[data-selected] #f-age").waitFor();
  await page.locator("[data-name=write]").focus();
  await page.keyboard.press("Enter");
  expect(await writing(page).getAttribute("aria-label")).toBe("Edit “Age”");
  await page.keyboard.type("Alter");
  await page.keyboard.press("Control+Space");
  await frame(page).getByRole("option", { name: "Name" }).waitFor();
  await keepPicture(page, "editor-mention-phone");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  expect(await writing(page).getAttribute("placeholder")).toBe("Music");
  await page.keyboard.press("Escape");
  await page.locator("[data-name=write]:focus").waitFor();
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[2]!.label).toEqual({ en: "Age", de: "Alter" });
  expect(await barriers(page)).toEqual([]);
});

const folded = (page: Page) => page.locator("details.ed-section", { hasText: "Texts" });

test("beside the preview, the panel shows the rules of a question, and its texts only if the page cannot", async () => {
  const { openWindow, create, edit, stored, publicUrl } = await editors();
  const page = await openWindow();
  const id = await create(described);
  await edit(page, id);
  await item(page, "age").click();
  await page.getByLabel("Smallest", { exact: true }).waitFor();
  const [label, unit] = [
    page.getByLabel("Question", { exact: true }),
    page.getByLabel("Unit", { exact: true }),
  ];
  expect([await label.isVisible(), await unit.isVisible()]).toEqual([false, false]);
  await keepPicture(page, "editor-rules");
  expect(await barriers(page)).toEqual([]);
  await folded(page).locator("summary").click();
  await label.fill("How old?");
  await text(page, "How old?").waitFor();
  await item(page, "name").click();
  expect(await folded(page).getAttribute("open")).toBeNull();
  // The page shows neither problems of a text, nor missing translations, nor retired questions.
  await text(page, "Name").click();
  await writing(page).fill("");
  await writing(page).press("Enter");
  await label.waitFor();
  await page.locator("[data-name=undo]").click();
  await label.waitFor({ state: "hidden" });
  await page.getByLabel("Writing in").selectOption("de");
  await page.locator(".ed-hint", { hasText: "Not translated" }).first().waitFor();
  await page.getByLabel("Writing in").selectOption("en");
  await label.waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 1_100, height: 900 });
  await page.getByRole("tab", { name: "Edit" }).click();
  await label.waitFor();
  expect(await folded(page).count()).toBe(0);
  await page.setViewportSize(WIDE);
  await label.waitFor({ state: "hidden" });
  await page.route(`${publicUrl}/forms/${id}/preview`, (route) => route.abort());
  await page.getByRole("button", { name: "Add question : page 1" }).click();
  await page.locator(".ed-dialog [data-type=scale]").click();
  await page.getByLabel("Label of the upper end").waitFor();
  await label.fill("How much?");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields.map((field) => field.label.en)).toEqual([
    "Name",
    "How much?",
    "Course",
    "How old?",
  ]);
});

test("adds a description to a question on the page, by pointer and by keyboard", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create(small);
  await edit(page, id);
  const place = frame(page).getByRole("button", { name: "Add a description" });
  await frame(page).locator("#q-name").locator(place).click();
  await keepPicture(page, "editor-description");
  await page.keyboard.type("As in your passport.");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type("As on your card.");
  expect(await barriersInFrame(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await place.count()).toBe(1);
  await place.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("As on your card.");
  await page.keyboard.press("Tab");
  expect(await writing(page).inputValue()).toBe("Course");
  await page.keyboard.press("Tab");
  expect(await writing(page).getAttribute("aria-label")).toBe("Add a description");
  await page.keyboard.type("One.");
  await page.keyboard.press("Shift+Tab");
  await text(page, "As on your card.").waitFor();
  await page.keyboard.press("Enter");
  await saved(page);
  const descriptions = async () => (await stored(id)).pages[0]!.fields.map((field) => field.description);
  expect(await descriptions()).toEqual([{ en: "As on your card." }, { en: "One." }, undefined]);
  await item(page, "age").click();
  await frame(page).locator("#q-age .describe").waitFor();
  expect(await place.count()).toBe(1);
  await keepPicture(page, "editor-describe");
  expect(await barriersInFrame(page)).toEqual([]);
});

test("with one question at a time, the preview shows the selected question even if its condition is false", async () => {
  const { openWindow, create, edit } = await editors();
  const structure = structuredClone(small);
  structure.settings = { display: "one_question" };
  structure.pages[1]!.fields[0]!.visible_if = { field: "course", op: "equals", value: "c2" };
  const page = await openWindow({ viewport: WIDE });
  await edit(page, await create(structure));
  for (const id of ["age", "notes", "course"]) {
    await item(page, id).click();
    await frame(page).locator(`#q-${id}[data-selected]`).waitFor();
  }
  expect(await frame(page).locator(".field").count()).toBe(1);
});

test("inserts a question with the keyboard alone, on a phone and in German; Escape cancels", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow({ viewport: PHONE, colorScheme: "dark", locale: "de" });
  await edit(page, id);
  await page.getByRole("tab", { name: "Vorschau" }).click();
  await insertBefore(page, "name").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Frage vor „Name“ hinzufügen" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "editor-insert-phone");
  await page.keyboard.press("Escape");
  await frame(page).locator("[data-insert=name].first:focus").waitFor();
  await keepPicture(page, "editor-insert-phone-closed");
  await page.keyboard.press("Enter");
  await page.locator(".ed-dialog [data-type=short_text]:focus").waitFor();
  // Enter arrives before the browser's event that the dialog was closed.
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("Enter")]);
  await page.locator(".ed-dialog [data-type=short_text]:focus").waitFor();
  await page.locator(".ed-dialog [data-name=cancel]").click();
  await frame(page).locator("[data-insert=name].first:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await writing(page).waitFor();
  await page.keyboard.type("Und warum?");
  await page.keyboard.press("Enter");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields.map(({ type, label }) => [type, label.en])).toEqual([
    ["long_text", "Und warum?"],
    ["short_text", "Name"],
    ["single_choice", "Course"],
    ["number", "Age"],
  ]);
});

test("with one question at a time, inserts a question after the shown one", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create({ ...small, settings: { display: "one_question" } });
  await edit(page, id);
  await item(page, "course").click();
  await frame(page).locator("#q-course[data-selected]").waitFor();
  await keepPicture(page, "editor-insert-one");
  await insertAfter(page, "course").click();
  await page.locator(".ed-dialog [data-type=number]").click();
  await writing(page).waitFor();
  expect(await writing(page).inputValue()).toBe("New question");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields.map(({ type }) => type)).toEqual([
    "short_text",
    "single_choice",
    "number",
    "number",
  ]);
});

test("inserts mentions of answers with a picker, on the page and in the panel", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create(small);
  await edit(page, id);
  await text(page, "Age").click();
  await page.keyboard.type(", {{");
  const options = frame(page).getByRole("option");
  expect(await options.allTextContents()).toEqual(["{{name}} Name", "{{course}} Course"]);
  await keepPicture(page, "editor-mention-page");
  expect(await barriersInFrame(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(await writing(page).inputValue()).toBe("Age, {{name}}");
  await page.keyboard.type(" and ");
  await frame(page).getByRole("button", { name: "Insert an answer" }).click();
  await options.last().click();
  expect(await writing(page).inputValue()).toBe("Age, {{name}} and {{course}}");
  await page.keyboard.press("Enter");
  await writing(page).waitFor({ state: "detached" });

  await item(page, "notes").click();
  await page.getByText("Texts", { exact: true }).click();
  const description = page.getByLabel("Description", { exact: true });
  await description.fill("For : what do you say?");
  await description.press("Home");
  for (let at = 0; at < 4; at++) await description.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.locator(".completion-open:focus").waitFor();
  await page.keyboard.press("Enter");
  await keepPicture(page, "editor-mention-panel");
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("option", { name: "{{course}} Course" }).click();
  await saved(page);
  const { pages } = await stored(id);
  expect(pages[0]!.fields[2]!.label.en).toBe("Age, {{name}} and {{course}}");
  expect(pages[1]!.fields[0]!.description!.en).toBe("For {{course}}: what do you say?");
});
