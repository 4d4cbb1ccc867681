/** The owner's pages about lessons in a browser: barriers, widths, shifts of the layout and bytes of script. */
import { expect, test } from "vitest";
import { builtinWriter } from "../../../lessons/builtin/writer.ts";
import { barriers, DESKTOP, openPage, PHONE } from "../../../test/support/browser.ts";
import { ownerPages } from "../../../test/support/owner.ts";

/** Measures the layout shift while the page was loaded, in hundredths of the window. */
const shifts = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(Math.round(sum * 100) / 100), 300);
})`;

test("the pages of lessons are accessible, without layout shifts and scripts, on desktop and phone, light and dark, in two languages", async () => {
  const service = await ownerPages({ writer: builtinWriter });
  const ada = await service.signIn();
  const price = async (prompt: string) =>
    ada.send(await ada.open("/lessons"), "/lessons/quotes", { prompt, pictures: "3", languages: "de" });
  const quoted = await price("The water cycle");
  const path = new URL(quoted.url).pathname;
  const made = await ada.send(quoted, path, { task_mode: "ai_reviewed" });
  const id = /lsn_\w+/.exec(made.url)![0];
  const jobs = () => service.storage.db.selectFrom("jobs").select("id").execute();
  await expect.poll(jobs).toEqual([]);
  const open = new URL((await price("The food chain")).url).pathname;
  const cookies = [...ada.jar].map(([key, { value }]) => ({
    name: key.split(" ")[0]!,
    value,
    url: service.publicUrl,
  }));
  const views = [
    [DESKTOP, "light", "en"],
    [PHONE, "dark", "de"],
  ] as const;
  for (const [viewport, colorScheme, locale] of views) {
    const page = await openPage({ viewport, colorScheme, locale });
    await page.context().addCookies(cookies);
    for (const address of ["/lessons", open, `/lessons/${id}`, `/l/${id}`, "/settings/subscription"]) {
      await page.goto(service.publicUrl + address);
      const scripts = await page.locator("script[src]").count();
      const found = { address, barriers: await barriers(page), shifts: await page.evaluate(shifts), scripts };
      // Learners have a script, which sends answers without loading the page again.
      const expected = { address, barriers: [], shifts: 0, scripts: address.startsWith("/l/") ? 1 : 0 };
      expect(found).toEqual(expected);
    }
  }
});
