/** The editor in two windows and on two devices at once: both versions of the form are merged, and conflicts are shown. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers } from "../../test/support/browser.ts";
import { editors, saved, small, writeText } from "../../test/support/editors.ts";

const item = (page: Page, id: string) => page.locator(`[data-item="${id}"] .ed-item-name`);
const question = (page: Page) => page.getByLabel("Question", { exact: true });

test("merges changes that only one of two windows made, and shows both versions of the others", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(small);
  const [one, two] = [await openWindow(), await openWindow()];
  await edit(one, id);
  await edit(two, id);
  await writeText(one, "Name", "First name");
  await saved(one);
  await item(two, "age").click();
  await writeText(two, "Age", "How old are you?");
  await saved(two);
  expect((await stored(id)).pages[0]!.fields.map(({ label }) => label.en)).toEqual([
    "First name",
    "Course",
    "How old are you?",
  ]);

  await item(one, "age").click();
  await writeText(one, "Age", "Age in years");
  await saved(one, "conflict");
  const conflict = one.locator(".ed-conflict");
  await conflict.getByText("How old are you?").waitFor();
  expect(await conflict.getByText("Age in years", { exact: true }).isVisible()).toBe(true);
  expect(await barriers(one)).toEqual([]);
  expect(await conflict.locator("legend").textContent()).toBe("Age in years: Question (English)");
  await conflict.getByLabel("Changed on another device").check();
  await one.locator("[data-name=resolve]").click();
  await saved(one);
  expect((await stored(id)).pages[0]!.fields[2]!.label.en).toBe("How old are you?");
  await one.locator("[data-name=undo]").click();
  await saved(one);
  expect((await stored(id)).pages[0]!.fields[2]!.label.en).toBe("Age in years");
});

test("another device opens the unpublished changes, and changes of both are merged before publishing", async () => {
  const { openWindow, create, edit, stored, storage } = await editors();
  const id = await create(small, true);
  const [laptop, phone] = [await openWindow(), await openWindow({ viewport: { width: 390, height: 800 } })];
  await edit(laptop, id);
  await writeText(laptop, "Name", "Full name");
  await saved(laptop, "unpublished");
  await edit(phone, id);
  await saved(phone, "unpublished");
  await phone.getByRole("tab", { name: "Edit" }).click();
  expect(await question(phone).inputValue()).toBe("Full name");
  await question(phone).fill("Your name");
  const kept = () => storage.db.selectFrom("pending_changes").select("structure").executeTakeFirst();
  await expect.poll(async () => (await kept())?.structure).toContain("Your name");
  await item(laptop, "age").click();
  await writeText(laptop, "Age", "How old are you?");
  await item(laptop, "name").getByText("Your name").waitFor();
  await saved(laptop, "unpublished");
  expect(await stored(id)).toEqual(small);
  await laptop.locator("[data-name=publish-changes]").click();
  await saved(laptop);
  const labels = (await stored(id)).pages[0]!.fields.map(({ label }) => label.en);
  expect(labels).toEqual(["Your name", "Course", "How old are you?"]);
  expect(await kept()).toBeUndefined();
  await writeText(laptop, "How old", "Age in years");
  await saved(laptop, "unpublished");
  await laptop.locator(".form-menu summary").click();
  await laptop.locator("[data-name=discard]").click();
  await expect.poll(kept).toBeUndefined();
});
