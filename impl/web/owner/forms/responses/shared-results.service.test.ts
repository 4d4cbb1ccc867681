/** Results of a form for everybody who has its secret link. */
import { outputOf } from "@toolwright/runtime/client";
import { expect, test } from "vitest";
import { createClient } from "../../../../../generated/client.ts";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { connect } from "../../../../test/support/service.ts";
import { type Page, visit } from "../../../../test/support/visitor.ts";

const choices = (...words: string[]) => words.map((en) => ({ id: en.toLowerCase(), label: { en } }));

const club: FormStructure = {
  title: { en: "Club <b>" },
  languages: ["en"],
  default_language: "en",
  hidden_fields: [{ id: "source" }],
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "Your name" } },
        { id: "mail", type: "email", label: { en: "Your address" } },
        { id: "photo", type: "file_upload", label: { en: "Your photo" } },
        {
          id: "food",
          type: "single_choice",
          label: { en: "Which <i>food</i>?" },
          choices: choices("Soup", "Cake"),
          allow_other: true,
        },
        { id: "stars", type: "rating", label: { en: "Stars" }, max: 5 },
        { id: "pay", type: "number", label: { en: "Pay" } },
        { id: "born", type: "date", label: { en: "Born" } },
        { id: "at", type: "time", label: { en: "When" } },
      ],
    },
  ],
};

const SHAREABLE = ["food", "stars", "pay", "born"];

async function start(people = 6) {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, club);
  const answers = (n: number) => ({
    name: `Person ${n}`,
    mail: `person${n}@private.example`,
    source: "secret source",
    food: n % 2 === 0 ? "soup" : "cake",
    stars: 5,
    pay: 1_000 + n * 137,
    born: `19${50 + n}-03-0${(n % 9) + 1}`,
    at: "09:17",
  });
  if (people > 0) await answered.respondOften(people, answers);
  const summary = `/forms/${answered.form.id}/responses/summary`;
  const action = `/forms/${answered.form.id}/responses/results`;
  const post = async (wanted: string, fields: readonly string[] = []) =>
    ada.send(await ada.open(summary), action, { action: wanted, field: fields });
  const link = async () => /\/f\/frm_\w+\/results\/[\w-]+/.exec((await ada.open(summary)).html)?.[0];
  /** Opens the page of everybody, without a session. */
  const look = (path: string, query = "") => visit(service.publicUrl + path + query);
  return { ...service, ...answered, ada, answers, summary, action, post, link, look };
}

/** Reads the text of a page, with spaces between its elements. */
function textOf({ html }: Page): string {
  return html
    .replace(/^.*<main>|<\/main>.*$/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

test("an owner shares chosen questions: a page counts answers, and shows nothing of a single person", async () => {
  const { ada, summary, post, link, look } = await start();
  const before = await ada.open(summary);
  const offered = [...before.html.matchAll(/name="field" value="(\w+)"/g)].map(([, id]) => id);
  expect(offered).toEqual(SHAREABLE);
  expect(await link()).toBeUndefined();
  await post("on", ["food", "pay", "born", "name", "mail", "none"]);
  const page = await look((await link())!);
  expect(page.status).toBe(200);
  const text = textOf(page);
  expect(text).toContain("Club &lt;b&gt; 5 responses");
  expect(text).toContain("Which &lt;i&gt;food&lt;/i&gt;?");
  expect(text).toMatch(/Soup 3 60% Cake 2 40%/);
  expect(text).toContain("Pay");
  expect(text).toContain("Born");
  expect(text).toMatch(/Average 1,274/);
  // Five of six people: no names, texts and hidden fields, and no number or date of fewer than five.
  expect(page.html).not.toMatch(
    /Person|private|secret|photo|09:17|Stars|1,000|1,548|1,685|Median|Range|1950-|1955-/,
  );
  expect(page.html).not.toMatch(/<script|\/responses|href="\/forms/);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "x-frame-options": "DENY",
    "cache-control": "private, no-cache",
  });
  expect(page.html).toContain('<meta name="robots" content="noindex">');
  expect((await look((await link())!, "?lang=de")).html).toContain("5 Antworten");
});

test("results are shown from the fifth response on, and change with every fifth", async () => {
  const { respond, respondOften, answers, post, link, look, time } = await start(4);
  await post("on", SHAREABLE);
  const path = (await link())!;
  const soups = async () => /Soup (\d+)/.exec(textOf(await look(path)))?.[1];
  expect(textOf(await look(path))).toContain("The results are shown once 5 people have answered.");
  expect((await look(path)).html).not.toContain("Soup");
  await respond(answers(0));
  expect(await soups()).toBe("3");
  for (let more = 0; more < 4; more += 1) {
    time.now = new Date(time.now.getTime() + 120_000);
    // One of them was sent long ago and is confirmed now.
    const sent = more === 0 ? "2020-01-01T00:00:00.000Z" : time.now.toISOString();
    await respond({ food: "soup" }, { submitted_at: sent });
    expect(await soups()).toBe("3");
  }
  await respondOften(1, () => ({ food: "soup" }), time.now);
  expect(await soups()).toBe("8");
  // Four people have answered the question about stars, besides the five of before.
  expect(textOf(await look(path))).toContain("Stars");
});

test("of more responses than are read, the oldest leave by fives, too", async () => {
  const { respondOften, post, link, look, time } = await start(0);
  await respondOften(5_006, (n) => ({ food: n < 15 ? "cake" : "soup" }));
  await post("on", ["food"]);
  const path = (await link())!;
  const cakes = async () => /Cake (\d+)/.exec(textOf(await look(path)))?.[1];
  expect(await cakes()).toBe("5");
  time.now = new Date(time.now.getTime() + 10_000_000);
  await respondOften(3, () => ({ food: "soup" }), time.now);
  expect(await cakes()).toBe("5");
  await respondOften(1, () => ({ food: "soup" }), new Date(time.now.getTime() + 10_000));
  expect(await cakes()).toBe("0");
});

test("a question with fewer than five answers is not shown, and own texts are only counted", async () => {
  const { respondOften, post, link, look } = await start(0);
  await respondOften(5, (n) => ({
    food: n < 2 ? { other: `Own wish ${n}` } : "soup",
    ...(n < 4 && { stars: 1 }),
  }));
  await post("on", SHAREABLE);
  const page = await look((await link())!);
  expect(textOf(page)).toMatch(/Soup 3 60% Cake 0 0% Other 2 40%/);
  expect(page.html).not.toContain("Own wish");
  expect(textOf(page)).toMatch(/Stars Not shown yet: fewer than 5 answers/);
});

test("turning off and a new link end the old one at once, and a wrong link is the usual page", async () => {
  const { ada, publicUrl, post, link, look, form, storage } = await start();
  await post("on", ["food"]);
  const first = (await link())!;
  expect((await look(first)).status).toBe(200);
  await post("renew");
  const second = (await link())!;
  expect(second).not.toBe(first);
  expect((await look(second)).html).toContain("Soup");
  const missing = await visit(`${publicUrl}/f/none`);
  const wrong = [
    first,
    `${second.slice(0, -1)}${second.endsWith("A") ? "B" : "A"}`,
    `${second}x`,
    `/f/${form.id}/results/${"A".repeat(22)}`,
    `/f/frm_${"0".repeat(22)}/results/${second.slice(-22)}`,
    `/f/${form.id}/results/`,
  ];
  for (const path of wrong) {
    const page = await look(path);
    expect([path, page.status, page.html]).toEqual([path, 404, missing.html]);
  }
  await post("save", ["stars"]);
  expect(await link()).toBe(second);
  expect((await look(second)).html).not.toContain("Soup");
  await post("off");
  expect((await look(second)).html).toBe(missing.html);
  await post("renew");
  expect(await link()).toBeUndefined();
  await post("on", ["food"]);
  expect(await link()).not.toBe(second);
  const last = (await link())!;
  await storage.db.updateTable("forms").set({ status: "archived" }).where("id", "=", form.id).execute();
  expect((await look(last)).status).toBe(200);
  await ada.send(await ada.open(`/forms/${form.id}/settings`), `/forms/${form.id}/delete`);
  expect((await look(last)).status).toBe(404);
});

test("the page sums up once a minute, and again when responses come or go", async () => {
  const { post, link, look, storage, respondOften, time } = await start(5);
  await post("on", ["food"]);
  const path = (await link())!;
  const soups = async () => /Soup (\d+)/.exec(textOf(await look(path)))?.[1];
  expect(await soups()).toBe("3");
  const answers = JSON.stringify({ food: "cake" });
  await storage.db.updateTable("responses").set({ answers }).execute();
  expect(await soups()).toBe("3");
  time.now = new Date(time.now.getTime() + 60_000);
  expect(await soups()).toBe("0");
  await respondOften(5, () => ({ food: "soup" }), time.now);
  expect(await soups()).toBe("5");
  await storage.db.updateTable("responses").set({ status: "spam" }).execute();
  expect(textOf(await look(path))).toContain("The results are shown once 5 people have answered.");
});

test("only owners and admins share results, after a fresh sign-in, and changes are logged", async () => {
  const { service, ada, action, summary, form, post, link, logged, storage, signIn, mint, endpoint } =
    await withAgent();
  await post("on", ["food"]);
  const people = { viewer: "view", editor: "edit", admin: "admin" } as const;
  const { token } = await mint({ email: "ada@example.org" });
  const agent = createClient(await connect(endpoint, token));
  for (const [name, permission] of Object.entries(people)) {
    const email = `${name}@example.org`;
    const browser = await signIn(email);
    outputOf(await agent.shareForm({ form_id: form.id, email, permission: permission as "view" }));
    const page = await browser.open(summary);
    expect([name, page.html.includes(`action="${action}"`)]).toEqual([name, name === "admin"]);
    // The same with the form of another page, as an attacker would.
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)![1]!;
    const sent = await fetch(service.publicUrl + action, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: service.publicUrl, Cookie: `session=${browser.cookie("session")}` },
      body: new URLSearchParams({ csrf, action: "off" }),
    });
    expect([name, sent.status]).toEqual([name, name === "admin" ? 303 : 403]);
    expect(await link()).toEqual(name === "admin" ? undefined : expect.any(String));
  }
  const stranger = await signIn("eve@example.org");
  expect((await stranger.open(summary)).status).toBe(404);
  const foreign = await fetch(service.publicUrl + action, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: `session=${ada.cookie("session")}`, Origin: "https://evil.example" },
    body: new URLSearchParams({ action: "on", field: "food" }),
  });
  expect(foreign.status).toBe(403);
  const none = await fetch(service.publicUrl + action, { method: "POST", redirect: "manual" });
  expect([none.status, await link()]).toEqual([403, undefined]);
  expect((await post("on")).html).toContain("Choose at least one question.");
  const page = await ada.open(summary);
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await storage.db.updateTable("sessions").set({ created_at }).execute();
  const late = await ada.send(page, action, { action: "on", field: ["food"] });
  expect(late.url).toContain("/sign-in");
  expect(await link()).toBeUndefined();
  const actions = logged.flatMap((line) =>
    "action" in line && String(line.action).startsWith("results") ? [line.action] : [],
  );
  expect(actions).toEqual(["results_on", "results_off"]);
});

async function withAgent() {
  const service = await start();
  return { ...service, service };
}
