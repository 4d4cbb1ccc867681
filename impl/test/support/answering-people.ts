/** Respondents who answer forms of three nodes, and the mails that they and the owner get. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { insertForm } from "../../forms/forms.ts";
import { subscribe } from "../../responses/notifications/subscriptions.ts";
import { countOf, type ThreeNodes } from "./three-nodes.ts";
import { type Page, sendForm, visit } from "./visitor.ts";

export const contact = {
  title: { en: "Contact" },
  default_language: "en" as const,
  languages: ["en" as const] as ["en"],
  pages: [
    { id: "p", fields: [{ id: "email", type: "email" as const, label: { en: "Email" }, required: true }] },
  ],
};

const FORMS = 8;
const RESPONDENTS_A_FORM = 10;

/** Respondents whose requests reach any node, twice at once: one mail and one response each, and owners hear of each once. */
export async function mails(world: ThreeNodes) {
  const { account } = await world.tokens("owner@example.org", "business", 1);
  const subscriptions: { form: string; account: string }[] = [];
  for (let n = 0; n < FORMS; n += 1) {
    const form = await world.storage.db
      .transaction()
      .execute((transaction) => insertForm(transaction, account.id, contact, "published", new Date()));
    const subscription = { form: form.id, account: account.id };
    await subscribe({ storage: world.storage, now: new Date() }, subscription, "each", "en");
    subscriptions.push(subscription);
  }
  const people = subscriptions.flatMap(({ form }, at) =>
    Array.from({ length: RESPONDENTS_A_FORM }, (_, n) => ({ form, address: `p${at}x${n}@example.net` })),
  );
  const pages = await Promise.all(people.map(({ form }) => visit(`${world.origin}/f/${form}`)));
  // Somebody who answers faster than this is a program.
  await wait(2_000);
  const answered = await inChunks(pages, async (page, n) => {
    const send = () => sendForm(page, { "a.email": people[n]!.address, go: "send" });
    return (await Promise.all([send(), send()]))[0]!;
  });
  const mailsTo = (address: string) => world.received.filter(({ envelope }) => envelope.includes(address));
  const confirmed = await inChunks(answered, async (page, n) => {
    const [code = ""] = /\d{6}/.exec(mailsTo(people[n]!.address)[0]?.subject ?? "") ?? [];
    const [first] = await Promise.all([sendForm(page, { code }), sendForm(page, { code })]);
    return new URL(first!.url).pathname.split("/").find((part) => part === "done") ?? first!.html;
  });
  expect(countOf(confirmed)).toEqual({ done: people.length });
  for (const { address } of people) expect(mailsTo(address), address).toHaveLength(1);
  const told = await ownerMails(world, subscriptions.length * RESPONDENTS_A_FORM);
  return `${people.length} respondents, a mail each; ${told} mails to the owner, ${people.length} responses in them`;
}

/** The time until the next mail is taken away, so that the owner hears of all responses now. Resolves to the number of mails. */
async function ownerMails({ storage: { db }, received }: ThreeNodes, responses: number): Promise<number> {
  const toOwner = () => received.filter(({ envelope }) => envelope.includes("owner@example.org"));
  const counted = () => toOwner().reduce((sum, { subject }) => sum + Number.parseInt(subject ?? "0", 10), 0);
  await expect
    .poll(
      async () => {
        await db
          .updateTable("jobs")
          .set({ due_at: new Date(0).toISOString() })
          .where("kind", "=", "response_mail")
          .where("lease", "is", null)
          .execute();
        const rows = await db.selectFrom("response_mails").select("waiting").execute();
        const jobs = await db.selectFrom("jobs").select("id").where("kind", "=", "response_mail").execute();
        return [jobs.length, rows.reduce((sum, { waiting }) => sum + waiting, 0)];
      },
      { interval: 200 },
    )
    .toEqual([0, 0]);
  expect(counted()).toBe(responses);
  expect(new Set(toOwner().map(({ messageId }) => messageId)).size).toBe(toOwner().length);
  return toOwner().length;
}

/** A mail server has some seconds to answer, so not all send at once. */
const AT_ONCE = 10;

async function inChunks<T>(pages: readonly Page[], act: (page: Page, n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const chunk = pages.slice(from, from + AT_ONCE);
    results.push(...(await Promise.all(chunk.map((page, n) => act(page, from + n)))));
  }
  return results;
}
