/** Texts in Arabic and Hebrew in an English form: each part stands at the side of the text that it belongs to. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { enterCode, goOn, submitAs } from "../../test/support/states/respondent.ts";

const list = "قبل أن تبدأ:\n\n- جواز السفر\n- عنوان السكن\n\n1. املأ النموذج\n2. أرسله";
const choices = (...labels: readonly string[]) => labels.map((en, at) => ({ id: `c${at}`, label: { en } }));

function form(...fields: FormStructure["pages"][number]["fields"]): FormStructure {
  return {
    title: { en: "Letter" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields }],
  };
}

const email = { id: "email", type: "email", label: { en: "Email" }, required: true } as const;

/** Returns the place of a text, or of some of its characters, in the window. */
async function placeOf(part: Locator, from = 0, to?: number) {
  return part.evaluate(
    (element, [start, end]) => {
      const words = element.ownerDocument.createRange();
      words.selectNodeContents(element);
      if (end !== undefined) {
        words.setStart(element.firstChild!, start!);
        words.setEnd(element.firstChild!, end);
      }
      const { left, right } = words.getBoundingClientRect();
      return { left, right };
    },
    [from, to],
  );
}

/** Returns the side at which the marks of lists stand: the side with the indent. */
async function sidesOfLists(lists: Locator): Promise<string[]> {
  const all = await lists.all();
  return Promise.all(
    all.map(async (one) => {
      const words = await placeOf(one.locator("li").first());
      const box = (await one.boundingBox())!;
      return box.x + box.width - words.right < words.left - box.x ? "right" : "left";
    }),
  );
}

/** Returns the distance between a box to choose and its words. */
async function distance(card: Locator): Promise<number> {
  const box = (await card.locator("input").boundingBox())!;
  const words = await placeOf(card.locator("span").first());
  return Math.round(Math.max(words.left - (box.x + box.width), box.x - words.right));
}

test("a text in Arabic stands at the right", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const name = { id: "name", type: "short_text", label: { en: "الاسم الكامل" }, required: true } as const;
  await page.goto(await forms.publish(form(name)));
  const label = page.locator("#q-name .label");
  const box = (await label.boundingBox())!;
  expect((await placeOf(label)).right).toBeCloseTo(box.x + box.width, 0);
});

test("the lists of all texts have their marks at the side where the text begins", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const structure: FormStructure = {
    ...form({ ...email, description: { en: list } }),
    description: { en: list },
    welcome: { text: { en: `${list}\n\nAlso:\n\n- A passport\n- A photo` }, button: { en: "ابدأ" } },
    endings: [{ id: "end", title: { en: "Thank you" }, message: { en: list } }],
  };
  await page.goto(await forms.publish(structure));
  expect(await sidesOfLists(page.locator(".list"))).toEqual(["right", "right", "left"]);
  await goOn(page);
  expect(await sidesOfLists(page.locator(".list"))).toEqual(["right", "right", "right", "right"]);
  await submitAs({ forms, page } as never, "ada@example.org");
  await enterCode({ page }, (await forms.mail()).code);
  expect(await sidesOfLists(page.locator(".list"))).toEqual(["right", "right"]);
  const settings = { closes_at: "2020-01-01T00:00:00Z", closed_text: { en: list } };
  await page.goto(await forms.publish(structure, { settings }));
  expect(await sidesOfLists(page.locator(".list"))).toEqual(["right", "right"]);
});

test("every choice stands beside its box, in whatever direction it and its question are written", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const words = ["القهوة", "שלום", "Tea"];
  const one = (id: string, en: string) =>
    ({
      id,
      type: "single_choice",
      label: { en },
      choices: choices(...words),
      allow_other: true,
    }) as const;
  const present = { id: "present", type: "yes_no", label: { en: "هل هو هدية؟" } } as const;
  await page.goto(
    await forms.publish(form(one("drink", "ما المشروب المفضل لديك؟"), one("also", "Also?"), present)),
  );
  const sides: string[] = [];
  for (const card of await page.locator(".card").all()) {
    expect(await distance(card)).toBe(12);
    const [box, text] = await Promise.all([
      card.locator("input").boundingBox(),
      placeOf(card.locator("span")),
    ]);
    sides.push(box!.x > text.left ? "right" : "left");
  }
  const [right, left] = ["right", "left"];
  expect(sides).toEqual([right, right, right, right, left, left, left, left, right, right]);
  expect(await barriers(page)).toEqual([]);
});

test("a menu has its arrow at the end of its line, apart from its words", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const menu = (id: string, en: string, ...words: readonly string[]) =>
    ({ id, type: "dropdown", label: { en }, choices: choices(...words) }) as const;
  await page.goto(
    await forms.publish(form(menu("pet", "ما نوع حيوانك؟", "قطة", "كلب"), menu("also", "Also?", "Tea"))),
  );
  await page.selectOption("#f-pet", "c1");
  const ends = page.locator("select").evaluateAll((all) =>
    all.map((one) => {
      const { backgroundPositionX, paddingLeft, paddingRight, textAlign } = getComputedStyle(one);
      const roomy = Number.parseFloat(paddingLeft) > Number.parseFloat(paddingRight) ? "left" : "right";
      // Firefox takes the side of "Choose…" from this.
      return [backgroundPositionX.startsWith("calc(100%") ? "right" : "left", roomy, textAlign];
    }),
  );
  expect(await ends).toEqual([
    ["left", "left", "right"],
    ["right", "right", "start"],
  ]);
  await keepPicture(page, "menus");
});

test("a menu in an Arabic question keeps the full stop of English words at their end, at the right", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const label = { en: "ما نوع حيوانك؟" };
  const pet = { id: "pet", type: "dropdown", label, choices: choices("A cat.", "قطة") } as const;
  await page.goto(await forms.publish(form(pet)));
  await page.selectOption("#f-pet", "c0");
  // The closed menu has the direction and the place of the chosen option.
  const { bidi, align } = await page.locator("#f-pet option:checked").evaluate((one) => {
    const { unicodeBidi, textAlign } = getComputedStyle(one);
    return { bidi: unicodeBidi, align: textAlign };
  });
  expect([bidi, align]).toEqual(["plaintext", "right"]);
  await keepPicture(page, "menu-english");
});

test("messages, their marks and the sizes of files keep the order of their words", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: "en" });
  const label = { en: "אילו ימים מתאימים לך?" };
  const days = {
    id: "days",
    type: "multiple_choice",
    label,
    choices: choices("א", "ב"),
    allow_other: true,
  } as const;
  const files = { id: "files", type: "file_upload", label: { en: "صور" } } as const;
  await page.goto(await forms.publish(form(days, files)));
  await page.locator("#q-days .card input").last().check();
  await page.setInputFiles("#f-files", { name: "a.exe", mimeType: "text/plain", buffer: Buffer.from("a") });
  const size = page.locator(".file-size");
  await size.waitFor();
  expect((await placeOf(size, 0, 1)).left).toBeLessThan((await placeOf(size, 2, 4)).left);
  await page.click("#form .actions .main");
  const link = page.locator("#summary a").first();
  const [first, last] = [
    await placeOf(link, 0, 1),
    await placeOf(link, label.en.length - 1, label.en.length),
  ];
  expect(last.right).toBeLessThanOrEqual(first.left);
  const summary = (await page.locator("#summary h2").boundingBox())!;
  expect((await placeOf(link)).left).toBeCloseTo(summary.x, 0);
  const message = page.locator("#e-days");
  const box = (await message.boundingBox())!;
  expect(box.height).toBeGreaterThan(40);
  // The mark with its distance.
  expect(box.x + box.width - (await placeOf(message)).right).toBeCloseTo(20 + 7.2, 0);
  const question = page.locator("#q-days");
  const bar = await question.evaluate((element) => {
    const { left, right } = element.ownerDocument.defaultView!.getComputedStyle(element, "::before");
    return { left, right };
  });
  expect(bar.right).toBe("-16px");
  expect(await barriers(page)).toEqual([]);
});

test("the button of a welcome page stands at the side where its text begins", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 1_280, height: 900 }, locale: "en" });
  const sides: string[] = [];
  for (const button of ["ابدأ", "Begin"]) {
    await page.goto(await forms.publish({ ...form(email), welcome: { button: { en: button } } }));
    const [start, all] = [
      await page.locator("#form .main").boundingBox(),
      await page.locator("main").boundingBox(),
    ];
    sides.push(start!.x > all!.x + all!.width / 2 ? "right" : "left");
  }
  expect(sides).toEqual(["right", "left"]);
});

test("an English choice to rank keeps its full stop at its end, in an Arabic question too", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const label = { en: "ما الأهم؟" };
  const order = { id: "order", type: "ranking", label, choices: choices("Quality.", "السعر") } as const;
  await page.goto(await forms.publish(form(order)));
  const words = page.locator("#q-order li > span").first();
  const [first, stop] = [await placeOf(words, 0, 1), await placeOf(words, 7, 8)];
  expect(stop.left).toBeGreaterThan(first.right);
  const row = (await page.locator("#q-order li").first().boundingBox())!;
  expect(stop.right).toBeGreaterThan(row.x + row.width / 2);
});
