/** The summary on phones: figures of languages are whole, and labels of columns do not run into each other. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../../../.ci/draw.ts";
import type { FormStructure } from "../../../../../generated/types.ts";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { ownerLanguages } from "../../../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const form: FormStructure = {
  title: { en: "Bake sale" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: (["age", "income", "children"] as const).map((id) => ({
        id,
        type: "number",
        label: { en: id },
        validation: { integer: true },
      })) as FormStructure["pages"][0]["fields"],
    },
  ],
};

/** The parts of a page whose words are wider than the page shows. */
const cutCells = `[...document.querySelectorAll(".by-language")].filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.innerText)`;

/** Labels of columns that touch the next one. */
const touching = `[...document.querySelectorAll(".columns")].flatMap((columns) => {
  const labels = [...columns.querySelectorAll(":is(li, a) > span")].map((label) => {
    const words = document.createRange();
    words.selectNode(label.firstChild);
    return { text: label.firstChild.textContent, box: words.getBoundingClientRect() };
  });
  return labels.filter(({ box }, at) => box.right > (labels[at + 1]?.box.left ?? innerWidth) - 1).map(({ text }) => text);
})`;

async function openSummary() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, form);
  await answered.respondOften(40, (n) => ({ age: n, income: 1_000 * n, children: n % 8 }));
  for (const language of ["de", "en"]) {
    const row = { form_id: answered.form.id, day: service.time.now.toISOString().slice(0, 10), language };
    await addToDays(service.storage.db, [{ ...row, opened: 19_691, started: 16_709, sent: 14_028 }]);
    await service.storage.db
      .insertInto("visit_times")
      .values({ ...row, bucket: 80, visits: 9 })
      .execute();
  }
  return async (locale: string): Promise<Page> => {
    const page = await openPage({ viewport: PHONE, locale });
    await page
      .context()
      .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
    await page.goto(`${service.publicUrl}/forms/${answered.form.id}/responses/summary`);
    return page;
  };
}

test("the figures by language are whole on the smallest phones, in all languages of the owner's pages", async () => {
  const open = await openSummary();
  for (const locale of locales) {
    const page = await open(locale);
    for (const width of [320, 360, 480, 600]) {
      await page.setViewportSize({ ...PHONE, width });
      expect([locale, width, await page.evaluate(cutCells)]).toEqual([locale, width, []]);
    }
    await page.setViewportSize({ ...PHONE, width: 320 });
    await keepPicture(page, `summary-narrow-${locale}`);
    expect(await barriers(page)).toEqual([]);
  }
});

test("labels of columns do not run into each other", async () => {
  const open = await openSummary();
  const page = await open("en");
  for (const width of [320, 390, 700, 800, DESKTOP.width]) {
    await page.setViewportSize({ ...DESKTOP, width });
    await keepPicture(page, `columns-${width}`);
    expect([width, await page.evaluate(touching)]).toEqual([width, []]);
  }
});
