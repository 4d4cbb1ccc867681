/** The pictures of a lesson in a browser: their labels are in the language of the page. */
import { expect, test } from "vitest";
import { DESKTOP, openPage } from "../../test/support/browser.ts";
import { inLanguage } from "../../test/support/lesson-pictures.ts";
import { startService } from "../../test/support/service.ts";
import { builtinWriter } from "../builtin/writer.ts";

const PICTURES = 3;
/** Pixels that two renderings of the same may have another colour in: a letter has more. */
const NOISE = 10;

/** How many pixels of two screenshots differ by more than a shade. */
async function difference(one: string, other: string): Promise<number> {
  const page = await openPage({ viewport: DESKTOP });
  const count = await page.evaluate(`(async () => {
    const [one, other] = await Promise.all(${JSON.stringify([one, other])}.map(async (data) => {
      const image = new Image();
      image.src = "data:image/png;base64," + data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height).data;
    }));
    if (one.length !== other.length) return Infinity;
    return one.reduce((count, value, at) => count + (Math.abs(value - other[at]) > 100 ? 1 : 0), 0);
  })()`);
  await page.close();
  return Number(count);
}

test("each page shows the labels of its language, or of the first language if none is chosen", async () => {
  const service = await startService({ writer: builtinWriter });
  const { token } = await service.mint();
  const wish = { prompt: "The water cycle", languages: ["en", "de"], illustration_count: PICTURES };
  const { quote_id } = (await service.call(token, "service_quote_lesson_generation", wish)).structuredContent;
  const { urls } = (await service.call(token, "service_create_lesson", { quote_id })).structuredContent;
  const jobs = () => service.storage.db.selectFrom("jobs").select("id").execute();
  await expect.poll(jobs).toEqual([]);

  /** @param only the labels that are sent; undefined: as the service sends them */
  async function seen(address: string, only?: "en" | "de") {
    const page = await openPage({ viewport: DESKTOP, locale: "en" });
    if (only !== undefined)
      await page.route("**/images/*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: inLanguage(await response.text(), only) });
      });
    await page.goto(address);
    const shots: string[] = [];
    // Takes screenshots one after the other, since each scrolls the page.
    for (const image of await page.locator("img").all())
      shots.push((await image.screenshot()).toString("base64"));
    return shots;
  }

  const [english, german] = [await seen(`${urls.public}?lang=en`), await seen(`${urls.public}?lang=de`)];
  expect(english).toHaveLength(PICTURES);
  for (const [language, shown, other] of [
    ["en", english, german],
    ["de", german, english],
  ] as const)
    for (const [index, picture] of (await seen(`${urls.public}?lang=${language}`, language)).entries()) {
      const differences = [
        await difference(picture, shown[index]!),
        await difference(picture, other[index]!),
      ];
      expect([language, index, ...differences.map((count) => count > NOISE)]).toEqual([
        language,
        index,
        false,
        true,
      ]);
    }

  // Opened by itself, as the agent's address of a picture is.
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const address = `${urls.public.replace("/l/", "/lessons/")}/images/0`;
  for (const [fragment, language] of [
    ["", "en"],
    ["#en", "en"],
    ["#de", "de"],
    ["#fr", "en"],
  ]) {
    await page.goto("about:blank");
    await page.goto(address + fragment);
    const shown = await page.evaluate(`[...document.querySelectorAll("g[id]")]
      .filter((group) => getComputedStyle(group).display !== "none").map((group) => group.id)`);
    expect([fragment, shown]).toEqual([fragment, [language]]);
  }
});
