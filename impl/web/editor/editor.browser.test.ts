/** The editor in a real browser: edits by keyboard and pointer, undo, saving, preview and publishing. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ChoiceField, FormStructure } from "../../../generated/types.ts";
import { barriers } from "../../test/support/browser.ts";
import { editors, previewOf as frame, saved, small, writeText } from "../../test/support/editors.ts";

const item = (page: Page, id: string) => page.locator(`[data-item="${id}"] .ed-item-name`);
const order = ({ pages }: FormStructure) => pages.map(({ fields }) => fields.map(({ id }) => id));

test("creates a form by a prompt, changes it in the editor, previews and publishes it", async () => {
  const { openWindow, publicUrl, stored, form } = await editors();
  const page = await openWindow();
  await page.goto(`${publicUrl}/forms`);
  await page.getByLabel("What should the form ask?").fill("Registration for a choir with name and email");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForSelector(".ed-head");
  const id = /frm_\w+/.exec(page.url())![0];
  await frame(page).locator("[data-selected] .label > span:not(.optional)").click();
  await frame(page).locator(".writing").fill("Your full name");
  await page.keyboard.press("Enter");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[0]!.label).toMatchObject({ en: "Your full name" });
  await frame(page).getByText("Your full name").waitFor();
  await page.locator("[data-name=publish]").click();
  await page.getByText("takes answers").waitFor();
  expect((await form(id)).status).toBe("published");
});

test("updates the head when the title changes, or the status elsewhere; the settings link opens the panel", async () => {
  const { openWindow, create, publicUrl, storage, form } = await editors();
  const id = await create(small);
  const page = await openWindow();
  await page.goto(`${publicUrl}/forms/${id}/edit#settings`);
  await page.getByLabel("Close after this many responses").waitFor();
  await page.getByRole("button", { name: "Title and description" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Winter school");
  await saved(page);
  expect(await page.locator(".form-head h1").textContent()).toBe("Winter school");
  expect(await page.locator(".form-head .chip").textContent()).toBe("Draft");
  const { revision } = await form(id);
  await storage.db
    .updateTable("forms")
    .set({ status: "paused", revision: revision + 1 })
    .execute();
  await page.getByLabel("Title", { exact: true }).fill("Autumn school");
  await page.locator(".form-head .chip.paused").waitFor();
  expect(await page.locator(".form-head").innerText()).toMatch(/^Forms\s+Autumn school\s+Paused/);
});

test("turns pages of the preview in its frame, with the entered values", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: { width: 1600, height: 1000 } });
  await edit(page, await create(small));
  await frame(page).getByRole("textbox", { name: "Name" }).fill("Ada");
  await frame(page).getByRole("button", { name: "Next" }).click();
  await frame(page).getByRole("textbox", { name: "Notes" }).waitFor();
  await frame(page).getByRole("button", { name: "Back" }).click();
  await frame(page).getByText("Painting").waitFor();
  expect(await frame(page).getByRole("textbox", { name: "Name" }).inputValue()).toBe("Ada");
});

test("adds, names, moves, undoes and redoes a question with the keyboard alone", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  const { keyboard } = page;
  await page.getByRole("button", { name: "Add question : page 2" }).focus();
  await keyboard.press("Enter");
  await page.locator(".ed-types button[data-type=short_text]:focus").waitFor();
  await keyboard.press("Escape");
  await page.locator("button:focus", { hasText: ": page 2" }).waitFor();
  await keyboard.press("Enter");
  await page.locator(".ed-types button[data-type=short_text]:focus").waitFor();
  // Enter arrives before the browser's event that the dialog was closed.
  await Promise.all([keyboard.press("Escape"), keyboard.press("Enter")]);
  await page.locator(".ed-types button[data-type=short_text]:focus").waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await frame(page).locator(".writing:focus").waitFor();
  await keyboard.type("Where do we reach you?");
  await keyboard.press("Enter");
  await saved(page);
  const added = (await stored(id)).pages[1]!.fields.at(-1)!;
  expect(added).toMatchObject({ type: "email", id: "where_do_we_reach_you" });

  await item(page, added.id).focus();
  await keyboard.press("Alt+ArrowUp");
  await keyboard.press("Alt+ArrowUp");
  await saved(page);
  expect(order(await stored(id))).toEqual([["name", "course", "age", added.id], ["notes"]]);
  await keyboard.press("ControlOrMeta+Z");
  await keyboard.press("ControlOrMeta+Z");
  await saved(page);
  expect(order(await stored(id))).toEqual([
    ["name", "course", "age"],
    ["notes", added.id],
  ]);
  await keyboard.press("ControlOrMeta+Shift+Z");
  await saved(page);
  expect(order(await stored(id))).toEqual([
    ["name", "course", "age"],
    [added.id, "notes"],
  ]);
});

test("drags questions and choices with the pointer", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  await drag(page, '[data-item="name"] [data-drag]', '[data-item="notes"]');
  await saved(page);
  expect(order(await stored(id))).toEqual([
    ["course", "age"],
    ["notes", "name"],
  ]);
  await item(page, "course").click();
  await drag(page, '.ed-choices [data-item="c1"] [data-drag]', '.ed-choices [data-item="c2"]');
  await saved(page);
  const course = (await stored(id)).pages[0]!.fields[0]!;
  expect("choices" in course && course.choices.map((choice) => choice.id)).toEqual(["c2", "c1"]);
});

/** Drags the first element to just below the middle of the second. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
  await page.mouse.move(start!.x + start!.width / 2, start!.y + start!.height / 2);
  await page.mouse.down();
  await page.mouse.move(start!.x, end!.y, { steps: 4 });
  await page.mouse.move(start!.x, end!.y + end!.height * 0.8, { steps: 4 });
  await page.mouse.up();
}

test("changes of a published form are public only after publishing, and survive a reload", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  page.on("dialog", (dialog) => void dialog.accept());
  const id = await create(small, true);
  await edit(page, id);
  await writeText(page, "Name", "Full name");
  await saved(page, "unpublished");
  await frame(page).getByText("Full name").waitFor();
  expect(await stored(id)).toEqual(small);
  await page.reload();
  await page.waitForSelector(".ed-head");
  await frame(page).locator("[data-selected]", { hasText: "Full name" }).waitFor();
  await saved(page, "unpublished");
  await page.locator("[data-name=publish-changes]").click();
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[0]!.label.en).toBe("Full name");
});

test("explains an edit that would break responses at the question, and saves nothing until it is undone", async () => {
  const service = await editors();
  const { openWindow, create, edit, stored, storage, now } = service;
  const page = await openWindow();
  const id = await create(small);
  const at = now().toISOString();
  await storage.db.insertInto("responses").values(answered(id, at)).execute();
  await edit(page, id);
  await item(page, "age").click();
  await page.getByLabel("Smallest").fill("18");
  await saved(page, "blocked");
  await page.locator("[data-name=blocked]").getByText("Responses so far: 1").waitFor();
  await page.locator(".ed-fields .ed-note-wrong", { hasText: "Age" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await stored(id)).toEqual(small);
  await page.locator("[data-name=undo]").click();
  await saved(page);
  await writeText(page, "Course", "Which course?");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[1]!.label.en).toBe("Which course?");
  await page.getByText("Change by instructions").click();
  await page.getByLabel("What should change?").fill("Remove the age field");
  await page.locator("[data-name=ai-ask]").click();
  await page.locator(".ed-ai [role=status]", { hasText: "The question “Age” is deleted." }).waitFor();
});

test("retires a question and a choice with answers, and restores them", async () => {
  const { openWindow, create, edit, stored, storage, now } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await storage.db.insertInto("responses").values(answered(id, now().toISOString())).execute();
  await edit(page, id);
  await item(page, "course").click();
  await choose(page, "Music", "No longer offer");
  await page.locator("[data-name=remove]:not(.menu *)").click();
  await page.getByRole("dialog", { name: "Delete “Course”?" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop asking, keep 1 response" }).click();
  await page.getByText("New respondents no longer see this question.").waitFor();
  await saved(page);
  await page.locator('.ed-retired[data-item="course"]').first().waitFor();
  expect(await barriers(page)).toEqual([]);
  const course = async () => (await stored(id)).pages[0]!.fields[1] as ChoiceField;
  expect(await course()).toMatchObject({ retired: true, choices: [{}, { retired: true }] });
  await page.getByRole("button", { name: "Ask again" }).click();
  await choose(page, "Music", "Offer again");
  await saved(page);
  await expect.poll(() => stored(id)).toEqual(small);
});

test("deleting a choice with answers offers to retire it, by keyboard; the toast undoes the last edit", async () => {
  const { openWindow, create, edit, stored, storage, now } = await editors();
  const page = await openWindow();
  const id = await create(small, true);
  await storage.db.insertInto("responses").values(answered(id, now().toISOString())).execute();
  await edit(page, id);
  await item(page, "course").click();
  const menu = page.getByLabel("Actions for “Music”");
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await choose(page, "Music", "Delete");
  await page.getByRole("dialog", { name: "Delete “Music”?" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator('.ed-choices .ed-retired[data-item="c2"]').waitFor();
  await saved(page, "unpublished");
  // A question that was never published is deleted at once.
  await page.getByRole("button", { name: "Add question : page 2" }).click();
  await page.locator(".ed-types [data-type=email]").click();
  const added = page.locator('.ed-outline [data-item="question_5"]');
  await added.waitFor();
  await page.locator("[data-name=remove]:not(.menu *)").click();
  await page.getByText("“New question” is deleted.").waitFor();
  await added.waitFor({ state: "detached" });
  await page.locator("[data-name=toast-undo]").click();
  await added.waitFor();
  expect(await page.locator(".ed-toast").innerText()).toBe("");
  expect(await stored(id)).toEqual(small);
});

/** Chooses an action in the menu of a choice. */
async function choose(page: Page, choice: string, action: string): Promise<void> {
  await page.getByLabel(`Actions for “${choice}”`).click();
  await page.locator(".ed-menu[open]").getByRole("button", { name: action }).click();
}

test("shows the changes and a preview of an edit by a prompt before applying it", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  await page.getByText("Change by instructions").click();
  await page.getByLabel("What should change?").fill("Add Email");
  await page.locator("[data-name=ai-ask]").click();
  const proposal = page.locator("[data-name=proposal]");
  await proposal.waitFor();
  expect(await proposal.locator("li").count()).toBeGreaterThan(0);
  // The preview goes to the page with the new question, and outlines it.
  await frame(page).locator("[data-changed]", { hasText: "Email" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.locator('[data-item="two"], .ed-page-name').last().click();
  expect(await stored(id)).toEqual(small);
  await page.locator("[data-name=ai-apply]").click();
  await proposal.waitFor({ state: "detached" });
  await saved(page);
  expect((await stored(id)).pages.flatMap(({ fields }) => fields.map(({ type }) => type))).toContain("email");
  await page.locator("[data-name=undo]").click();
  await saved(page);
  expect(await stored(id)).toEqual(small);
});

function answered(form_id: string, at: string) {
  return {
    id: "rsp_1",
    form_id,
    form_version: 1,
    status: "verified" as const,
    language: "en" as const,
    email: "r@example.org",
    answers: "{}",
    submitted_at: at,
    verified_at: at,
  };
}
