import { describe, expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { cheaplyHashed } from "../../test/support/cheap-password.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { headerProxy } from "../../test/support/header-proxy.ts";
import { learner } from "../../test/support/learner.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { everyField, summerSchool } from "../../test/support/sample-forms.ts";
import { startService } from "../../test/support/service.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

const pdf = new File(["%PDF-1.7 letter"], "Brief é.pdf", { type: "application/pdf" });
const READING_MS = 5_000;
const MINUTE_MS = 60_000;

test("works without scripts: pages, a file, a mistake, the code, and the last page", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool);
  const first = await visit(`${url}?lang=de&source=poster`);
  expect(first.status).toBe(200);
  expect(first.html).toContain("Anmeldung zur Sommerschule");
  forms.later(READING_MS);
  const wrong = await sendForm(first, { "a.first_name": "Ada <3", go: "next" });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('value="Ada &lt;3"');
  expect(wrong.html).toMatch(/id="e-child"[^>]*>.*?Bitte/s);
  const parent = await sendForm(wrong, { "a.child": "yes", go: "next" });
  expect(parent.html).toContain("a.parent_name");
  const course = await sendForm(parent, { "a.parent_name": "Anne", go: "next" });
  const back = await sendForm(course, { go: "back" });
  expect(back.html).toContain('value="Anne"');
  const again = await sendForm(back, { go: "next" });
  const noAddress = await sendForm(again, { "a.course": "c1", "a.letter": pdf, go: "send" });
  expect(noAddress.status).toBe(422);
  expect(noAddress.html).toContain("Brief é.pdf");
  const sent = await sendForm(noAddress, { address: "Ada@Example.org", go: "send" });
  expect(sent.url).toContain("/sent/");
  expect(sent.html).toContain("ada@example.org");
  const { code, subject, to } = await forms.mail();
  expect({ to, subject }).toEqual({
    to: "ada@example.org",
    subject: `${code} ist Ihr Bestätigungscode`,
  });
  const refused = await sendForm(sent, { code: code === "000000" ? "000001" : "000000" });
  expect(refused.status).toBe(422);
  const done = await sendForm(refused, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(done.html).toContain("Bis im Juli!");
  expect(done.html).toContain('href="https://example.org/summer"');
  const [response] = await forms.responses();
  expect(response).toMatchObject({ status: "verified", language: "de", email: "ada@example.org" });
  expect(JSON.parse(response!.answers)).toMatchObject({
    first_name: "Ada <3",
    child: true,
    parent_name: "Anne",
    course: "c1",
    source: "poster",
  });
});

test("the link in the mail asks before it confirms, and works once", async () => {
  const forms = await publicForms();
  const url = await forms.publish(
    oneQuestion({ id: "email", type: "email", label: { en: "Email" }, required: true }),
  );
  const page = await visit(url);
  forms.later(READING_MS);
  await sendForm(page, { "a.email": "ada@example.org", go: "send" });
  const { link } = await forms.mail();
  const asked = await visit(link);
  expect((await forms.responses())[0]!.status).toBe("pending_verification");
  const done = await sendForm(asked, { go: "confirm" });
  expect(done.url).toContain("/done/");
  expect((await forms.responses())[0]!.status).toBe("verified");
  expect((await visit(link)).url).toContain("/done/");
});

test("every type of field is shown, and keeps its answer when another field is wrong", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(everyField));
  for (const { id } of everyField.pages.flatMap(({ fields }) => fields))
    if (!["intro", "more"].includes(id)) expect(page.html, id).toContain(`id="q-${id}"`);
  const entries = {
    "a.name": "Ada",
    "a.long": "one\ntwo </textarea>",
    "a.mail": "ada@example.org",
    "a.phone": "+49 30 901820",
    "a.url": "https://example.org",
    "a.num": "99",
    "a.date": "2031-02-03",
    "a.time": "10:30",
    "a.dt": "2031-02-03T10:30",
    "a.single": "c1",
    "a.multi": ["c0", "+other"],
    "o.multi": "Sunday",
    "a.drop": "c2",
    "a.yn": "yes",
    "a.rating": "4",
    "a.scale": "7",
    "a.nps": "10",
    "r.rank.c0": "2",
    "r.rank.c1": "1",
    "m.matrix.c0": "c1",
    "a.consent": "yes",
  };
  const wrong = await sendForm(page, { ...entries, go: "send" });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toMatch(/id="e-num"[^>]*>.*?30/s);
  for (const text of [
    'value="Ada"',
    "one\r\ntwo &lt;/textarea&gt;",
    'value="+49 30 901820"',
    'value="2031-02-03T10:30"',
    'value="Sunday"',
    'value="99"',
  ])
    expect(wrong.html).toContain(text);
  const checked = [...wrong.html.matchAll(/<input[^>]* checked[^>]*>/g)].map(
    ([input]) => `${/name="([^"]*)"/.exec(input)?.[1]}=${/value="([^"]*)"/.exec(input)?.[1]}`,
  );
  expect(checked.sort()).toEqual(
    [
      "a.consent=yes",
      "a.multi=+other",
      "a.multi=c0",
      "a.nps=10",
      "a.rating=4",
      "a.scale=7",
      "a.single=c1",
      "a.yn=yes",
      "m.matrix.c0=c1",
    ].sort(),
  );
});

const question: FormField = { id: "a", type: "short_text", label: { en: "Question of the form" } };

function oneQuestion(...fields: FormField[]): FormStructure {
  return {
    title: { en: "Title of the form" },
    default_language: "en",
    languages: ["en", "de"],
    pages: [{ id: "p", fields: fields.length > 0 ? fields : [question] }],
  };
}

test.for([
  ["a draft", { status: "draft" }, 404, "There is no form here"],
  ["a paused form", { status: "paused" }, 403, "This form is paused"],
  ["an archived form", { status: "archived" }, 410, "This form is closed"],
  [
    "a form before its opening date",
    { settings: { opens_at: "2099-03-01T08:30:00+02:00" } },
    403,
    "It takes answers from 1\u00a0March 2099 at\u00a006:30 UTC.",
  ],
  [
    "a form after its closing date",
    { settings: { closes_at: "2020-01-01T00:00:00Z" } },
    410,
    "This form is closed",
  ],
] as const)("%s says so, and shows no question", async ([_, wish, status, words]) => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(oneQuestion(), wish));
  expect(page.status).toBe(status);
  expect(page.html).toContain(words);
  expect(page.html).not.toContain("Question of the form");
});

test("before its opening date a form takes nothing by any way, and opens by itself", async () => {
  const forms = await publicForms();
  const upload: FormField = { id: "cv", type: "file_upload", label: { en: "CV" } };
  const structure = oneQuestion(question, upload);
  const url = await forms.publish(structure);
  const opened = await visit(url);
  forms.later(READING_MS);
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec(opened.html) ?? [];
  const opens_at = new Date(forms.time.now.getTime() + MINUTE_MS).toISOString();
  await forms.change(url, { ...structure, settings: { opens_at } });
  const file = new FormData();
  file.append("ticket", ticket);
  file.append("a.cv", pdf);
  expect((await fetch(`${url}/files`, { method: "POST", body: file })).status).toBe(409);
  for (const go of ["next", "send", "language:de"]) {
    const refused = await sendForm(opened, { "a.a": "1", address: "ada@example.org", go });
    expect([go, refused.status]).toEqual([go, 403]);
    expect(refused.html).not.toContain("Question of the form");
  }
  const german = await visit(`${url}?lang=de`);
  expect(german.html).toContain("Dieses Formular ist noch nicht geöffnet");
  forms.later(MINUTE_MS);
  const sent = await sendForm(opened, { "a.a": "1", address: "ada@example.org", go: "send" });
  expect(sent.url).toContain("/sent/");
});

test.for([
  ["closed by its date", { settings: { closes_at: "2020-01-01T00:00:00Z" } }, "This form is closed", true],
  ["archived", { status: "archived" }, "This form is closed", true],
  ["paused", { status: "paused" }, "This form is paused", false],
  ["not open yet", { settings: { opens_at: "2099-01-01T00:00:00Z" } }, "This form is not open yet", false],
  ["closed behind a password", { status: "archived", password: "open sesame" }, "This form is closed", false],
] as const)("an owner's own text stands where a form is %s", async ([_, wish, title, isShown]) => {
  const forms = await publicForms();
  const own = { en: "See you in **2028**, {{a}}!", de: "Bis *2028*!" };
  const settings = { ...("settings" in wish && wish.settings), closed_text: own };
  const url = await forms.publish(oneQuestion(), { ...wish, settings });
  const [english, german] = [await visit(url), await visit(`${url}?lang=de`)];
  expect(english.html).toContain(title);
  expect(english.html.includes("<p>See you in <strong>2028</strong>, {{a}}!</p>")).toBe(isShown);
  expect(german.html.includes("<p>Bis <em>2028</em>!</p>")).toBe(isShown);
  expect(english.html.includes("It takes no more answers.")).toBe(!isShown && title.includes("closed"));
});

test.for([
  ["with the text for it", { full_text: { en: "We are *full*." } }, "<p>We are <em>full</em>.</p>"],
  ["and not that it is closed", {}, "It has as many answers as it needs."],
] as const)(
  "a form that is full says so, %s, even to a respondent who has begun",
  async ([_, own, shown]) => {
    const forms = await publicForms();
    const settings = { response_limit: 1, closed_text: { en: "See you next year." }, ...own };
    const url = await forms.publish(oneQuestion(), { settings });
    const [one, other] = [await visit(url), await visit(url)];
    forms.later(READING_MS);
    const sent = await sendForm(one, { "a.a": "1", address: "ada@example.org", go: "send" });
    await sendForm(sent, { code: (await forms.mail()).code });
    const late = await sendForm(other, { "a.a": "2", address: "bob@example.org", go: "send" });
    expect([late.status, (await visit(url)).status]).toEqual([410, 410]);
    expect(late.html).toContain("This form is full");
    expect(late.html).toContain(shown);
    expect(late.html).not.toContain("next year");
  },
);

test("a form with a password reveals nothing until the password is right", async () => {
  const forms = await publicForms();
  const url = await forms.publish(oneQuestion(), { password: "open sesame" });
  const locked = await visit(url);
  const wrong = await sendForm(locked, { password: "open" });
  for (const page of [locked, wrong]) expect(page.html).not.toMatch(/Title of the form|Question of the form/);
  expect(wrong.status).toBe(403);
  const open = await sendForm(wrong, { password: "open sesame" });
  expect(open.html).toContain("Question of the form");
  forms.later(READING_MS);
  const sent = await sendForm(open, { "a.a": "1", address: "ada@example.org", go: "send" });
  expect(sent.url).toContain("/sent/");
});

test("a new password ends the access of pages opened with the former one, at the next request", async () => {
  const forms = await publicForms();
  const url = await forms.publish(summerSchool, { password: "open sesame" });
  const opened = await sendForm(await visit(url), { password: "open sesame" });
  forms.later(READING_MS);
  const filled = await sendForm(opened, { "a.first_name": "Ada", "a.child": "yes", go: "next" });
  expect(filled.html).toContain("a.parent_name");
  const upload = (ticket: string) => {
    const body = new FormData();
    body.append("ticket", ticket);
    body.append("a.letter", pdf);
    return fetch(`${url}/files`, { method: "POST", body });
  };
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec(filled.html) ?? [];
  expect((await upload(ticket)).status).toBe(201);

  const password_hash = cheaplyHashed("open barley");
  await forms.storage.db.updateTable("forms").set({ password_hash }).execute();
  const steps = [
    () => sendForm(filled, { "a.parent_name": "Anne", go: "next" }),
    () => sendForm(filled, { address: "ada@example.org", go: "send" }),
    () => visit(filled.url),
    async () => sendForm(await visit(url), { password: "open sesame" }),
  ];
  for (const step of steps) {
    const { html } = await step();
    expect(html).toContain("This form is protected");
    expect(html).not.toMatch(/summer school|parent|Ada/i);
  }
  expect((await upload(ticket)).status).toBe(409);
  const open = await sendForm(await visit(url), { password: "open barley" });
  expect(open.html).toContain("a.first_name");
  expect(await forms.responses()).toEqual([]);
});

test("a change of language keeps the entered answers", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(summerSchool), { "Accept-Language": "fr, de;q=0.5" });
  expect(page.html).toContain('<html lang="de"');
  const english = await sendForm(page, { "a.first_name": "Ada", go: "language:en" });
  expect(english.html).toContain('<html lang="en"');
  expect(english.html).toContain('value="Ada"');
});

describe("the outbox", () => {
  async function withMail() {
    const forms = await publicForms();
    const page = await visit(await forms.publish(oneQuestion()));
    forms.later(READING_MS);
    await sendForm(page, { "a.a": "1", address: "ada@example.org", go: "send" });
    const { id } = await forms.mail();
    const key = new URL(forms.outboxUrl ?? "").searchParams.get("key") ?? "";
    return { ...forms, key, paths: ["/dev/mail", `/dev/mail/${id}`, `/dev/mail/${id}/html`] };
  }

  test("opens by its printed address, and then by the cookie", async () => {
    const { outboxUrl = "", publicUrl, paths } = await withMail();
    const person = learner();
    const list = await person.open(outboxUrl);
    expect([list.status, list.url]).toEqual([200, `${publicUrl}/dev/mail`]);
    expect(list.html).toContain("ada@example.org");
    for (const path of paths) expect((await person.open(publicUrl + path)).status).toBe(200);
    // As through a proxy that names itself, even with the secret.
    const headers = { "X-Forwarded-For": "203.0.113.7" };
    expect((await person.open(`${publicUrl}/dev/mail`, headers)).status).toBe(404);
    expect((await person.open(outboxUrl, headers)).status).toBe(404);
  });

  test("does not open for others, even behind a proxy whose requests look local", async () => {
    const { publicUrl, endpoint, paths, key } = await withMail();
    const bare = new URL(await headerProxy(endpoint, () => ({ host: new URL(publicUrl).host }))).origin;
    const wrong = ["", "x", key.slice(0, -1), `${key}x`, key.toUpperCase(), encodeURIComponent(`${key}\0`)];
    for (const origin of [publicUrl, bare]) {
      for (const path of paths) {
        const answers = [
          visit(origin + path),
          ...wrong.map((each) => visit(`${origin}${path}?key=${each}`)),
          ...wrong.map((each) => visit(origin + path, { Cookie: `outbox=${each}` })),
        ];
        for (const { status, html } of await Promise.all(answers)) {
          expect(status).toBe(404);
          expect(html).not.toContain("ada@example.org");
        }
      }
    }
    const sent = await fetch(`${bare}/forgot-password`, {
      method: "POST",
      headers: { Origin: publicUrl },
      body: new URLSearchParams({ email: "owner@example.org" }),
    });
    const html = await sent.text();
    expect(html).toContain("the start message shows their address beside “Mails”.");
    expect(html).not.toMatch(/dev\/mail|key=/);
  });

  test("has the same address after a restart, and a different one in another installation", async () => {
    const folder = dataDir();
    const pathOf = async (options: { folder: string }) => {
      const { outboxUrl, stop } = await startService(options);
      await stop();
      return outboxUrl?.replace(/^.*\/dev/, "/dev");
    };
    const first = await pathOf({ folder });
    expect(first).toMatch(/^\/dev\/mail\?key=[\w-]{22}$/);
    expect(await pathOf({ folder })).toBe(first);
    expect(await pathOf({ folder: dataDir() })).not.toBe(first);
  });
});

test("only an embedded form can be framed, and only our own files run", async () => {
  const forms = await publicForms();
  const url = await forms.publish(oneQuestion());
  const framed = (await visit(`${url}?embed=1`)).headers.get("content-security-policy");
  const plain = (await visit(url)).headers;
  expect(framed).toContain("frame-ancestors *");
  expect(plain.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(plain.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  expect((await visit(url)).html).not.toMatch(/<script(?! type="module" src="\/assets\/)|style="| on\w+="/);
});

test("stores both pages if two windows send different pages of one form at once", async () => {
  const forms = await publicForms();
  const field = (id: string): FormField => ({ id, type: "short_text", label: { en: id } });
  const ids = ["one", "two", "three"];
  const url = await forms.publish({
    ...oneQuestion(field("one")),
    pages: ids.map((id) => ({ id: `page_${id}`, fields: [field(id)] })),
  });
  const first = await visit(url);
  const second = await sendForm(first, { "a.one": "old", go: "next" });
  const third = await sendForm(second, { "a.two": "old", go: "next" });
  await Promise.all([
    sendForm(first, { "a.one": "new", go: "next" }),
    sendForm(second, { "a.two": "new", go: "next" }),
  ]);
  forms.later(READING_MS);
  await sendForm(third, { "a.three": "new", address: "ada@example.org", go: "send" });
  const [response] = await forms.responses();
  expect(JSON.parse(response!.answers)).toEqual({ one: "new", two: "new", three: "new" });
});

test("the mark stands at the required questions where most are optional, else at the optional ones", async () => {
  const forms = await publicForms();
  const asked = (...required: boolean[]): FormField[] =>
    required.map((is, at) => ({ id: `q${at}`, type: "short_text", label: { en: `Q${at}` }, required: is }));
  const isStarred = async (fields: FormField[]) => {
    const form = { ...oneQuestion(fields[0]!), pages: [{ id: "p", fields }] };
    const { html } = await visit(await forms.publish(form));
    // The words are there for scripts; a style hides them and draws a star at the others.
    expect(html.split('class="optional"').length - 1).toBe(
      fields.filter((each) => !("required" in each && each.required)).length,
    );
    return html.includes('class="starred"');
  };
  expect(await isStarred(asked(true, false, false))).toBe(true);
  expect(await isStarred(asked(false))).toBe(true);
  expect(await isStarred(asked(true, false))).toBe(false);
  expect(await isStarred(asked(true, true, false))).toBe(false);
});

test("shows the rules of an answer before it is typed, and only once if it is wrong", async () => {
  const forms = await publicForms();
  const choices = ["a", "b", "c"].map((id) => ({ id, label: { en: id } }));
  const fields: FormField[] = [
    { id: "phone", type: "phone", label: { en: "Phone" } },
    { id: "home", type: "phone", label: { en: "At home" }, default_country: "IE" },
    {
      id: "two",
      type: "multiple_choice",
      label: { en: "Two" },
      choices,
      validation: { min_selections: 2, max_selections: 2 },
    },
    {
      id: "any",
      type: "multiple_choice",
      label: { en: "Any" },
      choices,
      validation: { min_selections: 1, max_selections: 3 },
    },
  ];
  const page = await visit(await forms.publish({ ...oneQuestion(fields[0]!), pages: [{ id: "p", fields }] }));
  const hints = (html: string) =>
    [...html.matchAll(/id="d-(\w+)"><p>(.*?)<\/div>/g)].map(([, id, text]) => [id, text]);
  const selections = ["Choose at least 2 answers.", "Choose at most 2 answers."];
  expect(hints(page.html).slice(0, 2)).toEqual([
    ["home", "Numbers without a country code: Ireland\u00a0(+353)</p>"],
    ["two", `${selections.join("</p><p>")}</p>`],
  ]);
  const wrong = await sendForm(page, { "a.two": "a", go: "send" });
  // The text is the hint, the problem, and the message of the rule that browsers check.
  expect(wrong.html.replaceAll(/data-rules="[^"]*"/g, "").split(selections[0]!)).toHaveLength(3);
  expect(hints(wrong.html)[1]).toEqual(["two", `${selections[1]}</p>`]);
});

test.for([
  [["Poor", "Fair", "Very good"], true],
  [["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"], true],
  [["Stimme gar nicht zu", "Unentschieden", "Stimme eher zu", "Zufriedenheit", "Einverstanden"], false],
  [[..."123456789"], true],
  [[..."1234567890"], false],
] as const)("a table with the heads %j is shown as a table: %s", async ([heads, isGrid]) => {
  const forms = await publicForms();
  const columns = heads.map((head, at) => ({ id: `c${at}`, label: { en: head } }));
  const rows = [{ id: "r", label: { en: "Bread" } }];
  const matrix: FormField = { id: "m", type: "matrix", label: { en: "How is it?" }, rows, columns };
  const { html } = await visit(await forms.publish(oneQuestion(matrix)));
  expect(html.includes('class="matrix grid"')).toBe(isGrid);
});
