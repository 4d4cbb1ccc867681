/**
 * Tests what Firefox and WebKit drew otherwise than Chromium, the browser of all tests. Each was seen there; these look at the
 * style or the markup that mends it, since Chromium draws the page well without it, too.
 */
import { expect, test } from "vitest";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { DESKTOP, openPage } from "../../../test/support/browser.ts";
import { ownerPages } from "../../../test/support/owner.ts";

const LONG = "Some thoughts about the whole of the conference, and about the food";

async function conference() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service);
  await answered.respondOften(8, (n) => ({ name: LONG, stars: (n % 5) + 1, birthday: `200${n}-03-04` }));
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  return { page, path: `${service.publicUrl}/forms/${answered.form.id}` };
}

/** Returns the values that a property has on all elements of a selector. */
const valuesOf = (selector: string, property: string) => `[...new Set(
  [...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => getComputedStyle(one)[${JSON.stringify(property)}]))]`;

test("no hyphen is put into an address or an answer", async () => {
  const { page, path } = await conference();
  await page.goto(`${path}/responses`);
  const withAt = `[...document.querySelectorAll("main *")].filter((one) => [...one.childNodes].some(
    (node) => node.nodeType === 3 && node.data.includes("@"))).map((one) => getComputedStyle(one).hyphens)`;
  expect(new Set((await page.evaluate(withAt)) as string[])).toEqual(new Set(["none"]));
  expect(await page.evaluate(valuesOf(".answers td > span", "hyphens"))).toEqual(["none"]);
  await page.click(".answers .when a");
  await page.waitForSelector(".response");
  expect(await page.evaluate(valuesOf(".response dd", "hyphens"))).toEqual(["none"]);
  expect(await page.evaluate(valuesOf("h2.sub a", "hyphens"))).not.toContain("auto");
});

// Firefox has no ellipsis in a box with a number of lines whose text is not wrapped.
test("an answer that is cut in the table ends with an ellipsis", async () => {
  const { page, path } = await conference();
  await page.goto(`${path}/responses`);
  expect(await page.evaluate(valuesOf(".answers td > span", "display"))).toEqual(["block"]);
  expect(await page.evaluate(valuesOf(".answers td > span", "textOverflow"))).toEqual(["ellipsis"]);
});

// WebKit draws the end of a line without a length in the scale of the chart: a bar across the window.
test("each point of a line chart has a length", async () => {
  const { page, path } = await conference();
  await page.goto(`${path}/responses/summary`);
  const points = page.locator(".lines .points");
  expect(await points.count()).toBeGreaterThan(1);
  for (const line of await points.all())
    expect((await line.getAttribute("d"))!.match(/M[\d.]+ [\d.]+h/g)).toHaveLength(
      (await line.getAttribute("d"))!.match(/h\.\d+/g)!.length,
    );
});

// WebKit gives a picture in rows of another grid the wrong height, so that it covers the labels.
test("a column that leads to its responses has rows of its own", async () => {
  const { page, path } = await conference();
  await page.goto(`${path}/responses/summary`);
  const rows = (await page.evaluate(valuesOf(".columns.linked a", "gridTemplateRows"))) as string[];
  expect(rows.length).toBeGreaterThan(0);
  for (const one of rows) expect(one).toMatch(/^22\.\d+px 112px [\d.]+px$/);
});

// WebKit begins a column with the margin of the block before it, and puts what is hidden from sight below the whole page.
test("cards in columns are lines of their text, and hold what is hidden in them", async () => {
  const { page, path } = await conference();
  await page.goto(`${path}/responses/summary`);
  expect(await page.evaluate(valuesOf(".questions > .question", "display"))).toEqual(["inline-block"]);
  expect(await page.evaluate(valuesOf(".question", "position"))).toEqual(["relative"]);
  await page.goto(path);
  expect(await page.evaluate(valuesOf(".parts > .part", "display"))).toEqual(["inline-block"]);
});

// Firefox gives a scrollbar a place of its own, below an address that has its whole text behind a button anyway.
test("an address to copy is as high as its button", async () => {
  const { page, path } = await conference();
  await page.goto(path);
  expect(await page.evaluate(valuesOf(".parts .copyable pre", "scrollbarWidth"))).toEqual(["none"]);
});
