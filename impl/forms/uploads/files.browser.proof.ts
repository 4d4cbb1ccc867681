import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { barriers, openPage, PHONE } from "../../test/support/browser.ts";
import { png } from "../../test/support/pictures.ts";
import { publicForms } from "../../test/support/public-forms.ts";

function asking(...fields: FormField[]): FormStructure {
  const email: FormField = { id: "email", type: "email", label: { en: "Email" }, required: true };
  return {
    title: { en: "Files" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields: [...fields, email] }],
  };
}

const signature: FormField = { id: "sign", type: "signature", label: { en: "Signature" } };
const upload: FormField = {
  id: "file",
  type: "file_upload",
  label: { en: "File" },
  validation: { max_files: 1 },
};

async function fillIn(structure: FormStructure) {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  await page.goto(await forms.publish(structure));
  return {
    page,
    async send() {
      forms.later(5_000);
      await page.fill("#f-email", "ada@example.org");
      await page.click("#form .actions .main");
      await page.waitForURL("**/sent/**");
      return forms.storage.db.selectFrom("files").select(["name", "response_id"]).execute();
    },
  };
}

/** A stroke from left to right, near the top of the box, so that how far down it goes says how large it is shown. */
async function draw(page: Page): Promise<void> {
  const box = (await page.locator("canvas").boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + 60, { steps: 5 });
  await page.mouse.up();
}

/** How many points of the canvas have ink on them, and how far right they reach, in parts of its width. */
const INK = `(() => {
  const canvas = document.querySelector("canvas");
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let points = 0, right = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] < 128) { points += 1; right = Math.max(right, (at / 4) % width); }
  return { points, right: right / width };
})()`;
const ink = (page: Page) => page.evaluate(INK) as Promise<{ points: number; right: number }>;

test("a signature field behind a condition can be drawn when it appears", async () => {
  const agree: FormField = { id: "agree", type: "yes_no", label: { en: "Agree?" } };
  const only: FormField = { ...signature, visible_if: { field: "agree", op: "equals", value: true } };
  const { page, send } = await fillIn(asking(agree, only));
  await page.check("[name='a.agree'][value=yes]");
  await draw(page);
  expect((await ink(page)).points).toBeGreaterThan(100);
  expect(await send()).toMatchObject([{ name: "signature.png", response_id: /^rsp_/ }]);
});

test("rotating the phone keeps the signature and the position of the pen", async () => {
  const { page } = await fillIn(asking(signature));
  await draw(page);
  const { points } = await ink(page);
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect.poll(async () => (await ink(page)).right).toBeLessThan(0.7);
  expect((await ink(page)).points).toBeGreaterThan(points * 0.8);
  await draw(page);
  expect((await ink(page)).right).toBeGreaterThan(0.9);
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await ink(page)).points).toBeGreaterThan(points * 0.8);
});

test("lifting the pen without drawing is not a signature", async () => {
  const { page, send } = await fillIn(asking(signature));
  await page.mouse.move(5, 5);
  await page.mouse.down();
  await page.locator("canvas").hover();
  await page.mouse.up();
  expect(await send()).toEqual([]);
});

const file = (name: string, content: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(content),
});

test("a chosen photo has a small picture, and one that the browser cannot read has none", async () => {
  const { page } = await fillIn(asking({ ...upload, validation: { max_files: 2 } }));
  const photo = png(120, 90, [20, 90, 120]);
  await page.setInputFiles("#f-file", { name: "tap.png", mimeType: "image/png", buffer: photo });
  const row = page.locator(".file-row", { hasText: "tap.png" });
  await row.locator(".file-remove").waitFor();
  expect(await row.locator("img").boundingBox()).toMatchObject({ height: 40, width: expect.closeTo(53, 0) });
  const unread = { name: "sink.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") };
  await page.setInputFiles("#f-file", unread);
  const other = page.locator(".file-row", { hasText: "sink.heic" });
  await expect.poll(() => other.locator("img").evaluate((picture) => picture.clientWidth)).toBe(0);
  expect(await barriers(page)).toEqual([]);
});

test("a refused file can be removed and another one chosen", async () => {
  const { page, send } = await fillIn(asking({ ...upload, required: true }));
  await page.setInputFiles("#f-file", file("wrong.pdf", "no PDF"));
  await page.locator(".failed .file-drop").click();
  expect(await page.locator(".file-row:visible").count()).toBe(0);
  expect(await page.evaluate("document.activeElement.id")).toBe("f-file");
  await page.setInputFiles("#f-file", file("right.pdf", "%PDF-1.7"));
  await page.locator(".file-remove").waitFor();
  expect(await send()).toMatchObject([{ name: "right.pdf" }]);
});

test("a file that is removed during its upload is not submitted, even if the server has it", async () => {
  const { page, send } = await fillIn(asking(upload));
  const underWay = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await page.route("**/files?**", async (route) => {
    const answer = await route.fetch();
    underWay.resolve();
    await goOn.promise;
    await route.fulfill({ response: answer }).catch(() => {});
  });
  await page.setInputFiles("#f-file", file("unwanted.pdf", "%PDF-1.7"));
  await underWay.promise;
  await page.locator(".file-drop").click();
  goOn.resolve();
  expect(await page.locator(".file-row:visible").count()).toBe(0);
  await page.unroute("**/files?**");
  expect(await send()).toEqual([]);
});
