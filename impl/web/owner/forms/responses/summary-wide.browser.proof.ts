/** The summary on large windows: its parts fill both halves, whatever a form has asked and whatever was answered. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, keepPicture, openPage } from "../../../../test/support/browser.ts";
import { findHalfEmpty } from "../../../../test/support/half-empty.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

function formOf(questions: number): FormStructure {
  const fields = Array.from({ length: questions }, (_, n) => ({
    id: `q${n}`,
    type: "number" as const,
    label: { en: `Question ${n + 1}: how many animals of this kind live with you?` },
    validation: { integer: true },
  }));
  return {
    title: { en: "Animals" },
    default_language: "en",
    languages: ["en", "de"],
    pages: [{ id: "p", fields }],
  };
}

test.for([
  ["one question and one response", { questions: 1, responses: 1, left: 1, languages: ["en"] }],
  [
    "one question, many responses, two languages",
    { questions: 1, responses: 40, left: 1, languages: ["en", "de"] },
  ],
  ["many questions, where visits ended at one", { questions: 14, responses: 40, left: 1, languages: ["en"] }],
  [
    "many questions, where visits ended at each",
    { questions: 14, responses: 40, left: 14, languages: ["en", "de"] },
  ],
  ["visits and no responses", { questions: 5, responses: 0, left: 5, languages: ["en", "de"] }],
] as const)("no half is empty: %s", async ([name, { questions, responses, left, languages }]) => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, formOf(questions));
  const numbers = (n: number) =>
    Object.fromEntries(Array.from({ length: questions }, (_, at) => [`q${at}`, (n * (at + 3)) % 7]));
  if (responses > 0) await answered.respondOften(responses, numbers);
  for (const language of languages) {
    const row = { form_id: answered.form.id, day: service.time.now.toISOString().slice(0, 10), language };
    await addToDays(service.storage.db, [{ ...row, opened: 90, started: 80, sent: 80 - 2 * left }]);
    const places = Array.from({ length: left }, (_, at) => ({ ...row, field_id: `q${at}`, visits: 2 }));
    await service.storage.db.insertInto("visit_places").values(places).execute();
  }
  for (const width of [1_280, 1_920]) {
    const page = await openPage({ viewport: { width, height: 900 }, locale: "en" });
    await page
      .context()
      .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
    await page.goto(`${service.publicUrl}/forms/${answered.form.id}/responses/summary`);
    await keepPicture(page, `wide-${name.replaceAll(/\W+/g, "-")}-${width}`);
    expect([width, await findHalfEmpty(page, ".visits")]).toEqual([width, []]);
    if (responses > 0) expect([width, await findHalfEmpty(page, ".questions")]).toEqual([width, []]);
    expect(await barriers(page)).toEqual([]);
  }
});
