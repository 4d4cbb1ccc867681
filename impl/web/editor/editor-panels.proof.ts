/** Every panel of the editor in a real browser: accessible, not too wide, and opening it changes nothing. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ChoiceField } from "../../../generated/types.ts";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { lookAtPanels, openAll } from "../../test/support/editor-panels.ts";
import { editors, previewOf, saved, small } from "../../test/support/editors.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1600, height: 1000 };

// `npm run proof` checks the accessibility of every panel.
test("panels are accessible in narrow and wide windows, and opening them changes nothing", async () => {
  const { found, kinds, before, after } = await lookAtPanels(3);
  expect(found).toEqual({});
  expect(kinds).toBeGreaterThan(25);
  expect(after).toEqual(before);
});

test("outline, panel, preview and pages of the form are accessible in dark and narrow windows", async () => {
  const { openWindow, create, edit, publicUrl } = await editors();
  const id = await create(everyFieldForm());
  const page = await openWindow({ viewport: NARROW, colorScheme: "dark" });
  await edit(page, id);
  const found: Record<string, string[]> = {};
  for (const view of ["Questions", "Edit", "Preview"]) {
    await page.getByRole("tab", { name: view }).click();
    found[view] = await barriers(page);
  }
  for (const path of ["/forms", `/forms/${id}`, `/forms/${id}/preview`]) {
    await page.goto(publicUrl + path);
    // An open menu covers what is below it.
    await openAll(page, "details:not(.menu)");
    found[path] = await barriers(page);
  }
  expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
});

test("builds conditions, calculations and translations without JSON", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow({ viewport: WIDE });
  await edit(page, id);
  await page.locator('[data-item="notes"] .ed-item-name').click();
  await page.getByText("Show only if…").click();
  await page.locator("[data-name=add-condition]").click();
  const tests = page.locator(".ed-test");
  await tests.first().getByLabel("Question").selectOption({ label: "Course" });
  await page.locator("[data-name=add-test]").click();
  await tests.last().getByLabel("Question").selectOption({ label: "Age" });
  await tests.last().getByLabel("Comparison").selectOption({ label: "is at least" });
  await tests.last().getByLabel("Value").fill("18");
  await page.getByText("Course is “Painting” and Age is at least 18").waitFor();
  await saved(page);
  expect((await stored(id)).pages[1]!.fields[0]!.visible_if).toEqual({
    all: [
      { field: "course", op: "equals", value: "c1" },
      { field: "age", op: "gte", value: 18 },
    ],
  });

  await page.locator("[data-name=add-calculations]").click();
  const formula = page.getByLabel("Formula", { exact: true });
  await formula.fill("2 * agee");
  await page
    .getByText("has a mistake at character 5: it is agee, which the form does not have; did you mean age?")
    .first()
    .waitFor();
  expect(await page.locator(".ed-mirror mark").textContent()).toBe("agee");
  await formula.fill("");
  await page.getByRole("button", { name: "Names and functions" }).click();
  await page.getByRole("option", { name: "score()" }).click();
  await page.keyboard.type("cour");
  await page.keyboard.press("Enter");
  await page.keyboard.type(", 'mus");
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "editor-formula");
  await page.keyboard.press("Enter");
  await page.keyboard.type(": 20");
  await page.keyboard.press("End");
  await page.keyboard.type(" * a");
  expect(await page.getByRole("option").allTextContents()).toEqual(["age Age", "answered() ", "name Name"]);
  await page.keyboard.press("Enter");
  await saved(page);
  expect((await stored(id)).calculations).toEqual([
    { id: "result_1", formula: "score(course, 'c2': 20) * age" },
  ]);

  await page.getByRole("button", { name: "Languages and translations" }).click();
  await choose(page, "Add language", "German");
  await page.getByText("4 of 7 texts are translated").waitFor();
  await page.getByLabel("German: Painting").fill("Malen");
  await page.getByText("5 of 7 texts are translated").waitFor();
  await saved(page);
  const { languages, pages } = await stored(id);
  const course = pages[0]!.fields[1]!;
  expect(languages).toEqual(["en", "de"]);
  expect("choices" in course && course.choices[0]!.label).toEqual({ en: "Painting", de: "Malen" });
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().selectOption({ label: option });
}

test("sets capacities of all choices and of each, and a setting that keeps answers out of the browser", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow({ viewport: WIDE });
  await edit(page, id);
  await page.locator('[data-item="course"] .ed-item-name').click();
  const places = page.locator(".ed-panel details", { hasText: "Places for each choice" });
  await places.locator("summary").click();
  await places.getByLabel("All choices").fill("20");
  await places.getByLabel("Painting").fill("0");
  await page.locator(".ed-outline").getByText("Form options", { exact: true }).click();
  await page.getByLabel("Browsers keep answers").uncheck();
  // The page may still show the status of the save before this change.
  await expect.poll(async () => (await stored(id)).settings).toEqual({ keep_answers: false });
  const { pages } = await stored(id);
  expect(pages[0]!.fields[1]).toMatchObject({
    choices: [
      { id: "c1", capacity: 0 },
      { id: "c2", capacity: 20 },
    ],
  });
  await page.locator('[data-item="course"] .ed-item-name').click();
  await page.locator(".ed-panel").getByLabel("Type").selectOption("ranking");
  await saved(page);
  expect(JSON.stringify((await stored(id)).pages)).not.toContain("capacity");
  await page.locator(".ed-panel").getByLabel("Type").selectOption("single_choice");
  await page.locator(".ed-panel").getByLabel("Choice 2").fill("Other (please say)");
  await page.locator("[data-name=use-other]").click();
  expect(await page.locator("[data-name=other-choice]").count()).toBe(0);
  await saved(page);
  const { choices, allow_other } = (await stored(id)).pages[0]!.fields[1] as ChoiceField;
  expect([choices.map((choice) => choice.id), allow_other]).toEqual([["c1"], true]);
});

test("gives an ending an event, as a day and as a time, and a redirection", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create({ ...small, endings: [{ id: "end", title: { en: "Bye" } }] });
  const ending = async () => (await stored(id)).endings?.[0];
  const page = await openWindow({ viewport: WIDE, timezoneId: "Europe/Berlin" });
  await edit(page, id);
  await page.locator(".ed-outline .ed-item-name", { hasText: "Bye" }).click();
  await page.getByText("Calendar file").click();
  await page.locator("[data-name=add-event]").click();
  await page.getByLabel("Event", { exact: true }).fill("Workshop");
  await page.getByLabel("Begins").fill("2027-05-20");
  await page.getByLabel("Ends").fill("2027-05-19");
  await page.getByText("is before start").first().waitFor();
  await page.getByLabel("Ends").fill("2027-05-21");
  await page.getByLabel("Place").fill("Old mill");
  await saved(page);
  expect(await ending()).toMatchObject({
    calendar: {
      title: { en: "Workshop" },
      start: "2027-05-20",
      end: "2027-05-21",
      place: { en: "Old mill" },
    },
  });
  await page.getByLabel("Whole day").uncheck();
  await page.getByLabel("Begins").fill("2027-05-20T18:30");
  await page.getByLabel("Ends").fill("");
  await page.getByLabel("Link to go on").fill("http://example.org/");
  await page.getByLabel("Go there at once, without a click").check();
  await page.getByText("needs a redirect_url that begins with https://").waitFor();
  await page.getByLabel("Link to go on").fill("https://example.org/");
  await saved(page);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "editor-ending");
  expect(await ending()).toEqual({
    id: "end",
    title: { en: "Bye" },
    redirect_url: "https://example.org/",
    redirect_at_once: true,
    calendar: { title: { en: "Workshop" }, start: "2027-05-20T16:30:00.000Z", place: { en: "Old mill" } },
  });
  const link = previewOf(page).getByRole("link", { name: "Add to calendar" });
  expect(decodeURIComponent((await link.getAttribute("href")) ?? "")).toContain("SUMMARY:Workshop\r\n");
  await page.locator("[data-name=remove-event]").click();
  await saved(page);
  expect((await ending())?.calendar).toBeUndefined();
});

test("adds a welcome page, shows it, and goes on from it in the preview", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow({ viewport: WIDE });
  await edit(page, id);
  await page.getByRole("button", { name: "Welcome page" }).click();
  await page.locator("[data-name=add-welcome]").click();
  await previewOf(page).getByRole("button", { name: "Start" }).waitFor();
  await page.getByLabel("Text").fill("It takes **two** minutes.");
  await page.getByLabel("Button").fill("Let us go");
  await saved(page);
  await previewOf(page).getByText("two", { exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "editor-welcome");
  expect((await stored(id)).welcome).toEqual({
    text: { en: "It takes **two** minutes." },
    button: { en: "Let us go" },
  });
  await previewOf(page).getByRole("button", { name: "Let us go" }).click();
  await previewOf(page).getByRole("textbox", { name: "Name" }).waitFor();
  await page.locator("[data-name=remove-welcome]").click();
  await saved(page);
  expect((await stored(id)).welcome).toBeUndefined();
});
