/** Tests how visits are counted, from what browsers with and without scripts send. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { readVisitFigures } from "../../responses/visits/figures.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { filledIn, type Page, sendForm, visit } from "../../test/support/visitor.ts";

const text = (id: string, more = {}) => ({
  id,
  type: "short_text" as const,
  label: { en: id, de: id },
  ...more,
});

const survey: FormStructure = {
  title: { en: "Survey", de: "Umfrage" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    { id: "p1", fields: [text("name", { required: true }), text("city")] },
    { id: "p2", fields: [text("street")] },
    { id: "p3", fields: [text("wish")] },
  ],
};

async function start(form = survey) {
  const forms = await publicForms();
  const url = await forms.publish(form);
  const id = new URL(url).pathname.split("/").at(-1)!;
  const open = async (query = "", headers = {}) => {
    const page = await visit(url + query, headers);
    forms.later(60_000);
    return page;
  };
  /** The figures after all openings were written. */
  const figures = async () => {
    await forms.stop();
    return readVisitFigures(forms.storage.db, id);
  };
  return { ...forms, url, open, figures };
}

const go = (page: Page, action: string, entries = {}) => sendForm(page, { go: action, ...entries });
const email = { address: "ada@example.org" };

/** Sends what the page's script reports. */
async function report(page: Page, at: string): Promise<number> {
  const { address, body } = filledIn(page, {});
  address.pathname += "/progress";
  const data = new FormData();
  for (const name of ["ticket", "lang"]) data.set(name, body.get(name)!);
  data.set("at", at);
  return (await fetch(address, { method: "POST", body: data, headers: { Origin: address.origin } })).status;
}

test("no page of a form sets a cookie, from the first to the last", async () => {
  const { open } = await start();
  const first = await open();
  const second = await go(first, "next", { "a.name": "Ada" });
  const third = await go(second, "next");
  const sent = await go(third, "send", email);
  expect(sent.url).toContain("/sent/");
  for (const { url, headers } of [first, second, third, sent])
    expect([url, headers.getSetCookie()]).toEqual([url, []]);
});

test("counts a visit page by page without scripts, until it is sent", async () => {
  const { open, figures, responses } = await start();
  await open();
  const left = await go(await open(), "next", { "a.name": "Ada" });
  expect(left.html).toContain("a.street");
  const second = await go(await open(), "next", { "a.name": "Bob" });
  const third = await go(second, "next");
  await go(third, "back");
  const wrong = await go(await open(), "next", { "a.city": "Paris" });
  expect(wrong.status).toBe(422);
  const last = await go(await go(await open(), "next", { "a.name": "Eve" }), "next");
  const sent = await go(last, "send", email);
  expect(sent.url).toContain("/sent/");
  expect(await responses()).toHaveLength(1);
  expect(await figures()).toMatchObject({
    ...{ opened: 5, started: 4, sent: 1 },
    medianSeconds: 61,
    left: new Map([
      ["name", 1],
      ["street", 2],
    ]),
  });
});

test("a page that is sent again after Back moves its visit, and counts it once", async () => {
  const { open, figures } = await start();
  const first = await open();
  const second = await go(first, "next", { "a.name": "Ada" });
  const third = await go(second, "next");
  await go(first, "next", { "a.name": "Ada" });
  await go(third, "send", email);
  await go(third, "send", email);
  await go(first, "next", { "a.name": "Ada" });
  expect(await figures()).toMatchObject({ opened: 1, started: 1, sent: 1, left: new Map() });
});

test("a visit is of the language in which it goes on", async () => {
  const { open, figures } = await start();
  const german = await go(await open("?lang=en"), "language:de");
  expect((await open("?lang=en")).status).toBe(200);
  await go(german, "next", { "a.name": "Ada" });
  expect((await figures()).languages).toEqual([
    { language: "de", opened: 1, started: 1, sent: 0, medianSeconds: undefined },
    { language: "en", opened: 1, started: 0, sent: 0, medianSeconds: undefined },
  ]);
});

test("reports of the script count the beginning and the question that was reached, once", async () => {
  const { open, figures, storage } = await start();
  const page = await open();
  for (const at of ["name", "name", "city"]) expect(await report(page, at)).toBe(204);
  for (const at of ["gone", "", "+address "]) await report(page, at);
  const [fill] = await storage.db.selectFrom("fills").selectAll().execute();
  expect(fill).toMatchObject({ given: "{}", network: null, response_id: null });
  const other = await open();
  await report(other, "city");
  const last = await go(await go(await go(other, "next", { "a.name": "Ada" }), "next"), "send", email);
  expect(last.url).toContain("/sent/");
  await report(other, "city");
  expect(
    (await storage.db.selectFrom("fills").select("counted_at").execute()).map((one) => one.counted_at),
  ).toContain(null);
  expect(await figures()).toMatchObject({
    ...{ opened: 2, started: 2, sent: 1 },
    left: new Map([["city", 1]]),
  });
});

test("a page that was loaded in advance counts as opened when its visitor begins", async () => {
  const { open, figures } = await start();
  await open("", { "Sec-Purpose": "prefetch;prerender" });
  const page = await open("", { "Sec-Purpose": "prefetch" });
  await report(page, "name");
  expect(await figures()).toMatchObject({ opened: 1, started: 1, sent: 0 });
});

test("programs are not counted: neither those that fall into the trap nor those that are too quick", async () => {
  const { open, figures, url, responses } = await start();
  const last = await go(await go(await open(), "next", { "a.name": "Bot" }), "next");
  await go(last, "send", { ...email, remarks_2: "buy" });
  expect(await responses()).toMatchObject([{ status: "spam" }]);
  const quick = await visit(url);
  await report(quick, "name");
  await go(quick, "next", { "a.name": "Bot" });
  expect(await figures()).toMatchObject({ opened: 1, started: 0, sent: 0, left: new Map() });
});

test("reports with a forged ticket, to a closed form or without a form count nothing", async () => {
  const { open, figures, storage, url } = await start();
  const page = await open();
  expect(await report({ ...page, html: page.html.replace(/(name="ticket" value=")./, "$1x") }, "name")).toBe(
    204,
  );
  await storage.db.updateTable("forms").set({ status: "paused" }).execute();
  await report(page, "name");
  const origin = new URL(url).origin;
  const foreign = await fetch(`${url}/progress`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  const empty = await fetch(`${url}/progress`, { method: "POST", headers: { Origin: origin } });
  expect([foreign.status, empty.status]).toEqual([403, 422]);
  expect(await figures()).toMatchObject({ opened: 1, started: 0 });
});

test("a welcome page is opened, and neither its button nor another language starts a visit", async () => {
  const { open, figures } = await start({ ...survey, welcome: {} });
  await open();
  await go(await open(), "next");
  const german = await go(await open(), "language:de");
  const question = await go(german, "next");
  expect(question.html).toContain("a.name");
  await go(question, "next", { "a.name": "Ada" });
  expect(await figures()).toMatchObject({ opened: 3, started: 1, sent: 0, left: new Map([["street", 1]]) });
});
