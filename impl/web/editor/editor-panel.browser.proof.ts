/** The middle pane of the editor: named by what it edits, with rules that have values open. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture, PHONE } from "../../test/support/browser.ts";
import { openAll } from "../../test/support/editor-panels.ts";
import { editors, previewOf, saved, small } from "../../test/support/editors.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";

const shown: FormStructure = {
  ...small,
  pages: [
    {
      id: "one",
      fields: [
        { id: "bus", type: "yes_no", label: { en: "Do you take the bus?" } },
        {
          id: "stop",
          type: "short_text",
          label: { en: "Where do you get on?" },
          visible_if: { field: "bus", op: "equals", value: true },
        },
      ],
    },
  ],
};

test("the pane is headed by the question, and shows a condition that is set", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(shown));
  const outline = page.locator(".ed-outline");
  const heading = page.locator(".ed-panel-head h2");
  const condition = page.locator(".ed-panel details", { hasText: /^(Shown if|Show only if)/ });
  await outline.getByText("Where do you get on?").click();
  expect(await heading.textContent()).toBe("Where do you get on?");
  expect(await condition.locator("summary").textContent()).toBe("Shown if Do you take the bus? is yes");
  expect(await condition.getAttribute("open")).not.toBeNull();
  await keepPicture(page, "editor-pane-condition");
  await outline.getByText("Do you take the bus?").click();
  expect(await heading.textContent()).toBe("Do you take the bus?");
  expect(await condition.getAttribute("open")).toBeNull();
});

test("a new condition tests the nearest question before it that has a list of answers", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(small));
  await page.locator('[data-item="notes"] .ed-item-name').click();
  await page.getByText("Show only if…").click();
  await page.locator("[data-name=add-condition]").click();
  await page.getByText("Shown if Course is “Painting”").waitFor();
  await page.getByRole("button", { name: "Another condition" }).waitFor();
});

test("the form options begin with what most forms need, and end with the right answers of a quiz", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(small));
  await page.getByRole("button", { name: "Form options" }).click();
  const labels = await page.locator(".ed-fields .ed-label").allInnerTexts();
  expect(labels.slice(0, 3)).toEqual([
    "Text of the submit button",
    "Show progress",
    "Close after this many responses",
  ]);
  expect(labels.at(-1)).toBe("Show right answers");
});

test("the words of a button on two lines begin beside its icon", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ locale: "de" });
  await edit(page, await create(small));
  const button = page.locator("[data-name=add-hidden_fields]");
  const [lines, gaps] = await button.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element.lastChild!);
    const edge = element.querySelector("svg")!.getBoundingClientRect().right;
    const left = [...words.getClientRects()].map((line) => Math.round(line.left - edge));
    return [left.length, left] as const;
  });
  expect(lines).toBe(2);
  expect(Math.max(...gaps)).toBeLessThan(10);
});

test("places are open where a choice has some, and stay as they are while numbers are removed", async () => {
  const choices = (capacity?: number) =>
    ["Hatha", "Yin"].map((name) => ({
      id: name.toLowerCase(),
      label: { en: name },
      ...(capacity !== undefined && { capacity }),
    }));
  const question = (id: string, label: string, capacity?: number): FormField => ({
    id,
    type: "single_choice",
    label: { en: label },
    choices: choices(capacity),
  });
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  const fields = [question("open", "Open classes"), question("limited", "Small classes", 12)];
  await edit(page, await create({ ...small, pages: [{ id: "one", fields }] }));
  const places = page.locator(".ed-panel details", { hasText: "Places for each choice" });
  const isOpen = () => places.evaluate((element) => (element as HTMLDetailsElement).open);
  await page.locator(".ed-outline").getByText("Open classes").click();
  expect(await isOpen()).toBe(false);
  await page.locator(".ed-outline").getByText("Small classes").click();
  await expect.poll(isOpen).toBe(true);
  await places.getByLabel("Hatha").fill("");
  await places.getByLabel("Yin").fill("");
  expect(await isOpen()).toBe(true);
});

test("the subject of the mail to respondents and the text above their answers are form options", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  await page.locator(".ed-outline").getByText("Form options", { exact: true }).click();
  await page.getByLabel("Text of the copy for respondents").fill("Thank you, {{name}}.");
  await saved(page);
  expect((await stored(id)).settings).toEqual({ receipt_text: { en: "Thank you, {{name}}." } });
  const subject = page.getByLabel("Subject of the copy for respondents");
  expect(await subject.getAttribute("maxlength")).toBe("200");
  await subject.fill("Order of {{na");
  await page.getByRole("option", { name: "{{name}}" }).click();
  await expect
    .poll(async () => (await stored(id)).settings?.receipt_subject)
    .toEqual({ en: "Order of {{name}}" });
  await subject.fill("");
  await page.getByLabel("Text of the copy for respondents").fill("");
  await expect.poll(async () => (await stored(id)).settings).toBeUndefined();
});

test("the page of the editor is as high as its window, however long its panes are", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(everyFieldForm()));
  await page.locator('[data-item="age"] .ed-item-name').click();
  expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
});

test("on a phone, the name of a type, a day with its time and the example of an instruction are seen whole", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: PHONE, locale: "de" });
  await edit(page, await create(everyFieldForm()));
  await page.locator('[data-item="arrival"] .ed-item-name').click();
  await openAll(page, ".ed-panel details");
  const type = (await page.getByLabel("Typ", { exact: true }).boundingBox())!;
  expect(type.width).toBeGreaterThan(180);
  expect((await page.locator('[type="datetime-local"]').first().boundingBox())!.width).toBeGreaterThan(220);
  const example = page.locator(".ed-ai textarea");
  await example.fill((await example.getAttribute("placeholder")) ?? "");
  expect(await example.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
});

test("the sentence about limits that no answer fits names them in their order", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(everyFieldForm()));
  await page.locator('[data-item="age"] .ed-item-name').click();
  const limits = page.locator(".ed-panel .ed-section .ed-number");
  await limits.nth(0).fill("500");
  await limits.nth(1).fill("1");
  await page
    .getByText("“Age” leaves no possible answer: the minimum 500 is above the maximum 1. Swap them.")
    .first()
    .waitFor();
});

test("in the panels on a phone, inputs of choices keep their distance, types of files have their whole name, and a calculation is one", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: PHONE, locale: "de" });
  await edit(page, await create(everyFieldForm()));
  const choose = async (name: string) => {
    await page.getByRole("tab").first().click();
    await page.locator(".ed-outline").getByText(name, { exact: true }).click();
    await openAll(page, ".ed-panel details:not(.menu)");
  };
  await choose("Track");
  const places = page.locator(".ed-several:has([id]) > .ed-input");
  const [last, before] = [(await places.nth(-1).boundingBox())!, (await places.nth(-2).boundingBox())!];
  expect(last.y - (before.y + before.height)).toBeGreaterThanOrEqual(10);
  await choose("Slides");
  const kind = (await page.locator(".ed-kinds .ed-check", { hasText: "Dokumente" }).boundingBox())!;
  expect(kind.height).toBeLessThanOrEqual(44);
  await choose("Score");
  expect(await page.locator(".ed-panel-head p").textContent()).toBe("Berechnung 1");
});

test("buttons that add or remove have icons, and the button of a file looks like the others", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  const choices = ["a", "b"].map((id) => ({ id, label: { en: id } }));
  const single = { id: "single", type: "single_choice", label: { en: "Single" }, choices } as const;
  const id = await create({ ...small, languages: ["en", "de"], pages: [{ id: "one", fields: [single] }] });
  await edit(page, id);
  await page.locator(".ed-outline .ed-item-text").first().click();
  await page.locator(".ed-panel .ed-plain", { hasText: "Add choice" }).locator("svg").waitFor();
  await page.getByRole("button", { name: "Languages and translations" }).click();
  await page.locator(".ed-panel .ed-plain", { hasText: "Remove German" }).locator("svg").waitFor();
  const border = await page
    .locator(".ed-panel [type=file]")
    .evaluate((input) => getComputedStyle(input, "::file-selector-button").borderTopWidth);
  expect(border).toBe("0px");
  expect(await barriers(page)).toEqual([]);
});

test("a name in Arabic stands beside its icon and above its type", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: PHONE });
  const name = { id: "name", type: "short_text", label: { en: "الاسم الكامل" } } as const;
  const id = await create({ ...small, title: { en: "استمارة" }, pages: [{ id: "one", fields: [name] }] });
  await edit(page, id);
  await page.getByRole("tab", { name: "Edit" }).click();
  for (const heading of [".form-name", ".ed-panel h2"]) {
    const [box, words] = await page
      .locator(heading)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [element.getBoundingClientRect().left, range.getBoundingClientRect().left];
      });
    expect(words, heading).toBeCloseTo(box!, 0);
  }
});

test("a menu keeps its arrow while it has the focus", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(shown));
  await page.locator(".ed-outline").getByText("Where do you get on?").click();
  const menu = page.locator(".ed-panel select").first();
  await menu.focus();
  await page.keyboard.press("Shift");
  const image = await menu.evaluate(
    (one) => one.matches(":focus-visible") && getComputedStyle(one).backgroundImage,
  );
  expect(image).toContain("gradient");
});

test("the preview has an Arabic question at the right, as respondents see it", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  const name = { id: "name", type: "short_text", label: { en: "ما اسم حيوانك؟" } } as const;
  await edit(page, await create({ ...small, pages: [{ id: "one", fields: [name] }] }));
  const label = previewOf(page).locator("#q-name .label");
  const words = (await label.locator("[data-text]").boundingBox())!;
  const box = (await label.boundingBox())!;
  expect(words.x + words.width).toBeCloseTo(box.x + box.width, 0);
  await keepPicture(page, "editor-arabic");
});
