/** Editing on the page in the preview of the editor: texts, answers and new questions; `editor-page.proof.ts` has more. */
import { expect, test } from "vitest";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import {
  barriersInFrame,
  described,
  insertAfter,
  item,
  text,
  WIDE,
  writing,
} from "../../test/support/editor-page.ts";
import { editors, previewOf as frame, saved, small } from "../../test/support/editors.ts";

test("edits texts in place, and undoes the letters together", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create(described);
  await edit(page, id);
  await text(page, "Course").click();
  expect(await writing(page).inputValue()).toBe("Course");
  expect(await item(page, "course").getAttribute("aria-current")).toBe("true");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Which course?");
  // Skips the place for a description.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await writing(page).inputValue()).toBe("Painting");
  await page.keyboard.type("Drawing");
  await page.keyboard.press("Enter");
  await writing(page).waitFor({ state: "detached" });
  await text(page, "In July.").click();
  expect(await writing(page).inputValue()).toBe("For all ages.\n\nIn July.");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("No: in August.");
  expect(await barriersInFrame(page)).toEqual([]);
  await page.getByLabel("Title", { exact: true }).click();
  await frame(page).locator("p", { hasText: "No: in August." }).waitFor();
  await saved(page);
  const { description, pages } = await stored(id);
  expect(description).toEqual({ en: "For all ages.\n\nIn July.\nNo: in August." });
  expect(pages[0]!.fields[1]).toMatchObject({
    label: { en: "Which course?" },
    choices: [{ label: { en: "Drawing" } }, { label: { en: "Music" } }],
  });
  await page.locator("[data-name=undo]").click();
  await page.locator("[data-name=undo]").click();
  await page.locator("[data-name=undo]").click();
  await expect.poll(() => stored(id)).toEqual(described);
});

test("answers in the preview stay when a text changes, a box ticks its choice, and Escape cancels an edit", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create(small);
  await edit(page, id);
  await frame(page).locator("#f-name").fill("Ada");
  await frame(page).locator("[value=c2]").check();
  await text(page, "Age").click();
  await page.keyboard.type(" in years");
  await page.keyboard.press("Enter");
  await frame(page).locator("#f-age").waitFor();
  await text(page, "Age in years").waitFor();
  await saved(page);
  await expect.poll(() => page.frames().length).toBe(2);
  expect(await frame(page).locator("#f-name").inputValue()).toBe("Ada");
  expect(await frame(page).locator("[value=c2]").isChecked()).toBe(true);
  await text(page, "Name").click();
  await page.keyboard.type("xyz");
  await page.keyboard.press("Escape");
  await page.locator("[data-name=write]:focus").waitFor();
  await saved(page);
  expect((await stored(id)).pages[0]!.fields.map(({ label }) => label.en)).toEqual([
    "Name",
    "Course",
    "Age in years",
  ]);
});

test("inserts a question between two others on the page, and edits its text there", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({ viewport: WIDE });
  const id = await create(small);
  await edit(page, id);
  await insertAfter(page, "name").click();
  const dialog = page.getByRole("dialog", { name: "Add a question after “Name”" });
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "editor-insert");
  await dialog.locator("[data-type=email]").click();
  await writing(page).waitFor();
  await keepPicture(page, "editor-inserted");
  await page.keyboard.type("Where do we reach you?");
  await page.keyboard.press("Enter");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[1]).toMatchObject({
    id: "where_do_we_reach_you",
    type: "email",
    label: { en: "Where do we reach you?" },
  });
  expect(await barriersInFrame(page)).toEqual([]);
});

test("what adds a part to the outline has an icon, and all of them begin at one edge", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(small));
  const buttons = page.locator(".ed-outline .ed-plain");
  const edges = await buttons.evaluateAll((all) =>
    all.map((one) => Math.round(one.querySelector("svg")?.getBoundingClientRect().left ?? Number.NaN)),
  );
  expect(edges).toHaveLength(8);
  expect(new Set(edges).size, String(edges)).toBe(1);
});
