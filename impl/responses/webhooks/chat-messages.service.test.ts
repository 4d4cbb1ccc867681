/** Messages for chats on the wire: a webhook whose format is that of a chat posts what people read, and nothing else. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { noteEvent } from "../../forms/webhooks/events.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { webhookReceiver } from "../../test/support/webhook-receiver.ts";

const questions = Array.from({ length: 12 }, (_, n) => ({
  id: `q${n}`,
  type: "short_text" as const,
  label: { en: `Question ${n}` },
}));

const club: FormStructure = {
  title: { en: "Club <!channel>" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "mail", type: "email", label: { en: "Your address" } },
        { id: "come", type: "yes_no", label: { en: "Will you come?" } },
        { id: "day", type: "date", label: { en: "Which day?" } },
        ...questions,
      ],
    },
  ],
};

async function start(format: string, entries: Record<string, string | readonly string[]> = {}) {
  const service = await ownerPages({ environment: { WEBHOOK_NETWORKS: "127.0.0.1" } });
  const ada = await service.signIn();
  const answered = await answeredForm(service, club);
  const { form } = answered;
  const list = `/forms/${form.id}/connections`;
  const receiver = await webhookReceiver();
  const event = ["response.verified", "response.deleted", "form.published"];
  const made = await ada.send(await ada.open(list), list, { url: receiver.url, event, format, ...entries });
  const { storage, now } = service;
  const note = (event: "response.verified" | "response.deleted" | "form.published", id: string | null) =>
    storage.db.transaction().execute((transaction) => noteEvent(transaction, form.id, event, now(), [id]));
  /** Waits for the next message. */
  const next = async () => {
    const before = receiver.received.length;
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(before);
    return receiver.received[before]!;
  };
  const { id: webhook } = await storage.db.selectFrom("webhooks").select("id").executeTakeFirstOrThrow();
  return { ...service, ...answered, ada, list, receiver, made, note, next, page: `${list}/${webhook}` };
}

/** The body as a program of a chat reads it. */
function bodyOf({ raw }: { readonly raw: string }) {
  return JSON.parse(raw) as { readonly text: string; readonly content: string };
}

test("Slack is told of a response: some answers, no address, a link; no secret is shown", async () => {
  const { made, next, note, respond, form, publicUrl, page, ada, storage } = await start("slack");
  expect(made.html).toContain("The webhook is added.");
  expect(made.html).toContain("Message for Slack, Mattermost or Rocket.Chat");
  expect(made.html).not.toContain("whsec_");
  const long = "many words ".repeat(40);
  const answers = { mail: "alan@home.example", come: true, q0: "<@U1>\n*Question 1:* faked", q1: long };
  const id = await respond({
    ...answers,
    ...Object.fromEntries(questions.slice(2).map(({ id }) => [id, "x"])),
  });
  const [told] = await Promise.all([next(), note("response.verified", id)]);
  expect(told.headers["content-type"]).toBe("application/json");
  expect(told.headers["webhook-signature"]).toBeUndefined();
  const lines = bodyOf(told).text.split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "*New response: Club &lt;!channel&gt;*",
    "*Will you come?:* Yes",
    "*Question 0:* &lt;@\u200BU1&gt; *Question 1:* faked",
    expect.stringMatching(/^\*Question 1:\* many words .{150,190}…$/),
  ]);
  expect(lines.slice(-3)).toEqual([
    "*Question 8:* x",
    "3 more answers",
    `<${publicUrl}/forms/${form.id}/responses/${id}|Open the response>`,
  ]);
  expect(told.raw).not.toMatch(/alan|whsec_/);
  await expect.poll(async () => (await ada.open(page)).html).toContain("Delivered · HTTP 204");
  await storage.db.updateTable("responses").set({ status: "spam" }).execute();
  const delivery = await storage.db.selectFrom("webhook_deliveries").select("id").executeTakeFirstOrThrow();
  expect((await ada.open(`${page}/${delivery.id}`)).html).toContain("The response no longer counts");
});

test("addresses are in a message where the owner chose so, in the language of the owner", async () => {
  const { next, note, respond, storage } = await start("discord", { addresses: "yes" });
  await storage.db.updateTable("accounts").set({ language: "de" }).execute();
  const id = await respond({ mail: "alan@home.example", day: "2027-05-01" });
  const [told] = await Promise.all([next(), note("response.verified", id)]);
  expect(bodyOf(told).content.split("\n").slice(0, 4)).toEqual([
    "**Neue Antwort: Club \\<!channel\\>**",
    "**E-Mail-Adresse:** alan@example.org",
    "**Your address:** alan@home.example",
    "**Which day?:** 1. Mai 2027",
  ]);
});

test("a deletion, a publishing and a test are told, too; a failure is tried again", async () => {
  const started = await start("slack");
  const { next, note, publicUrl, form, receiver, ada, page, now, time, respond } = started;
  const [deleted] = await Promise.all([next(), note("response.deleted", await respond({}))]);
  expect(bodyOf(deleted).text).toBe("*A response was deleted: Club &lt;!channel&gt;*");
  const [published] = await Promise.all([next(), note("form.published", null)]);
  expect(bodyOf(published).text).toBe(
    `*The form was published: Club &lt;!channel&gt;*\n<${publicUrl}/f/${form.id}|Open the form>`,
  );
  const { html } = await ada.send(await ada.open(page), page, { action: "test" });
  expect(html).toContain("A test: Club &amp;lt;!channel&amp;gt;");
  expect(bodyOf(receiver.received.at(-1)!).text).toContain("*Will you come?:* Yes");
  receiver.answers(429);
  const [refused] = await Promise.all([next(), note("form.published", null)]);
  receiver.answers(200);
  await expect.poll(async () => (await ada.open(page)).html).toContain("Waiting · HTTP 429 · 1 attempt");
  time.now = new Date(now().getTime() + 3_600_000);
  expect(bodyOf(await next())).toEqual(bodyOf(refused));
});

test("long answers full of marks fit into a message of Discord", async () => {
  const { next, note, respond } = await start("discord");
  const id = await respond(Object.fromEntries(questions.map(({ id }) => [id, "*_~`".repeat(300)])));
  const [told] = await Promise.all([next(), note("response.verified", id)]);
  const { content } = bodyOf(told);
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(content).toContain("more answers");
});
