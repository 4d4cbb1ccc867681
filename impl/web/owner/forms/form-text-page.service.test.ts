/** The pages of form texts in a browser without scripts: their forms, and the access to them. */
import { expect, test } from "vitest";
import { builtInEditor, builtInGenerator } from "../../../ai/built-in.ts";
import { MAX_FORM_TEXT } from "../../../ai/read-form-text.ts";
import { insertForm } from "../../../forms/forms.ts";
import { newId } from "../../../platform/ids.ts";
import { markdownHtml } from "../../../platform/markdown.ts";
import { oneField } from "../../../test/support/one-field-form.ts";
import { type OwnerBrowser, ownerPages } from "../../../test/support/owner.ts";

async function start() {
  const service = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });
  return { ...service, ada: await service.signIn() };
}

const write = async (browser: OwnerBrowser, text: string, action = "make") =>
  browser.send(await browser.open("/forms/text"), "/forms/text", { text, action, language: "en" });

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** Returns the text in the box. */
const textIn = (html: string) => /<textarea[^>]*>\n([^<]*)</.exec(html)![1]!;

test("creates a form of 100 questions from its text without a generation, once for a double click", async () => {
  const { ada, storage } = await start();
  const question = (n: number) =>
    `Question ${n} about what matters (choose several, required)\n- first\n- second`;
  const text = ["Survey", ...Array.from({ length: 100 }, (_, n) => question(n))].join("\n");
  const page = await ada.open("/forms/text");
  const [one, two] = [
    await ada.send(page, "/forms/text", { text, action: "make", language: "en" }),
    await ada.send(page, "/forms/text", { text, action: "make", language: "en" }),
  ];
  expect([one.status, two.url]).toEqual([200, one.url]);
  expect(await storage.db.selectFrom("forms").select(["title", "field_count"]).execute()).toEqual([
    { title: "Survey", field_count: 100 },
  ]);
  expect((await ada.open("/forms/new")).html).toContain("100 generations left this month");
});

test("marks do not count in the length of a text, and a longer text is refused without parsing", async () => {
  const { ada } = await start();
  const text = `Trip\nName`.padEnd(MAX_FORM_TEXT);
  expect(pathOf(await write(ada, `//? ${"x".repeat(500)}\n${text}`))).toMatch(/\/edit$/);
  const refused = await write(ada, `${text} `);
  expect([refused.status, textIn(refused.html) === `${text} `]).toEqual([422, true]);
  expect(refused.html.match(/The text is longer than a form can be/g)).toHaveLength(1);
});

test("a text that asks for nothing is refused with one sentence, and without a mark in it", async () => {
  const { ada } = await start();
  const text = "I need a form that asks people about their holidays.";
  const refused = await write(ada, text);
  expect([refused.status, textIn(refused.html)]).toEqual([422, text]);
  expect(refused.html.match(/No line asks for anything/g)).toHaveLength(1);
  expect(refused.html).not.toContain("Not clear yet");
  const typed = await write(ada, text, "preview");
  expect(typed.html, "while it is typed").toContain("Not clear yet");
});

test("a template has the language of the page or the chosen one, and a posted text its own", async () => {
  const { ada } = await start();
  const page = await ada.open("/forms/text");
  const post = (entries: Record<string, string>) => ada.send(page, "/forms/text", entries);
  const isChosen = ({ html }: { html: string }, language: string) =>
    new RegExp(`<option value="${language}"[^>]* selected>`).test(html);
  const own = await post({ text: "", action: "template", template: "contact", language: "" });
  expect([textIn(own.html).startsWith("Contact form\n"), isChosen(own, "en")]).toEqual([true, true]);
  const french = await post({ text: "", action: "template", template: "contact", language: "fr" });
  expect([textIn(french.html).split("\n")[0], isChosen(french, "fr")]).toEqual([
    "Formulaire de contact",
    true,
  ]);
  const none = await post({ text: "Nom *", action: "template", template: "", language: "" });
  expect([textIn(none.html), isChosen(none, "")]).toEqual(["Nom *", true]);
});

test("shows HTML in a text as text in the box, the preview and the problems", async () => {
  const { ada } = await start();
  const attack = `</textarea><script>alert(1)</script>`;
  const { html, status } = await write(ada, `${attack}\nSize: ${attack}, M, required\nName`, "preview");
  expect(status).toBe(200);
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("users with access can see the text of a form with a list of the parts left out, and create a new form from it", async () => {
  const { ada, signIn, storage } = await start();
  const structure = { ...oneField("Anmeldung", ["de", "en"]), theme: { color: "#7c3aed" } };
  const account = await storage.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id } = await storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, account.id, structure, "draft", new Date()));
  expect((await ada.open(`/forms/${id}/settings`)).html).toContain(`href="/forms/${id}/text"`);
  const { html } = await ada.open(`/forms/${id}/text`);
  expect(html).toContain("Anmeldung\n\nName\n\n---\nSprachen: Englisch\n<");
  expect(html).toContain("<li>colours, fonts and pictures.</li>");
  const copy = await ada.open(`/forms/text?form=${id}&language=de`);
  expect(textIn(copy.html)).toContain("// Not in this text: the translations.");
  const eve = await signIn("eve@example.org");
  const none = newId("frm");
  for (const path of [`/forms/ID/text`, `/forms/text?form=ID`]) {
    const [theirs, nowhere] = [
      await eve.open(path.replace("ID", id)),
      await eve.open(path.replace("ID", none)),
    ];
    const plain = (page: string) =>
      page
        .replaceAll(id, "ID")
        .replaceAll(none, "ID")
        .replace(/value="[\w-]+"/g, "");
    expect([theirs.status, plain(theirs.html)]).toEqual([404, plain(nowhere.html)]);
  }
  expect(await storage.db.selectFrom("forms").select("id").execute()).toHaveLength(1);
});

test("posts of other sites and without a token are refused, and strangers sign in first", async () => {
  const { ada, browser, storage, publicUrl } = await start();
  const page = await ada.open("/forms/text");
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
  const post = (path: string, values: Record<string, string>, headers: Record<string, string>) =>
    fetch(publicUrl + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ text: "Trip\nName", language: "en", action: "make", ...values }),
      headers: { Origin: publicUrl, Cookie: `session=${ada.cookie("session")}`, ...headers },
    });
  for (const path of ["/forms/text", "/forms/text/preview"]) {
    expect((await post(path, { csrf }, { Origin: "https://evil.example" })).status).toBe(403);
    expect((await post(path, {}, {})).status).toBe(403);
    expect((await post(path, { csrf }, { Cookie: "" })).headers.get("location")).toMatch(/^\/sign-in/);
  }
  expect(await storage.db.selectFrom("forms").select("id").execute()).toEqual([]);
  const shown = await post("/forms/text/preview", { csrf }, {});
  expect([shown.status, shown.headers.get("x-frame-options")]).toEqual([200, "DENY"]);
  expect(pathOf(await browser().open("/forms/text"))).toBe("/sign-in");
});

test("the legend links to the whole notation with words in the user's language, and HTML in the document is text", async () => {
  const { ada } = await start();
  const writing = await ada.open("/forms/text");
  expect(writing.html).toContain('href="/forms/text/notation"');
  const { status, html } = await ada.open("/forms/text/notation");
  expect(status).toBe(200);
  for (const part of ["<h1>Form text</h1>", '<h2 id="grids">Grids</h2>', "<td><code># …</code></td>"])
    expect(html).toContain(part);
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  expect(html).not.toContain("&lt;!--");
  expect(html).not.toMatch(/href="[^"]*\.md"/);
  const attack = String(
    markdownHtml('## <img src=x onerror="a()">\n\n[x](javascript:alert(1)) <b>\n\n<script>'),
  );
  expect(attack).not.toMatch(/<(script|img|b)\b|href="javascript:/);

  const german = await ada.open("/forms/text/notation", { "Accept-Language": "de" });
  expect(german.html).toContain("<td><code>Auswahlliste</code></td>");
});

test("a text in a language that forms cannot have makes a form in that of the page, and the page says so", async () => {
  const { ada } = await start();
  const text = "Yüzme kursu kayıt formu\nÖğrencinin adı soyadı *\nDoğum tarihi *";
  const sent = { text, action: "preview", language: "" };
  const shown = await ada.send(await ada.open("/forms/text"), "/forms/text", sent);
  expect(shown.html).toContain("The text seems to be in Turkish, which forms cannot have.");
  expect(shown.html).not.toContain("Latviešu ·");
  const made = await ada.send(shown, "/forms/text", { ...sent, action: "make" });
  expect(made.html).toContain("&quot;default_language&quot;: &quot;en&quot;");
});
