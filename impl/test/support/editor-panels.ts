/** Looks at every panel of the editor. */
import type { Page } from "playwright-core";
import { barriers } from "./browser.ts";
import { editors, saved } from "./editors.ts";
import { everyFieldForm } from "./every-field-form.ts";

/** Higher than any panel: a control that is half behind the bar at the bottom would count as too small. */
const WHOLE_PANEL = { width: 360, height: 3000 };

/** @param every of how many panels one is searched for barriers, which takes longer than opening it */
export async function lookAtPanels(every = 1) {
  const { openWindow, create, edit, stored, form } = await editors();
  const structure = everyFieldForm();
  const id = await create(structure);
  const page = await openWindow({ viewport: { width: 1600, height: 1000 } });
  await edit(page, id);
  const found: Record<string, string[]> = {};
  const search = async (name: string) => {
    const problems = await barriers(page);
    if (problems.length > 0) found[name] = problems;
  };
  await search("wide");
  // A narrow window shows only the panel, so its check is fast.
  await page.setViewportSize(WHOLE_PANEL);
  const names = page.locator(".ed-outline .ed-item-name");
  const kinds = new Set<string>();
  for (let at = 0; at < (await names.count()); at += 1) {
    await page.getByRole("tab", { name: "Questions" }).click();
    const label = (await names.nth(at).textContent()) ?? "";
    await names.nth(at).click();
    await openAll(page, ".ed-panel details");
    if (at % every === 0) await search(label);
    kinds.add(label.split(", ")[1] ?? label);
  }
  await saved(page);
  const after = { structure: await stored(id), revision: (await form(id)).revision };
  return { found, kinds: kinds.size, before: { structure, revision: 1 }, after };
}

export async function openAll(page: Page, selector: string): Promise<void> {
  await page.evaluate(`document.querySelectorAll("${selector}").forEach((part) => { part.open = true; })`);
}
