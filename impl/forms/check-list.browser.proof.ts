/** The check list of a form made from a prompt: worked off in the editor, beside its questions, and never in the way. */
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, PHONE } from "../test/support/browser.ts";
import { editors, small } from "../test/support/editors.ts";
import type { GenerateForm } from "./generator.ts";

const UNREAD = 'Not understood and not in the form: "no dogs".';
const OF_COURSE = '"Course" needs choices, and the prompt names none.';

const withNotes: GenerateForm = async () => ({
  structure: small,
  generator: { kind: "builtin", name: "Built-in generator" },
  warnings: [
    { code: "not_understood", message: UNREAD },
    { code: "choices_missing", message: OF_COURSE, path: "/pages/0/fields/1" },
  ],
});

test("a check is one line beside its question, and disappears when it is marked as done", async () => {
  const { openWindow, publicUrl } = await editors(withNotes);
  const page = await openWindow({ viewport: DESKTOP });
  await page.goto(`${publicUrl}/forms`);
  await page.getByLabel("What should the form ask?").fill("Summer school: name, course. No dogs");
  await page.getByRole("button", { name: "Create form" }).click();
  const list = page.locator("[data-name=notes]");
  const line = list.locator("summary");
  await line.waitFor();
  expect(await line.textContent()).toBe("2 things to check");
  expect((await list.boundingBox())?.height).toBeLessThan(60);

  await line.click();
  expect(await barriers(page)).toEqual([]);
  await list.getByRole("button", { name: "Show “Course”" }).click();
  const beside = page.locator("[data-name=field-notes]");
  expect(await beside.textContent()).toBe(OF_COURSE);
  expect(await page.locator('[data-item="course"] .ed-to-check').count()).toBe(1);
  // It goes as soon as it is ticked, so there is no ticked box to wait for.
  const ticked = page.waitForResponse(/\/checks$/);
  await beside.getByRole("checkbox").click();
  await ticked;
  expect(await beside.count()).toBe(0);
  expect(await page.locator(".ed-to-check").count()).toBe(0);
  expect(await line.textContent()).toBe("1 thing to check");

  // It stays with the form: also in another window, by its plain address.
  const other = await openWindow({ viewport: PHONE });
  await other.goto(publicUrl + new URL(page.url()).pathname);
  const elsewhere = other.locator("[data-name=notes] summary");
  await elsewhere.waitFor();
  expect(await elsewhere.textContent()).toBe("1 thing to check");
  await page.reload();
  expect(await line.textContent()).toBe("1 thing to check");
  await line.click();
  await list.getByRole("checkbox", { name: UNREAD }).click();
  expect(await list.count()).toBe(0);
});

test("the checks are usable on a phone in dark mode", async () => {
  const { openWindow, publicUrl } = await editors(withNotes);
  const page = await openWindow({ viewport: PHONE, colorScheme: "dark" });
  await page.goto(`${publicUrl}/forms`);
  await page.getByLabel("What should the form ask?").fill("Summer school: name, course. No dogs");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.locator("[data-name=notes] summary").click();
  expect(await barriers(page)).toEqual([]);
});

test("two equal choices are said beside their question as soon as they are saved", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: DESKTOP, locale: "de" });
  await edit(page, await create(small));
  await page.locator('.ed-outline [data-item="course"]').click();
  const inputs = page.locator(".ed-choices li input[type=text], .ed-choices li input:not([type])");
  const first = await inputs.first().inputValue();
  await inputs.nth(1).fill(`  ${first.toUpperCase()} `);
  const beside = page.locator("[data-name=field-notes]");
  await beside.waitFor();
  expect(await beside.textContent()).toContain("kommt mehrmals vor");
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "equal-choices");
  await inputs.nth(1).fill("Something else");
  await beside.waitFor({ state: "detached" });
});
