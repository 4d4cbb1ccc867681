import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const welcomed: FormStructure = {
  title: { en: "Summer school", de: "Sommerschule" },
  default_language: "en",
  languages: ["en", "de"],
  welcome: {
    title: { en: "Welcome, {{guest}} <3", de: "Willkommen" },
    text: { en: "It takes **two** minutes.", de: "Es dauert *zwei* Minuten." },
    button: { en: "Let us go" },
  },
  hidden_fields: [{ id: "guest" }],
  pages: [
    { id: "one", fields: [{ id: "name", type: "short_text", label: { en: "Your name" }, required: true }] },
    { id: "two", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] },
  ],
};

test.for(["pages", "one_question"] as const)(
  "the welcome page stands before the first question, works without scripts, and stores nothing (%s)",
  async (display) => {
    const forms = await publicForms();
    const url = await forms.publish(welcomed, { settings: { display } });
    const first = await visit(`${url}?guest=Ada`);
    expect(first.html).toContain("<h1>Welcome, Ada &lt;3</h1>");
    expect(first.html).toContain("<p>It takes <strong>two</strong> minutes.</p>");
    expect(first.html).toContain(">Let us go</button>");
    expect(first.html).not.toContain("Your name");
    expect(first.html).not.toContain("<script");
    const question = await sendForm(first, { go: "next" });
    expect(question.html).toContain("Your name");
    expect(question.html).not.toContain("Let us go");
    expect(await forms.storage.db.selectFrom("fills").select("id").execute()).toEqual([]);
    forms.later(61_000);
    const entries = { "a.name": "Ada", "a.email": "ada@example.org", go: "send" };
    const asked =
      display === "pages"
        ? await sendForm(await sendForm(question, { ...entries, go: "next" }), entries)
        : await sendForm(question, entries);
    const done = await sendForm(asked, { code: (await forms.mail()).code });
    expect(done.url).toContain("/done/");
    expect(JSON.parse((await forms.responses())[0]!.answers)).toMatchObject({ name: "Ada", guest: "Ada" });
  },
);

test("another language keeps the welcome page and the visit, and the fixed button is in that language", async () => {
  const forms = await publicForms();
  const url = await forms.publish({ ...welcomed, welcome: { text: welcomed.welcome!.text! } });
  const english = await visit(url);
  expect(english.html).toContain("<h1>Summer school</h1>");
  expect(english.html).toContain(">Start</button>");
  const german = await sendForm(english, { go: "language:de" });
  expect(german.html).toContain("<h1>Sommerschule</h1>");
  expect(german.html).toContain("<em>zwei</em>");
  expect(german.html).toContain(">Los geht’s</button>");
  const question = await sendForm(german, { go: "next" });
  expect(question.html).toContain('<html lang="de"');
  expect(question.html).toContain("Your name");
});

test.for([
  ["with an answer in the link", "?name=Ada", false],
  ["with an answer that is no choice of the form", "?other=1", true],
  ["for browsers without scripts that have begun", "?steps=1", false],
] as const)("the welcome page and a visit %s", async ([_, search, isShown]) => {
  const forms = await publicForms();
  const page = await visit((await forms.publish(welcomed)) + search);
  expect(page.html.includes("Let us go")).toBe(isShown);
});

test("a respondent who comes back to the welcome page finds the answers, and what was sent stays sent", async () => {
  const forms = await publicForms();
  const welcome = await visit(await forms.publish(welcomed));
  const first = await sendForm(welcome, { go: "next" });
  forms.later(61_000);
  const second = await sendForm(first, { "a.name": "Ada", go: "next" });
  expect((await sendForm(welcome, { go: "next" })).html).toContain('value="Ada"');
  await sendForm(second, { "a.email": "ada@example.org", go: "send" });
  expect((await sendForm(welcome, { go: "next" })).url).toContain("/sent/");
});

test("behind a password the welcome page comes after it, and tells nothing before", async () => {
  const forms = await publicForms();
  const url = await forms.publish(welcomed, { password: "open sesame" });
  const asked = await visit(url);
  expect(asked.html).not.toMatch(/Welcome|minutes|Let us go/);
  const welcome = await sendForm(asked, { password: "open sesame" });
  expect(welcome.html).toContain("Let us go");
  expect((await sendForm(welcome, { go: "next" })).html).toContain("Your name");
});

test("an invalid ticket begins again with the first question", async () => {
  const forms = await publicForms();
  const welcome = await visit(await forms.publish(welcomed));
  const forged = await sendForm(welcome, { ticket: "forged", go: "next" });
  expect(forged.status).toBe(422);
  expect(forged.html).toContain("Your name");
});
