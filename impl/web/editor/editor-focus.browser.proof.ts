/** The focus after parts of the form were removed, added or hidden: never lost, and at what is shown instead. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { DESKTOP, PHONE } from "../../test/support/browser.ts";
import { editors, small } from "../../test/support/editors.ts";

const form: FormStructure = {
  ...small,
  languages: ["en", "de"],
  calculations: [{ id: "sum", formula: "age * 2" }],
  hidden_fields: [{ id: "source" }, { id: "campaign" }],
};

/** Returns what has the focus, and whether it is seen. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: one } = document;
    if (one === null || one === document.body) return "nothing";
    const { outlineStyle } = getComputedStyle(one);
    const name = one.ariaLabel ?? (one as HTMLElement).innerText;
    return `${one.localName} ${name}${outlineStyle === "none" ? ", not seen" : ""}`;
  });
}

async function press(page: Page, name: string): Promise<void> {
  await page.locator(`[data-name=${name}]`).filter({ visible: true }).first().focus();
  await page.keyboard.press("Enter");
}

/** Opens a part of the form with the keyboard. */
async function open(page: Page, name: string, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole("tab", { name: "Questions" }).press("Enter");
  await page
    .locator(".ed-item-name")
    .filter({ hasText: new RegExp(name) })
    .first()
    .press("Enter");
}

test.for([
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const)(
  "the focus goes to the heading of what is shown instead of a removed part: %s",
  async ([name, viewport]) => {
    const { openWindow, create, edit } = await editors();
    const page = await openWindow({ viewport });
    await edit(page, await create(form));
    const isPhone = name === "phone";
    const expectFocus = (place: string) => expect.poll(() => focused(page)).toBe(place);
    await open(page, "Age", isPhone);
    // Phones show the panel instead of the list that had the focus.
    if (isPhone) await expectFocus("h2 Age");
    await press(page, "duplicate");
    await expectFocus("h2 Age");
    await press(page, "remove");
    await expectFocus("h2 Age");
    await press(page, "toast-undo");
    await expectFocus("h2 Age");
    await open(page, "Course", isPhone);
    await press(page, "remove");
    // The question after the removed one is shown, not the first one of the form.
    await expectFocus("h2 Age");
    await press(page, "toast-close");
    await expectFocus("h2 Age");
    await open(page, "Page 2", isPhone);
    await press(page, "remove-page");
    await expectFocus("h2 Page 1");
    await open(page, "source", isPhone);
    await press(page, "remove");
    await expectFocus("h2 campaign");
    await press(page, "remove");
    await expectFocus("h2 Name");
  },
);

test("the focus goes to the next choice, to a condition that is added, and to redo when nothing is left to undo", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(form));
  const expectFocus = (place: RegExp | string) => expect.poll(() => focused(page)).toMatch(place);
  await open(page, "Course", false);
  await page.getByLabel("Actions for “Painting”").focus();
  await page.keyboard.press("Enter");
  await press(page, "remove");
  await expectFocus(/^(input|button|summary)/);
  await press(page, "undo");
  await expectFocus("button Redo");
  await open(page, "Notes", false);
  await page.getByText("Show only if…").press("Enter");
  await press(page, "add-condition");
  await expectFocus(/^select/);
});

test("a removed question is followed by the next one of its page, else by the one before, else by the first one of the form", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(form));
  const heading = page.locator(".ed-panel-head h2");
  const shown: string[] = [];
  await open(page, "Course", false);
  for (let left = 3; left > 0; left -= 1) {
    await press(page, "remove");
    shown.push(await heading.innerText());
  }
  expect(shown).toEqual(["Age", "Name", "Notes"]);
});

test("a section stays open, with the focus in it, when its last limit or its condition is removed", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create({ ...form, pages: [form.pages[0]!] }));
  await open(page, "Name", false);
  await page.getByText("Limits", { exact: true }).press("Enter");
  const least = page.getByLabel("Fewest characters");
  await least.focus();
  await page.keyboard.type("7");
  await page.keyboard.press("Backspace");
  await page.waitForTimeout(100);
  expect(await least.evaluate((input) => input === document.activeElement)).toBe(true);
  await open(page, "Age", false);
  await page.getByText("Show only if…").press("Enter");
  await press(page, "add-condition");
  await page.locator(".ed-test .ed-icon").press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^(button|summary|select)/);
});

test("with the keyboard, a change by words keeps the focus at its box", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await edit(page, await create(form));
  const box = page.locator(".ed-ai textarea");
  const isThere = () => box.evaluate((one) => one === document.activeElement);
  for (const name of ["ai-discard", "ai-apply"]) {
    await page.locator(".ed-ai").evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    await box.fill("rename Age to Years");
    await press(page, "ai-ask");
    await page.locator("[data-name=proposal]").waitFor();
    expect(await focused(page)).toBe("button Show what would change");
    await press(page, name);
    await page.locator("[data-name=proposal]").waitFor({ state: "detached" });
    await expect.poll(isThere).toBe(true);
  }
  await page.locator(".ed-item-name", { hasText: "Years" }).waitFor();
  expect(await isThere()).toBe(true);
});

test("where a browser does not know `closedby`, a click beside a dialog closes it, and one on its edge does not", async () => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow();
  await page.addInitScript("delete HTMLDialogElement.prototype.closedBy");
  await edit(page, await create(form));
  await page.getByRole("button", { name: "Add question" }).first().click();
  const dialog = page.locator("dialog");
  await dialog.evaluate((one) => one.removeAttribute("closedby"));
  const { x, y } = (await dialog.boundingBox())!;
  await page.mouse.click(x + 5, y + 5);
  expect(await dialog.count()).toBe(1);
  await page.mouse.click(x - 5, y + 5);
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await focused(page)).toContain("Add question");
});
