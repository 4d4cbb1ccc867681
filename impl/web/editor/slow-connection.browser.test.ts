/** The editor while parts of it are on their way, and its room in the window. */
import { expect, test } from "vitest";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { editors, previewOf, small } from "../../test/support/editors.ts";

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

test.for([1_210, 1_280, 1_440])("the panes end at the bottom of the window: %i", async (width) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: { width, height: 844 }, colorScheme: "dark" });
  await edit(page, await create(small));
  const { y, height } = (await page.locator(".ed-panel").boundingBox())!;
  await keepPicture(page, `editor-dark-${width}`);
  expect(Math.abs(844 - y - height)).toBeLessThan(0.5);
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(844);
});
