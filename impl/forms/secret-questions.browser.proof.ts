/**
 * Tests questions for a secret in the editor: publishing needs agreement, in the editor and on the page with the unpublished
 * changes.
 */
import { expect, test } from "vitest";
import { editors, saved, small, writeText } from "../test/support/editors.ts";

const NEVER = "Never enter passwords";

test("a published form gets a secret question by a second confirmation, in the editor or on its page", async () => {
  const { openWindow, create, edit, stored, publicUrl } = await editors();
  const page = await openWindow();
  const publicPage = async (id: string) => (await fetch(`${publicUrl}/f/${id}`)).text();

  const first = await create(small, true);
  await edit(page, first);
  await writeText(page, "Name", "Bank password");
  await saved(page, "unpublished");
  await page.locator("[data-name=publish-changes]").click();
  const note = page.locator("[data-name=secret]");
  await note.getByText("Bank password").waitFor();
  expect((await stored(first)).pages[0]!.fields[0]!.label).toEqual({ en: "Name" });
  expect(await publicPage(first)).not.toContain(NEVER);
  await note.locator("[data-name=publish-secret]").click();
  await note.waitFor({ state: "detached" });
  await saved(page);
  expect((await stored(first)).pages[0]!.fields[0]!.label).toEqual({ en: "Bank password" });
  expect(await publicPage(first)).toContain(NEVER);

  const second = await create(small, true);
  await edit(page, second);
  await writeText(page, "Name", "PIN");
  await saved(page, "unpublished");
  await page.goto(`${publicUrl}/forms/${second}`);
  const changes = page.locator("#changes");
  await changes.locator("[name=action][value=publish]").click();
  // The browser asks for the box first.
  const isMissing = `document.querySelector("#changes [name=acknowledge]").validity.valueMissing`;
  expect(await page.evaluate(isMissing)).toBe(true);
  expect(await publicPage(second)).not.toContain(NEVER);
  await changes.locator("[name=acknowledge]").check();
  await changes.locator("[name=action][value=publish]").click();
  await changes.waitFor({ state: "detached" });
  expect(await publicPage(second)).toContain(NEVER);
});

test("a proposal with a secret question is applied only by a second confirmation", async () => {
  const { openWindow, create, edit, stored, publicUrl } = await editors();
  const page = await openWindow();
  const id = await create(small, true);
  await edit(page, id);
  await page.getByText("Change by instructions").click();
  await page.getByLabel("What should change?").fill('Add a question "Bank password"');
  await page.locator("[data-name=ai-ask]").click();
  const proposal = page.locator("[data-name=proposal]");
  const apply = proposal.locator("[data-name=ai-apply]");
  expect(await apply.isDisabled()).toBe(true);
  await proposal.getByLabel("Yes, ask respondents for “Bank password”").check();
  await apply.click();
  await proposal.waitFor({ state: "detached" });
  await saved(page);
  expect((await stored(id)).pages.at(-1)?.fields.at(-1)?.label).toEqual({ en: "Bank password" });
  expect(await (await fetch(`${publicUrl}/f/${id}`)).text()).toContain(NEVER);
});

test("without scripts the proposal has the checkbox, too", async () => {
  const { create, ada, publicUrl } = await editors();
  const id = await create(small, true);
  const edit = `/forms/${id}/edit`;
  const proposed = await ada.send(await ada.open(edit), edit, { prompt: 'Add a question "PIN"' });
  expect(proposed.html).toMatch(/name="acknowledge" value="yes" required/);
  const refused = await ada.send(proposed, edit);
  expect(refused.status).toBe(422);
  const applied = await ada.send(proposed, edit, { acknowledge: "yes" });
  expect(applied.status).toBe(200);
  expect(await (await fetch(`${publicUrl}/f/${id}`)).text()).toContain(NEVER);
});
