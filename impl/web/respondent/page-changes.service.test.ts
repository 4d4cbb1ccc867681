/** Changes while a respondent fills in a form: places that others take, and consents that are added. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";
import { languageCodes } from "../../texts/languages.ts";

const READING_MS = 5_000;

const email: FormField = { id: "email", type: "email", label: { en: "Email" }, required: true };
const slot = (capacity: number, more: object = {}): FormField => ({
  id: "slot",
  type: "single_choice",
  label: { en: "Slot" },
  required: true,
  choices: [
    { id: "ten", label: { en: "Ten <i>o’clock" }, capacity },
    { id: "noon", label: { en: "Noon" } },
  ],
  ...more,
});
const terms = (statement: string): FormField => ({
  id: "terms",
  type: "consent",
  label: { en: "Terms" },
  statement: { en: statement },
  required: true,
});

/** The text of a piece of HTML. */
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function form(...pages: FormField[][]): FormStructure {
  return {
    title: { en: "Visit" },
    default_language: "en",
    languages: ["en"],
    pages: pages.map((fields, at) => ({ id: `p${at}`, fields })),
  };
}

test("refuses a choice that others took and shows it as full; it is free again if they do not confirm", async () => {
  const forms = await publicForms();
  const url = await forms.publish(form([slot(1)], [email]));
  const [ada, eva] = [await visit(url), await visit(url)];
  const next = await sendForm(ada, { "a.slot": "ten", go: "next" });
  const late = await sendForm(eva, { "a.slot": "ten", go: "next" });
  forms.later(READING_MS);
  expect((await sendForm(next, { "a.email": "ada@example.org", go: "send" })).url).toContain("/sent/");
  const refused = await sendForm(late, { "a.email": "eva@example.org", go: "send" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("“Ten &lt;i&gt;o’clock” is full. Please choose something else.");
  expect(refused.html).toMatch(/<input[^>]*value="ten"[^>]*disabled/);
  expect(refused.html).not.toMatch(/<input[^>]*value="ten"[^>]*checked/);
  expect(refused.html).toMatch(/<a href="#f-slot">.*<input[^>]*id="f-slot"[^>]*value="noon"/s);
  const forged = await sendForm(refused, { "a.slot": "ten", go: "next" });
  expect(forged.status).toBe(422);
  expect((await visit(url)).html).toContain('<small class="tag">full</small>');
  forms.later(30 * 60_000);
  expect((await visit(url)).html).not.toContain('class="tag"');
  expect((await visit(url)).html).toContain("<small>1 left</small>");
});

test("each choice with a capacity says how many places are left, in the language of the page", async () => {
  const forms = await publicForms();
  const structure: FormStructure = { ...form([slot(3)], [email]), languages: languageCodes as ["en"] };
  const url = await forms.publish(structure);
  const cards = ({ html }: Page) => html.match(/<label class="card.*?<\/label>/gs)!.map(plain);
  expect(cards(await visit(url))).toEqual(["Ten &lt;i&gt;o’clock 3 left", "Noon"]);
  const next = await sendForm(await visit(url), { "a.slot": "ten", go: "next" });
  expect(cards(await visit(url)), "nothing is held before the form is sent").toHaveLength(2);
  forms.later(READING_MS);
  await sendForm(next, { "a.email": "ada@example.org", go: "send" });
  const shown = new Set<string>();
  for (const language of languageCodes) {
    const [ten = "", noon] = cards(await visit(`${url}?lang=${language}`));
    expect(ten, language).toMatch(/^Ten &lt;i&gt;o’clock .*\b2\b/);
    expect(noon, language).toBe("Noon");
    shown.add(ten);
  }
  expect(shown.size).toBe(languageCodes.length);
});

test("a menu says how many places are left, and a text mentions the choice without them", async () => {
  const forms = await publicForms();
  const named: FormField = { ...email, label: { en: "Email for {{slot}}" } };
  const menu = slot(2, { type: "dropdown" });
  const url = await forms.publish(form([menu], [named]));
  const page = await visit(url);
  expect(page.html).toContain(
    '<option value="ten" label="Ten &lt;i&gt;o’clock (2 left)">Ten &lt;i&gt;o’clock</option>',
  );
  expect((await sendForm(page, { "a.slot": "ten", go: "next" })).html).toContain(
    "Email for Ten &lt;i&gt;o’clock<",
  );
});

test("a respondent who confirms after the place was taken is informed, and can fill in the form again", async () => {
  const forms = await publicForms();
  const url = await forms.publish(form([slot(1), email]));
  const send = async (address: string) => {
    const page = await visit(url);
    forms.later(READING_MS);
    const sent = await sendForm(page, { "a.slot": "ten", "a.email": address, go: "send" });
    return { sent, ...(await forms.mail()) };
  };
  const early = await send("early@example.org");
  forms.later(31 * 60_000);
  const late = await send("late@example.org");
  expect((await sendForm(late.sent, { code: late.code })).url).toContain("/done/");
  const lost = await sendForm(await visit(early.link), { go: "confirm" });
  expect(lost.status).toBe(410);
  expect(lost.html).toContain("“Ten &lt;i&gt;o’clock” was taken before you confirmed");
  expect(lost.html).toContain(`href="${new URL(url).pathname}?lang=en"`);
});

test("a menu marks full choices, and a form is full if a required question has no choice left", async () => {
  const forms = await publicForms();
  const url = await forms.publish(form([slot(0, { type: "dropdown" }), email]));
  expect((await visit(url)).html).toContain(
    '<option value="ten" disabled label="Ten &lt;i&gt;o’clock (full)">Ten &lt;i&gt;o’clock</option>',
  );
  const choices = [{ id: "ten", label: { en: "Ten" }, capacity: 0 }];
  const over = await visit(await forms.publish(form([slot(0, { choices }), email])));
  expect(over.status).toBe(410);
  expect(over.html).toContain("This form is full");
});

test("a page that was opened before a consent was added does not skip it", async () => {
  const forms = await publicForms();
  const name: FormField = { id: "name", type: "short_text", label: { en: "Name" } };
  const url = await forms.publish(form([name], [email]));
  const second = await sendForm(await visit(url), { "a.name": "Ada", go: "next" });
  await forms.change(url, form([name], [terms("I agree."), email]));
  forms.later(READING_MS);
  const asked = await sendForm(second, { "a.email": "ada@example.org", "a.terms": "yes", go: "send" });
  expect(asked.status).toBe(422);
  expect(asked.html).toContain("This form has changed since you opened it");
  expect(asked.html).toContain('value="ada@example.org"');
  expect(asked.html).not.toMatch(/name="a.terms"[^>]*checked/);
  expect((await sendForm(asked, { go: "send" })).status).toBe(422);
  // The old page cannot be sent instead.
  expect((await sendForm(second, { "a.email": "ada@example.org", go: "send" })).status).toBe(422);
  await forms.change(url, form([name], [terms("I agree to more."), email]));
  const again = await sendForm(asked, { "a.terms": "yes", go: "send" });
  expect(again.status).toBe(422);
  expect(again.html).toContain("I agree to more.");
  expect(again.html).not.toMatch(/name="a.terms"[^>]*checked/);
  expect((await sendForm(again, { "a.terms": "yes", go: "send" })).url).toContain("/sent/");
  const stored = (await forms.responses()).find((row) => row.answers.includes('"Ada"'))!;
  expect(stored.form_version).toBe(3);
  expect(JSON.parse(stored.answers)).toEqual({ name: "Ada", terms: true, email: "ada@example.org" });
});

test("after other changes, respondents finish the version that they opened", async () => {
  const forms = await publicForms();
  const url = await forms.publish(form([email]));
  const page = await visit(url);
  const optional = { ...terms("News?"), required: false };
  const hidden = { ...terms("Only for some."), id: "some", visible_if: { field: "email", op: "empty" } };
  const added: FormField = { id: "city", type: "short_text", label: { en: "City" }, required: true };
  await forms.change(url, form([email, added, optional as FormField, hidden as FormField]));
  forms.later(READING_MS);
  expect((await sendForm(page, { "a.email": "eva@example.org", go: "send" })).url).toContain("/sent/");
});

test("new respondents do not see retired questions; others finish the form as it was, even with a full choice", async () => {
  const forms = await publicForms();
  const city: FormField = { id: "city", type: "short_text", label: { en: "City" }, required: true };
  const before = form([slot(1), city], [email]);
  const url = await forms.publish(before);
  const [ada, eva] = [await visit(url), await visit(url)];
  const retiredSlot = slot(1) as Extract<FormField, { choices: unknown }>;
  const [ten, noon] = retiredSlot.choices;
  const choices = [{ ...ten!, retired: true }, noon!] as typeof retiredSlot.choices;
  await forms.change(
    url,
    form([{ ...retiredSlot, choices } as FormField, { ...city, retired: true }], [email]),
  );

  const fresh = await visit(url);
  expect(fresh.html).toContain('value="noon"');
  expect(fresh.html).not.toContain('value="ten"');
  expect(fresh.html).not.toContain("a.city");
  forms.later(READING_MS);
  const forged = await sendForm(fresh, { "a.slot": "ten", "a.city": "Bonn", go: "next" });
  expect(forged.status, "a choice that is not offered").toBe(422);

  const next = await sendForm(ada, { "a.slot": "ten", "a.city": "Ulm", go: "next" });
  const sent = await sendForm(next, { "a.email": "ada@example.org", go: "send" });
  expect(sent.url).toContain("/sent/");
  const stored = await forms.storage.db.selectFrom("responses").select(["answers", "form_version"]).execute();
  expect(stored.map(({ answers, form_version }) => ({ ...JSON.parse(answers), form_version }))).toEqual([
    { slot: "ten", city: "Ulm", email: "ada@example.org", form_version: 1 },
  ]);

  const late = await sendForm(eva, { "a.slot": "ten", "a.city": "Bonn", go: "next" });
  expect(late.status, "its one place is taken, retired or not").toBe(422);
  expect(late.html).toContain("is full");
});

test("asks for a restored consent if the respondent opened the form while it was retired", async () => {
  const forms = await publicForms();
  const name: FormField = { id: "name", type: "short_text", label: { en: "Name" } };
  const consent = terms("I agree.");
  const url = await forms.publish(form([name, { ...consent, retired: true } as FormField, email]));
  const page = await visit(url);
  expect(page.html).not.toContain("I agree.");
  await forms.change(url, form([name, consent, email]));
  forms.later(READING_MS);
  const asked = await sendForm(page, { "a.email": "ada@example.org", go: "send" });
  expect(asked.status).toBe(422);
  expect(asked.html).toContain("I agree.");
});
