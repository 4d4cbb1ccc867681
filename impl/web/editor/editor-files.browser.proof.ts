/** The types of files that a question accepts, in the panel of the editor. */
import { expect, test } from "vitest";
import { barriers } from "../../test/support/browser.ts";
import { editors, saved, small } from "../../test/support/editors.ts";

test("accepts groups of file types, and single ones of them", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create({
    ...small,
    pages: [{ id: "one", fields: [{ id: "file", type: "file_upload", label: { en: "File" } }] }],
  });
  await edit(page, id);
  const accepted = async () => {
    await saved(page);
    const [field] = (await stored(id)).pages[0]!.fields;
    return field?.type === "file_upload" ? field.validation?.accept : undefined;
  };
  await page.getByText("All that are safe").waitFor();
  await page.getByLabel("Pictures").check();
  await expect.poll(accepted).toEqual(["png", "jpg", "jpeg", "gif", "webp", "heic"]);
  await page.getByText("Single types").click();
  await page.getByLabel("gif", { exact: true }).uncheck();
  await page.getByLabel("pdf", { exact: true }).check();
  await expect.poll(accepted).toEqual(["png", "jpg", "jpeg", "webp", "heic", "pdf"]);
  expect(await page.getByLabel("Pictures").isChecked()).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Pictures").check();
  await expect.poll(accepted).toContain("gif");
});
