/** What is removed in the editor says so, and comes back by a button. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { editors, saved, small } from "../../test/support/editors.ts";

/** "Notes" has a translation, since a save adds those that the service knows. */
const form: FormStructure = {
  ...small,
  pages: [
    small.pages[0]!,
    {
      id: "two",
      fields: [{ id: "notes", type: "long_text", label: { en: "Notes", de: "Notizen" } }],
    },
  ],
  languages: ["en", "de"],
  welcome: { title: { en: "Hello" } },
};

const undo = (page: Page) => page.locator("[data-name=toast-undo]").click();

test("a page, the welcome page and a language that are removed come back by the button of their message", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(form);
  await edit(page, id);
  await page.locator(".ed-page-name").last().click();
  await page.locator("[data-name=remove-page]").click();
  await page.getByText("“Page 2” is deleted.").waitFor();
  await saved(page);
  expect((await stored(id)).pages).toHaveLength(1);
  await undo(page);
  await page.getByRole("button", { name: "Welcome page" }).click();
  await page.locator("[data-name=remove-welcome]").click();
  await page.getByText("“Welcome page” is deleted.").waitFor();
  await undo(page);
  await page.getByRole("button", { name: "Languages and translations" }).click();
  await page.getByRole("button", { name: "Remove German" }).click();
  await page.getByText("“German” is deleted.").waitFor();
  await undo(page);
  await saved(page);
  expect(await stored(id)).toEqual(form);
});

test("translations that the service adds are taken back by the button of their message", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const email = { id: "email", type: "email", label: { en: "Email" } } as const;
  const id = await create({ ...small, pages: [{ id: "one", fields: [email] }] });
  await edit(page, id);
  await page.getByRole("button", { name: "Languages and translations" }).click();
  await page.getByLabel("Add language").selectOption({ label: "German" });
  await page.getByText("German is added.").waitFor();
  await saved(page);
  await undo(page);
  await saved(page);
  await expect.poll(async () => (await stored(id)).pages[0]!.fields[0]!.label).toEqual(email.label);
});

test("a page with answers is not deleted: the dialog offers to stop asking its questions", async () => {
  const { openWindow, create, edit, stored, storage, now } = await editors();
  const page = await openWindow();
  const id = await create(form, true);
  const at = now().toISOString();
  const response = { id: "rsp_1", form_id: id, form_version: 1, status: "verified", language: "en" } as const;
  await storage.db
    .insertInto("responses")
    .values({ ...response, email: "r@example.org", answers: "{}", submitted_at: at, verified_at: at })
    .execute();
  await edit(page, id);
  await page.locator(".ed-page-name").first().click();
  await page.locator("[data-name=remove-page]").click();
  await page.getByRole("dialog", { name: "Delete “Page 1”?" }).waitFor();
  await page.getByText("may answer questions of this page.").waitFor();
  await page.getByRole("link", { name: "Make a copy without them", exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "remove-page-with-answers");
  await page.getByRole("button", { name: "Stop asking, keep 1 response" }).click();
  await page.getByText("The questions of “Page 1” are no longer asked.").waitFor();
  await saved(page, "unpublished");
  expect(await page.locator(".ed-outline .ed-retired").count()).toBe(3);
  await undo(page);
  await expect.poll(() => page.locator(".ed-outline .ed-retired").count()).toBe(0);
  expect(await stored(id)).toEqual(form);
});

test.for([
  ["reduce", undefined],
  ["no-preference", 200],
] as const)(
  "with motion set to %s, a removed question, choice and page leave for %s",
  async ([reducedMotion, duration]) => {
    const { openWindow, create, edit, stored } = await editors();
    const page = await openWindow({ reducedMotion });
    const choices = ["a", "b", "c"].map((id) => ({ id, label: { en: `Choice ${id}` } }));
    const single = { id: "single", type: "single_choice", label: { en: "Single" }, choices } as const;
    const notes = { id: "notes", type: "long_text", label: { en: "Notes" } } as const;
    const name = { id: "name", type: "short_text", label: { en: "Name" } } as const;
    const pages: FormStructure["pages"] = [
      { id: "one", fields: [single, notes] },
      { id: "two", fields: [name] },
    ];
    const id = await create({ ...small, pages });
    await edit(page, id);
    /** Presses a button twice, and returns how long its row moves; undefined: the row is removed at once. */
    const press = (button: string, row: string) =>
      page.evaluate(
        ([pressed, left]) => {
          for (let times = 0; times < 2; times += 1) document.querySelector<HTMLElement>(pressed!)?.click();
          const motions = document.querySelector(left!)?.getAnimations() ?? [];
          return motions.find((motion) => motion.id === "leaving")?.effect?.getTiming().duration;
        },
        [button, row],
      );
    const rows = page.locator(".ed-outline .ed-item");
    await rows.first().locator("button").click();
    const choice = '.ed-choices [data-item="b"]';
    await page.locator(choice).waitFor();
    expect(await press(`${choice} > .ed-icon`, choice)).toBe(duration);
    await page.getByText("“Choice b” is deleted.").waitFor();
    expect(await press(".ed-danger[data-name=remove]", '.ed-outline [data-item="single"]')).toBe(duration);
    await page.getByText("“Single” is deleted.").waitFor();
    await page.locator(".ed-page-name").last().click();
    await page.locator("[data-name=remove-page]").waitFor();
    expect(await press("[data-name=remove-page]", '[data-item="page:two"]')).toBe(duration);
    await page.getByText("“Page 2” is deleted.").waitFor();
    await saved(page);
    expect((await stored(id)).pages).toEqual([{ id: "one", fields: [notes] }]);
  },
);

test.for([
  ["reduce", undefined],
  ["no-preference", 200],
] as const)(
  "with motion set to %s, a language and the welcome page come and leave for %s",
  async ([reducedMotion, duration]) => {
    const { openWindow, create, edit, stored } = await editors();
    const page = await openWindow({ reducedMotion });
    const id = await create({ ...form, languages: ["en", "de", "fr"] });
    await edit(page, id);
    /** Presses a button, and returns how long each row moves, by the animation that has this name or id. */
    const press = (button: string, motion: string, ...rows: readonly string[]) =>
      page.evaluate(
        async ([pressed, name, ...moved]) => {
          document.querySelector<HTMLElement>(pressed!)?.click();
          await new Promise(requestAnimationFrame);
          return moved.map((row) => {
            const motions = document.querySelector(row)?.getAnimations() ?? [];
            const found = motions.find((one) =>
              [one.id, (one as CSSAnimation).animationName].includes(name!),
            );
            return found?.effect?.getTiming().duration;
          });
        },
        [button, motion, ...rows],
      );
    const [none, welcome] = [
      ".ed-coming:has([data-name=add-welcome])",
      ".ed-coming:has([data-name=remove-welcome])",
    ];
    await page.getByRole("button", { name: "Welcome page" }).click();
    await page.locator(welcome).waitFor();
    expect(await press("[data-name=remove-welcome]", "leaving", welcome)).toEqual([duration]);
    await page.getByText("“Welcome page” is deleted.").waitFor();
    await page.locator(none).waitFor();
    expect(await press("[data-name=add-welcome]", "ed-appear", welcome)).toEqual([duration]);
    await page.getByRole("button", { name: "Languages and translations" }).click();
    const [german, french] = ["[data-language=de]", "[data-language=fr]"];
    await page.locator(german).waitFor();
    expect(await press(`${french} button`, "leaving", french)).toEqual([duration]);
    await page.getByText("“French” is deleted.").waitFor();
    const rows = [`.ed-coming:has(> .ed-row ${german})`, ".ed-writing"];
    expect(await press(`${german} button`, "leaving", ...rows)).toEqual([duration, duration]);
    await page.getByText("“German” is deleted.").waitFor();
    expect(await page.locator(".ed-writing").count()).toBe(0);
    expect(await press("[data-name=toast-undo]", "ed-appear", ...rows)).toEqual([duration, duration]);
    await saved(page);
    expect((await stored(id)).languages).toEqual(["en", "de"]);
  },
);
