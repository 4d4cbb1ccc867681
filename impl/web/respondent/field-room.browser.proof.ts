/** Files and signatures on a phone: messages stay inside their row, and a typed name is apart from its picture. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { comeNear, keepPicture, openPage, PHONE, tooWide } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { languageCodes } from "../../texts/languages.ts";

const form: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "file", type: "file_upload", label: { en: "Picture" } },
        { id: "signed", type: "signature", label: { en: "Signature" } },
      ],
    },
  ],
};

test("the message about a file keeps its distance from the edge of the row, and an empty file has 0 kB", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
  await page.goto(await forms.publish(form));
  for (const [name, content] of [
    ["run.exe", "MZ"],
    ["none.pdf", ""],
  ] as const) {
    await page.setInputFiles("#f-file", {
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content),
    });
    // Until the script has come, a second choice takes the place of the first.
    await page.locator(".file-row.failed", { hasText: name }).waitFor();
  }
  const row = page.locator(".file-row").first();
  const [outer, inner] = [(await row.boundingBox())!, (await row.locator(".message").boundingBox())!];
  expect(outer.x + outer.width - (inner.x + inner.width)).toBeGreaterThanOrEqual(12);
  expect(await page.locator(".file-size").allTextContents()).toEqual(["1 kB", "0 kB"]);
});

test("a typed name is apart from its picture", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
  await page.goto(await forms.publish(form));
  await page.locator("#q-signed .quiet").nth(1).click();
  const input = (await page.locator("#q-signed [autocomplete=name]").boundingBox())!;
  const pad = (await page.locator("#q-signed .pad").boundingBox())!;
  expect(pad.y - (input.y + input.height)).toBeGreaterThanOrEqual(6);
});

test("on the smallest phone the language is one line, and the size of a file is below the beginning of its name", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: "de" });
  const [first] = form.pages;
  const last = { id: "q", fields: [{ id: "notes", type: "long_text", label: { en: "Notes" } } as const] };
  const languages: FormStructure["languages"] = ["en", "de"];
  await page.goto(await forms.publish({ ...form, languages, pages: [first!, last] }));
  expect(await page.locator(".progress").textContent()).toContain("Schritt 1 von 2");
  expect((await page.locator(".languages summary").boundingBox())!.height).toBe(44);
  const name = "photograph-of-the-letter.exe";
  await page.setInputFiles("#f-file", { name, mimeType: "text/plain", buffer: Buffer.from("a") });
  const row = page.locator(".file-row.failed");
  const left = async (part: string) => (await row.locator(part).boundingBox())!.x;
  await row.waitFor();
  expect(Math.abs((await left(".file-size")) - (await left(".file-name")))).toBeLessThan(2);
});

test("a long file name has a line of its own, and keeps its distance from the border of its row", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: "en" });
  await page.goto(await forms.publish(form));
  await comeNear(page, "#q-file .drop");
  for (const name of ["a.txt", "letter-to-the-landlord-of-16-november.txt"])
    await page.setInputFiles("#f-file", { name, mimeType: "text/plain", buffer: Buffer.from("a") });
  await page.locator(".file-remove").nth(1).waitFor();
  const [short, long] = [page.locator(".file-row").first(), page.locator(".file-row").nth(1)];
  const box = async (part: Locator) => (await part.boundingBox())!;
  // A short name stays beside its size and its button.
  expect((await box(short.locator(".file-remove"))).y).toBeLessThan(
    (await box(short.locator(".file-name"))).y,
  );
  const [border, name] = [await box(long), await box(long.getByText("landlord").first())];
  const { lineHeight } = await long.evaluate((row) => ({
    lineHeight: Number.parseFloat(getComputedStyle(row).lineHeight),
  }));
  expect(name.width).toBeGreaterThan(border.width - 40);
  expect(name.height).toBeLessThan(3 * lineHeight);
  const text = await long.locator(".file-name").evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().top;
  });
  expect(text - border.y).toBeGreaterThanOrEqual(10);
  await keepPicture(page, "file-names-narrow");
});

test("on the smallest phone no word of a unit is broken, and a long unit leaves room for the number", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: "de" });
  const units = ["Personen", "Personen je Zimmer und Nacht", "kg", "Donaudampfschifffahrtsgesellschaften"];
  const fields = units.map(
    (unit, at) =>
      ({ id: `n${at}`, type: "number", label: { de: "Wie viele?" }, unit: { de: unit } }) as const,
  );
  const german = { ...form, title: { de: "Haus" }, default_language: "de", languages: ["de"] } as const;
  await page.goto(await forms.publish({ ...german, languages: ["de"], pages: [{ id: "p", fields }] }));
  const heights = await page
    .locator(".unit")
    .evaluateAll((all) => all.map((unit) => unit.getBoundingClientRect().height));
  const [one, several, short] = heights;
  expect(one).toBe(short);
  expect(several).toBeGreaterThan(short!);
  for (const input of await page.locator(".number").all())
    expect((await input.boundingBox())!.width).toBeGreaterThanOrEqual(120);
  expect(await tooWide(page)).toEqual([]);
  await keepPicture(page, "units-narrow");
});

test("a choice in three lines to be ranked keeps its distance from its border", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: "en" });
  const label = "An evening at the open-air cinema with a picnic, blankets and hot drinks";
  const choices = ["a", "b"].map((id) => ({ id, label: { en: `${label} ${id}` } }));
  const order = { id: "order", type: "ranking", label: { en: "Order" }, choices } as const;
  await page.goto(await forms.publish({ ...form, pages: [{ id: "p", fields: [order] }] }));
  const row = page.locator(".ranking li").first();
  const words = row.getByText(label);
  const [border, text] = [(await row.boundingBox())!, (await words.boundingBox())!];
  expect(text.height).toBeGreaterThan(60);
  expect(text.y - border.y).toBeGreaterThanOrEqual(7);
  expect(border.y + border.height - (text.y + text.height)).toBeGreaterThanOrEqual(7);
  await keepPicture(page, "ranking-three-lines");
});

/** Words that the page breaks at their hyphen. */
const brokenMail = `[...document.querySelectorAll(".label")].filter((label) => {
  const [at, length] = [label.textContent.search(/e.mail/i), 6];
  if (at < 0) return false;
  const word = document.createRange();
  word.setStart(label.firstChild, at);
  word.setEnd(label.firstChild, at + length);
  return new Set([...word.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((label) => label.textContent)`;

test("in no language is the word for email broken in the label of the address, on the smallest phones", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width: 320, height: 640 } });
  const url = await forms.publish({ ...form, languages: languageCodes });
  for (const language of languageCodes) {
    await page.goto(`${url}?lang=${language}`);
    expect([language, await page.evaluate(brokenMail)]).toEqual([language, []]);
  }
});

test("a dropdown keeps its arrow while it has the focus", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const choices = ["a", "b"].map((id) => ({ id, label: { en: id } }));
  const country = { id: "country", type: "dropdown", label: { en: "Country" }, choices } as const;
  await page.goto(await forms.publish({ ...form, pages: [{ id: "p", fields: [country] }] }));
  const arrow = () =>
    page.locator("#f-country").evaluate((select) => getComputedStyle(select).backgroundImage);
  const before = await arrow();
  expect(before).toContain("gradient");
  await page.locator("#f-country").focus();
  expect(await arrow()).toBe(before);
});

test("buttons to take an answer back are not printed", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, locale: "en" });
  const gift = { id: "gift", type: "yes_no", label: { en: "Is it a gift?" } } as const;
  const [first] = form.pages;
  await page.goto(await forms.publish({ ...form, pages: [{ ...first!, fields: [...first!.fields, gift] }] }));
  await page.locator("#q-gift .card").first().click();
  await page.setInputFiles("#f-file", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  const buttons = page.locator("#q-gift .link, #q-file .file-remove");
  await expect.poll(() => buttons.count()).toBe(2);
  await page.emulateMedia({ media: "print" });
  await keepPicture(page, "answers-print");
  for (const button of await buttons.all()) expect(await button.isVisible()).toBe(false);
});

test("on a phone, places stand beside a short choice and below a long one, and French signs at their word", async () => {
  const forms = await publicForms();
  const long = "Un cours de poterie pour celles et ceux qui n'en ont jamais fait";
  const page = await openPage({ viewport: PHONE, hasTouch: true, locale: "fr" });
  await page.goto(
    await forms.publish({
      title: { fr: "Cours du soir : la poterie" },
      default_language: "fr",
      languages: ["fr"],
      pages: [
        {
          id: "one",
          fields: [
            {
              id: "course",
              type: "single_choice",
              label: { fr: "Quel cours choisissez-vous ?" },
              choices: [
                { id: "winter", label: { fr: "Hiver" }, capacity: 12 },
                { id: "spring", label: { fr: long }, capacity: 12 },
              ],
            },
          ],
        },
      ],
    }),
  );
  const [short, other] = await page.locator(".card").all();
  const boxes = (card = short) =>
    Promise.all(["input", "span", "small"].map((part) => card!.locator(part).first().boundingBox()));
  const [, name, places] = await boxes(short);
  expect(places!.x).toBeGreaterThan(name!.x + name!.width - 1);
  expect(Math.abs(places!.y + places!.height / 2 - (name!.y + name!.height / 2))).toBeLessThan(6);
  const [box, words, below] = await boxes(other);
  expect(words!.x).toBeGreaterThan(box!.x + box!.width);
  expect(below!.y).toBeGreaterThanOrEqual(words!.y + words!.height);
  expect(await page.locator("h1").textContent()).toBe("Cours du soir\u00a0: la poterie");
  expect(await page.locator("#q-course .label").textContent()).toContain("choisissez-vous\u00a0?");
  expect(await tooWide(page)).toEqual([]);
});
