/** The editor while parts of it are on their way, and its room in the window. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { item } from "../../test/support/editor-page.ts";
import { editors, previewOf, saved, small } from "../../test/support/editors.ts";

test.for(["light", "dark"] as const)(
  "the place of the preview says that it is coming: %s",
  async (colorScheme) => {
    const { openWindow, create, edit } = await editors();
    const page = await openWindow({ viewport: { width: 1600, height: 1000 }, colorScheme });
    const arrived = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/preview", async (route) => {
      asked.resolve();
      await arrived.promise;
      await route.continue();
    });
    await edit(page, await create(small));
    await asked.promise;
    const words = page.getByText("The preview appears here in a moment.");
    await words.waitFor();
    const frames = page.locator(".ed-frames");
    const before = await frames.boundingBox();
    await keepPicture(page, `preview-coming-${colorScheme}`);
    expect(await barriers(page)).toEqual([]);
    arrived.resolve();
    await previewOf(page).locator("#form").waitFor();
    await words.waitFor({ state: "detached" });
    expect(await frames.boundingBox()).toEqual(before);
  },
);

/** Holds the scripts of the editor back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/editor[\w-]*\.js/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  return arrived.resolve;
}

function hasStyles(page: Page): Promise<boolean> {
  return page
    .locator("link[rel=stylesheet]")
    .evaluateAll((links: HTMLLinkElement[]) => links.every(({ sheet }) => sheet !== null));
}

/** Returns where the parts of the head begin that are there before the script. */
function headPlaces(page: Page): Promise<readonly number[][]> {
  return page
    .locator(".form-list, .form-name, .form-top .chip, .form-menu summary, .wide > header")
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, height } = part.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      }),
    );
}

const heads = [390, 768, 1_280, 1_600].flatMap((width) =>
  (["draft", "published", "changed"] as const).map((state) => ({ width, state })),
);

test.for(heads)(
  "the head stays where it is when the script arrives: $width, $state",
  async ({ width, state }) => {
    const { openWindow, create, edit, publicUrl } = await editors();
    const page = await openWindow({ viewport: { width, height: 844 } });
    const id = await create(small, state !== "draft");
    if (state === "changed") {
      await edit(page, id);
      await item(page, "age").click();
      await page.getByLabel("Required").filter({ visible: true }).check();
      await saved(page, "unpublished");
    }
    const arrive = await holdScripts(page);
    await page.goto(`${publicUrl}/forms/${id}/edit`, { waitUntil: "commit" });
    await page.getByText("The editor appears here in a moment.").waitFor();
    // Places can be read before the styles have come; nothing is drawn until then.
    await expect.poll(() => hasStyles(page)).toBe(true);
    const before = await headPlaces(page);
    await keepPicture(page, `editor-coming-${state}-${width}`);
    arrive();
    await page.waitForSelector(".ed-head");
    await saved(page, state === "changed" ? "unpublished" : "saved");
    expect(await headPlaces(page)).toEqual(before);
  },
);

test.for(["light", "dark"] as const)(
  "a page without its script says so, and how to try again: %s",
  async (colorScheme) => {
    const { openWindow, create, publicUrl } = await editors();
    const page = await openWindow({ viewport: { width: 390, height: 844 }, colorScheme });
    const arrive = await holdScripts(page);
    await page.goto(`${publicUrl}/forms/${await create(small)}/edit`, { waitUntil: "commit" });
    await page.getByText("The editor appears here in a moment.").waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(844);
    const again = page.getByRole("link", { name: "Load the page again" });
    expect(await again.isVisible()).toBe(false);
    // Only links of the head take the focus: nothing can be edited that the script would replace.
    expect(await page.locator("main :is(a, button, input, textarea):visible").count()).toBe(0);
    await again.waitFor({ timeout: 10_000 });
    await keepPicture(page, `editor-late-${colorScheme}`);
    expect(await barriers(page)).toEqual([]);
    const opened = page.waitForEvent("framenavigated");
    await again.click({ noWaitAfter: true });
    await opened;
    arrive();
    await page.waitForSelector(".ed-head");
    expect(await page.locator(".ed-loading, .ed-head-coming").count()).toBe(0);
  },
);

test("a browser without scripts shows nothing of what is coming", async () => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow({ javaScriptEnabled: false });
  await page.goto(`${publicUrl}/forms/${await create(small)}/edit`);
  await page.getByRole("heading", { name: "The editor needs scripts" }).waitFor();
  expect(await page.locator(".ed-loading").isVisible()).toBe(false);
  expect(await page.locator(".ed-head-coming .ed-main").isVisible()).toBe(false);
  expect(await page.getByLabel("What should change?").isVisible()).toBe(true);
});

test.for([1_210, 1_280, 1_440])("the panes end at the bottom of the window: %i", async (width) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: { width, height: 844 }, colorScheme: "dark" });
  await edit(page, await create(small));
  const { y, height } = (await page.locator(".ed-panel").boundingBox())!;
  await keepPicture(page, `editor-dark-${width}`);
  expect(Math.abs(844 - y - height)).toBeLessThan(0.5);
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(844);
});
