/** The owner's pages about lessons, in a browser without scripts, and what learners and others see of them. */
import { expect, test } from "vitest";
import { findAccount } from "../../../accounts/accounts.ts";
import { creditBalance } from "../../../accounts/credits/balance.ts";
import { builtinWriter } from "../../../lessons/builtin/writer.ts";
import { newId } from "../../../platform/ids.ts";
import { learner } from "../../../test/support/learner.ts";
import { type OwnerBrowser, ownerPages } from "../../../test/support/owner.ts";
import type { Entries } from "../../../test/support/visitor.ts";

const RULES =
  "Fire rules:\n1. Leave the building by the nearest exit.\n2. Never use the lift.\n3. Meet at the car park.\n4. Call 112 and say where it burns.";
const WISH = { prompt: "The water cycle", languages: "de", default_language: "en", pictures: "2" };

const start = () => ownerPages({ writer: builtinWriter });
type Service = Awaited<ReturnType<typeof start>>;

const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const idIn = (url: string) => /lsn_\w+/.exec(url)![0];

async function quote(ada: OwnerBrowser, wish: Entries) {
  return ada.send(await ada.open("/lessons"), "/lessons/quotes", wish);
}

/** Waits until no lesson is being made. */
const settle = ({ storage }: Service) =>
  expect.poll(async () => storage.db.selectFrom("jobs").select("id").execute()).toEqual([]);

test("refuses a price beyond the account's budget with advice, and keeps the entered text", async () => {
  const service = await ownerPages({ writer: builtinWriter, environment: { MAX_QUOTES: "10" } });
  const ada = await service.signIn();
  expect(new URL((await quote(ada, WISH)).url).pathname).toMatch(/^\/lessons\/quotes\//);
  const refused = await quote(ada, WISH);
  expect(refused.status).toBe(422);
  expect(textOf(refused.html)).toContain(
    "the account may have 1 of the last 30 minutes. Wait until one expires.",
  );
  expect(refused.html).toMatch(/<textarea[^>]*>The water cycle</);
  expect((await ada.open("/settings/subscription")).html).toContain("Lesson prices of the last 30 minutes");
});

/** Creates a lesson with the form, and opens its page when it is ready. */
async function make(service: Service, ada: OwnerBrowser, wish: Entries, entries: Entries = {}) {
  const priced = await quote(ada, wish);
  const made = await ada.send(priced, new URL(priced.url).pathname, entries);
  const id = idIn(made.url);
  await settle(service);
  return id;
}

const act = async (ada: OwnerBrowser, id: string, action: string, entries: Entries = {}) =>
  ada.send(await ada.open(`/lessons/${id}`), `/lessons/${id}/${action}`, entries);

test("prices, makes, opens, renames, protects, unpublishes and deletes a lesson without scripts", async () => {
  const service = await start();
  const ada = await service.signIn();
  const empty = await ada.open("/lessons");
  expect(empty.html).toContain("You have no lessons yet");
  const topic = await ada.open(/href="(\/lessons\?topic=The%20water%20cycle)"/.exec(empty.html)![1]!);
  expect(topic.html).toMatch(/<textarea[^>]*>The water cycle</);
  expect(topic.html).toMatch(/<a class="topic"[^>]* aria-current="true">The water cycle</);
  expect((await ada.open("/lessons?topic=Transfer%20your%20credits")).html).toMatch(
    /<textarea[^>]*><\/textarea>/,
  );
  expect(empty.html).not.toContain("<script");

  const priced = await quote(ada, WISH);
  const price = textOf(priced.html);
  for (const text of [
    "Text and tasks 10",
    "1 further language 4",
    "2 pictures 10",
    "Together 24",
    "You have 100 credits",
  ])
    expect(price).toContain(text);
  expect(await service.storage.db.selectFrom("lessons").select("id").execute()).toEqual([]);
  const changed = await ada.open(/href="(\/lessons\?quote=[^"]+)"/.exec(priced.html)![1]!);
  expect(changed.html).toMatch(/<textarea[^>]*>The water cycle</);

  const made = await ada.send(priced, new URL(priced.url).pathname, { task_mode: "ai_reviewed" });
  const id = idIn(made.url);
  expect(textOf(made.html)).toMatch(/The lesson is being made\.|Ready/);
  await settle(service);
  const ready = textOf((await ada.open(made.url)).html);
  expect([ready.includes("is being made"), ready.includes("Ready")]).toEqual([false, true]);
  // The page of the price redirects to its lesson, even after a repeated post.
  expect(idIn((await ada.open(priced.url)).url)).toBe(id);
  expect(idIn((await ada.send(priced, new URL(priced.url).pathname)).url)).toBe(id);

  const page = await ada.open(`/lessons/${id}`);
  expect(page.html).not.toContain("<script");
  expect(page.html).toContain(`/l/${id}`);
  expect([...page.html.matchAll(/<img src="([^"]+)"/g)]).toHaveLength(2);
  for (const [, src] of page.html.matchAll(/<img src="([^"]+)"/g))
    expect((await ada.open(src!)).status).toBe(200);

  await act(ada, id, "name", { name: "Rain <b>" });
  expect((await ada.open("/lessons")).html).toContain(">Rain &lt;b&gt;</a>");
  const grace = learner();
  const address = `${service.publicUrl}/l/${id}`;
  expect((await grace.open(address)).html).toContain("<h1>Rain &lt;b&gt;</h1>");
  await act(ada, id, "name", { name: " " });
  expect((await grace.open(address)).html).toContain("<h1>The water cycle</h1>");

  expect((await act(ada, id, "password", { password: "abc" })).status).toBe(422);
  await act(ada, id, "password", { password: "open sesame" });
  expect((await grace.open(address)).html).toContain("This lesson is protected");
  await act(ada, id, "password", { remove: "yes" });
  await act(ada, id, "status");
  const [, picture] = /<img src="([^"?]+)/.exec(page.html)!;
  for (const hidden of [address, service.publicUrl + picture])
    expect((await grace.open(hidden)).status).toBe(404);
  expect((await ada.open("/lessons")).html).toContain("Not shown to learners");
  await act(ada, id, "status");
  expect((await grace.open(address)).status).toBe(200);

  expect((await act(ada, id, "delete")).status).toBe(422);
  const deleted = await act(ada, id, "delete", { sure: "yes" });
  expect(deleted.html).toContain("The lesson is deleted.");
  expect((await grace.open(address)).status).toBe(404);
  // The lesson is erased, and its price is not accepted again.
  for (const table of ["lessons", "lesson_parts", "lesson_quotes", "lesson_attempts"] as const)
    expect(await service.storage.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test("refuses a lesson that cannot be made before it has a price, in the language of the page", async () => {
  const service = await start();
  const ada = await service.signIn();
  const unknown = await quote(ada, { prompt: "Quantum entanglement", pictures: "3" });
  expect(unknown.status).toBe(422);
  expect(unknown.html).toContain("it invents nothing");
  expect(unknown.html).toMatch(/<textarea[^>]*>Quantum entanglement</);
  expect(unknown.html).toMatch(/value="3" selected/);
  expect((await quote(ada, { ...WISH, languages: "es" })).html).toContain("not in these: Español");
  expect((await quote(ada, { ...WISH, prompt: " " })).status).toBe(422);
  expect(unknown.html + (await quote(ada, { ...WISH, languages: "es" })).html).not.toContain("AI_");
  expect(await service.storage.db.selectFrom("lesson_quotes").selectAll().execute()).toEqual([]);
  // Without a choice of languages it is the language of the text.
  expect(
    (
      await quote(ada, {
        prompt:
          "Unsere Regeln:\n- Wir hören einander zu.\n- Wir räumen den Platz auf.\n- Wir lassen andere ausreden.",
      })
    ).html,
  ).toContain("Deutsch");
});

test("does not accept an expired price, or a price above the credits", async () => {
  const service = await start();
  const ada = await service.signIn();
  const priced = await quote(ada, WISH);
  const path = new URL(priced.url).pathname;
  service.time.now = new Date(service.time.now.getTime() + 31 * 60_000);
  const late = await ada.send(priced, path);
  expect(late.status).toBe(422);
  expect(late.html).toContain("This price was valid for 30 minutes");
  expect((await ada.open(path)).html).not.toContain(`action="${path}"`);
  for (let made = 0; made < 4; made += 1) await make(service, ada, WISH);
  const missing = await quote(ada, WISH);
  expect(textOf(missing.html)).toContain("You have 4 credits, but need 20 credits more");
  expect(missing.html).not.toContain(`action="${new URL(missing.url).pathname}"`);
});

test("a signed-in owner needs no key, and no other account can open the page", async () => {
  const service = await start();
  const ada = await service.signIn();
  const id = await make(service, ada, { prompt: RULES });
  expect((await ada.open(`/lessons/${id}`)).html).toContain(`action="/lessons/${id}/delete"`);
  const grace = await service.signIn("grace@example.org");
  const none = `lsn_${"0".repeat(22)}`;
  for (const lesson of [id, none]) {
    expect((await grace.open(`/lessons/${lesson}`)).status).toBe(403);
    expect((await service.browser().open(`/lessons/${lesson}`)).url).toContain("/sign-in?");
    for (const action of ["name", "password", "status", "delete"]) {
      const page = await grace.open("/lessons");
      const html = page.html.replace('action="/lessons/quotes"', `action="/lessons/${lesson}/${action}"`);
      const sent = await grace.send({ ...page, html }, `/lessons/${lesson}/${action}`, {
        sure: "yes",
        password: "open sesame",
      });
      expect(sent.status).toBe(404);
    }
  }
  expect((await grace.open("/lessons")).html).not.toContain(id);
  const quotes = await service.storage.db.selectFrom("lesson_quotes").select("id").executeTakeFirstOrThrow();
  for (const quoteId of [quotes.id, newId("quo")])
    expect((await grace.open(`/lessons/quotes/${quoteId}`)).status).toBe(404);
});

test("lists lessons in pages, the latest first", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { token } = await service.mint({ plan: "trial" });
  for (let number = 1; number <= 21; number += 1) {
    const wish = { prompt: `Lesson ${number}`, languages: ["en"], illustration_count: 0 };
    const { structuredContent: priced } = await service.call(token, "service_quote_lesson_generation", wish);
    // Each costs 10 of 100 credits.
    await service.storage.db
      .updateTable("lesson_quotes")
      .set({ total_credits: 1, breakdown: '[{"item":"text","quantity":1,"credits_each":1,"credits":1}]' })
      .where("id", "=", priced.quote_id)
      .execute();
    await service.call(token, "service_create_lesson", { quote_id: priced.quote_id });
    service.time.now = new Date(service.time.now.getTime() + 1_000);
  }
  const first = await ada.open("/lessons");
  const older = await ada.open(/href="([^"]*after=[^"]*)"/.exec(first.html)![1]!);
  const names = [first, older].flatMap(({ html }) =>
    [...html.matchAll(/class="name"[^>]*>([^<]+)</g)].map(([, name]) => name),
  );
  expect(names).toEqual(Array.from({ length: 21 }, (_, at) => `Lesson ${21 - at}`));
});

test("the movements of credits name their lesson and add up to the available credits", async () => {
  const service = await start();
  const ada = await service.signIn();
  await make(service, ada, { ...WISH, pictures: "3" });
  // Four statements fill two pictures, so the third is given back.
  const id = await make(service, ada, { prompt: RULES, pictures: "3" });
  const { html } = await ada.open("/settings/subscription");
  const rows = [...html.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) => textOf(row).trim());
  expect(rows.map((row) => row.replace(/^.*?20\d\d /, "")).toSorted()).toEqual([
    expect.stringMatching(/^Credits of your plan .* \+100$/),
    "Given back for illustration 3 of Fire rules +5",
    "Lesson: Fire rules (20 paid) −25",
    "Lesson: The water cycle (29 paid) −29",
  ]);
  const amounts = rows.map((row) => Number(/[+−][\d,]+$/.exec(row)![0].replace("−", "-")));
  const account = (await findAccount(service.storage.db, "ada@example.org"))!;
  const { available } = await creditBalance(service.storage.db, account, service.now());
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(available);
  expect(html).toContain(`<a href="/lessons/${id}">`);
  await act(ada, id, "delete", { sure: "yes" });
  expect((await ada.open("/settings/subscription")).html).toContain("A lesson that was deleted");
});
