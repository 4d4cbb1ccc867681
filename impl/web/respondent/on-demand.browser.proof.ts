/** The scripts that a form loads at an act of the respondent: they come late, or never, and nothing is lost. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { png } from "../../test/support/pictures.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const label = (en: string) => ({ en });
const choices = ["a", "b", "c"].map((id) => ({ id, label: label(`Choice ${id}`) }));

/** One question of each kind with a script that an act loads, behind one without. */
const fields = {
  name: { id: "name", type: "short_text", label: label("Name") },
  rank: { id: "rank", type: "ranking", label: label("Rank"), choices },
  file: {
    id: "file",
    type: "file_upload",
    label: label("Files"),
    required: true,
    validation: { max_files: 3 },
  },
  signed: { id: "signed", type: "signature", label: label("Signature"), required: true },
  agree: { id: "agree", type: "consent", label: label("Rules"), statement: label("I agree") },
  walk: { id: "walk", type: "scale", label: label("Walk"), min: 0, max: 100 },
  note: { id: "note", type: "statement", label: label("Thank you, {{name}}, for {{sum}}.") },
} satisfies Record<string, FormField>;

type Id = keyof typeof fields;

function asking(ids: readonly Id[], settings: FormStructure["settings"] = {}): FormStructure {
  return {
    title: label("Rare"),
    default_language: "en",
    languages: ["en"],
    settings,
    pages: [{ id: "p", fields: ids.map((id) => fields[id]) }],
    calculations: [{ id: "sum", formula: "if(answered(walk), walk, 0) * 2" }],
  };
}

/** Opens a form. `requested` lists the scripts that its page has requested. */
async function open(structure: FormStructure, viewport = DESKTOP) {
  const forms = await publicForms();
  const page = await openPage({ viewport, locale: "en" });
  const requested: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/assets\/([\w-]+)-[0-9A-F]{8}\.js/.exec(request.url()) ?? [];
    if (name && request.resourceType() === "script") requested.push(name);
  });
  await page.goto(await forms.publish(structure));
  return {
    page,
    requested,
    async send() {
      forms.later(5_000);
      await page.fill("#f-address", "ada@example.org");
      await page.click("#form .actions .main");
    },
    async stored() {
      await page.waitForURL("**/sent/**");
      const files = await forms.storage.db.selectFrom("files").select(["name", "size_bytes"]).execute();
      const [response] = await forms.responses();
      return { files, answers: JSON.parse(response!.answers) as Record<string, unknown> };
    },
  };
}

/** Holds a script back until the returned function is called. */
async function delay(page: Page, script: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const block = (page: Page, script: string) =>
  page.route(`**/assets/${script}-*.js`, (route) => route.abort("failed"));

const letter = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7"),
});

/** Draws a line across the pad at a height. */
async function stroke(page: Page, y: number): Promise<void> {
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + y, { steps: 5 });
  await page.mouse.up();
}

/** Lists the heights at which the pad has ink, each rounded to 10 pixels. */
const INK = `(() => {
  const canvas = document.querySelector("canvas");
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const rows = new Set();
  for (let at = 0; at < data.length; at += 4)
    if (data[at] < 128 && data[at + 3] > 0) rows.add(Math.round(at / 4 / width / devicePixelRatio / 10) * 10);
  return [...rows].toSorted((a, b) => a - b);
})()`;

const ranked = (page: Page) => page.locator("#q-rank li > span:not(.grip)").allTextContents();

/** Presses the first item of the ranking. Returns points on the way to below the last one. */
async function pressFirstItem(page: Page) {
  const items = page.locator("#q-rank li");
  await items.last().scrollIntoViewIfNeeded();
  const from = (await items.first().boundingBox())!;
  const to = (await items.last().boundingBox())!;
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + 8);
  await page.mouse.down();
  return { middle: [x, to.y] as const, end: [x, to.y + to.height] as const };
}

test("a page loads one script, and each other one at the act that needs it", async () => {
  const { page, requested } = await open(asking(["name", "rank", "file", "signed", "walk", "agree", "note"]));
  const first = "form_mentions_ranking_signature_slider_uploads";
  await page.locator(".drop").waitFor();
  expect(requested).toEqual([first]);
  await page.fill("#f-name", "Ada");
  await page.getByText("Thank you, Ada").waitFor();
  await expect.poll(() => requested.toSorted()).toEqual(["drawing-pad", first, "mention-texts"]);
  await page.locator("#q-rank li").first().hover();
  await expect.poll(() => requested.at(-1)).toBe("drag-items");
  await page.locator("#f-file").focus();
  expect(requested).toHaveLength(4);
  await page.setInputFiles("#f-file", letter("letter.pdf"));
  await page.locator(".file-remove").waitFor();
  expect(requested.at(-1)).toBe("upload-file");
  expect(requested).toHaveLength(5);
});

test("texts mention answers that the browser has kept", async () => {
  const { page } = await open(asking(["name", "walk", "note"]));
  await page.fill("#f-name", "Ada");
  await page.getByText("Thank you, Ada").waitFor();
  await page.reload();
  await page.getByText("Thank you, Ada").waitFor();
});

test("files that are chosen while the script for uploads loads are all uploaded", async () => {
  const { page, send, stored } = await open(asking(["file"]));
  const arrive = await delay(page, "upload-file");
  await page.setInputFiles("#f-file", letter("one.pdf"));
  await page.setInputFiles("#f-file", [letter("two.pdf"), letter("three.pdf")]);
  arrive();
  await expect.poll(() => page.locator(".file-remove").count()).toBe(3);
  await send();
  const { files } = await stored();
  expect(files.map(({ name }) => name).toSorted()).toEqual(["one.pdf", "three.pdf", "two.pdf"]);
});

test("a form that is sent while the script for uploads loads has its files", async () => {
  const { page, send, stored } = await open(asking(["file"]));
  const arrive = await delay(page, "upload-file");
  await page.setInputFiles("#f-file", letter("one.pdf"));
  await send();
  const { files } = await stored();
  arrive();
  expect(files).toMatchObject([{ name: "one.pdf" }]);
});

test("no stroke is lost while the script that draws loads, and the form waits for the signature", async () => {
  const { page, send, stored } = await open(asking(["signed"]));
  const arrive = await delay(page, "drawing-pad");
  await stroke(page, 40);
  await stroke(page, 90);
  await send();
  expect(await page.locator(".message:visible, #summary").count()).toBe(0);
  arrive();
  const { files } = await stored();
  expect(files).toMatchObject([{ name: "signature.png" }]);
});

test("strokes and a typed name that come before the script that draws are drawn in their order", async () => {
  const { page } = await open(asking(["signed"]));
  const arrive = await delay(page, "drawing-pad");
  await stroke(page, 40);
  await stroke(page, 90);
  arrive();
  await expect.poll(() => page.evaluate(INK)).toEqual([40, 90]);
  await page.click(".pad-tools .clear");
  await expect.poll(() => page.evaluate(INK)).toEqual([]);
  const size = () => page.locator("#f-signed").evaluate((input: HTMLInputElement) => input.files!.length);
  expect(await size()).toBe(0);
  await page.click(".pad-tools .quiet >> nth=1");
  await page.keyboard.type("Ada");
  await expect.poll(size).toBe(1);
  expect(await page.evaluate<number[]>(INK)).not.toEqual([]);
});

test("an item that is pressed while the script that drags loads follows the pointer", async () => {
  const { page } = await open(asking(["rank"]));
  const arrive = await delay(page, "drag-items");
  const { middle, end } = await pressFirstItem(page);
  await page.mouse.move(...middle);
  arrive();
  await expect
    .poll(async () => {
      await page.mouse.move(...middle);
      await page.mouse.move(...end);
      return page.locator("#q-rank .dragged").count();
    })
    .toBe(1);
  await page.mouse.up();
  await expect.poll(() => ranked(page)).toEqual(["Choice b", "Choice c", "Choice a"]);
  expect(await page.locator("#q-rank .ranked").count()).toBe(3);
});

test("an item that is released before the script that drags arrives does not follow the pointer", async () => {
  const { page } = await open(asking(["rank"]));
  const arrive = await delay(page, "drag-items");
  const { middle, end } = await pressFirstItem(page);
  await page.mouse.move(...middle);
  await page.mouse.up();
  const loaded = page.waitForResponse("**/assets/drag-items-*.js");
  arrive();
  await (await loaded).finished();
  await page.mouse.move(...end);
  expect(await page.locator("#q-rank .dragged").count()).toBe(0);
  expect(await ranked(page)).toEqual(["Choice a", "Choice b", "Choice c"]);
  await page.getByText("Choice b").click();
  expect(await page.locator("#q-rank .ranked").allTextContents()).toEqual([
    expect.stringContaining("Choice b"),
  ]);
});

test.for([
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const)(
  "without the scripts that acts load, a form can be answered and sent: %s",
  async ([size, viewport]) => {
    const { page, send, stored } = await open(
      asking(["name", "rank", "file", "signed", "walk", "note"]),
      viewport,
    );
    for (const script of ["mention-texts", "upload-file", "drawing-pad", "drag-items"])
      await block(page, script);
    await page.fill("#f-name", "Ada");
    await page.getByText("Thank you, …, for ….").waitFor();
    for (const choice of ["Choice c", "Choice a"]) await page.getByText(choice).click();
    await page.setInputFiles("#f-file", letter("letter.pdf"));
    await page.locator(".drop").waitFor({ state: "detached" });
    await stroke(page, 40);
    const picture = page.locator("#f-signed");
    await picture.waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `on-demand blocked ${size}`);
    await send();
    // The form says that the signature is missing, which it is.
    await page.locator("#q-signed .message:visible").waitFor();
    await picture.setInputFiles({
      name: "mine.png",
      mimeType: "image/png",
      buffer: png(40, 20, [20, 90, 120]),
    });
    await send();
    const { files, answers } = await stored();
    expect(files.map(({ name }) => name).toSorted()).toEqual(["letter.pdf", "mine.png"]);
    expect(answers).toMatchObject({ name: "Ada", rank: ["c", "a", "b"] });
  },
);

test("a respondent who has begun can sign and choose a file without a connection", async () => {
  const { page, send, stored } = await open(asking(["name", "file", "signed"]));
  const loaded = page.waitForResponse("**/assets/drawing-pad-*.js");
  await page.fill("#f-name", "Ada");
  await (await loaded).finished();
  await page.context().setOffline(true);
  await stroke(page, 40);
  await expect.poll(() => page.evaluate(INK)).toEqual([40]);
  await page.setInputFiles("#f-file", letter("letter.pdf"));
  await page.locator(".drop").waitFor({ state: "detached" });
  await send();
  await page.getByText("Your answers are kept in this browser").waitFor();
  await page.context().setOffline(false);
  const { files } = await stored();
  expect(files.map(({ name }) => name).toSorted()).toEqual(["letter.pdf", "signature.png"]);
});

test.for([
  ["phone", "pages", PHONE],
  ["desktop", "pages", DESKTOP],
  ["phone", "one_question", PHONE],
  ["desktop", "one_question", DESKTOP],
] as const)("a form with all parts works: %s, %s", async ([size, display, viewport]) => {
  const { page } = await open(
    asking(["name", "rank", "file", "signed", "walk", "note"], { display }),
    viewport,
  );
  await page.locator("#f-name").waitFor();
  await keepPicture(page, `on-demand ${display} ${size}`);
  await page.fill("#f-name", "Ada");
  if (display === "pages") {
    await stroke(page, 40);
    await expect.poll(() => page.evaluate(INK)).toEqual([40]);
    await page.setInputFiles("#f-file", {
      name: "tap.png",
      mimeType: "image/png",
      buffer: png(120, 90, [20, 90, 120]),
    });
    await page.locator(".file-remove").waitFor();
    await page.locator("#q-rank li").nth(1).click();
    await page.fill("#f-walk", "40");
    await page.getByText("Thank you, Ada, for 80.").waitFor();
  }
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `on-demand ${display} ${size} answered`);
});
