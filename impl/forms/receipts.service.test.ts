/** Tests copies of answers for respondents: recipients, contents, and that none is lost or sent to others. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { receiptJobs } from "../responses/notifications/receipt-jobs.ts";
import { answeredForm } from "../test/support/answered-form.ts";
import { ownerPages } from "../test/support/owner.ts";
import { copied, order } from "../test/support/receipts.ts";
import { MINUTE_MS } from "../test/support/respondents.ts";
import { setSwitch } from "./switches.ts";

test("a respondent gets a copy of what they answered, in their language, once the address is confirmed", async () => {
  const { respond, work, letters, storage, sent, form } = await copied();
  await sent(form, { name: "Not confirmed" }, { email: "stranger@example.net" });
  expect(await work()).toBe(0);
  const id = await respond();
  await storage.db.updateTable("responses").set({ language: "de" }).where("id", "=", id).execute();
  expect([await work(), await work()]).toEqual([1, 1]);
  const [{ to, subject, text, html } = expect.fail("No mail was sent")] = letters;
  expect([to, subject]).toEqual(["bo@example.net", "Ihre Antworten: Mittagessen"]);
  expect(text).toBe(`Guten Tag,

Ihre Antworten auf „Mittagessen“ von owner@example.org auf forms.example.org sind angekommen. Hier ist eine Kopie.

Ihr Name
> <b>Bo</b>
> https://evil.example

Dish
> Cake

Vegan
> Ja

owner@example.org lässt allen, die ihre Adresse bestätigt haben, eine solche Kopie senden.
`);
  expect(html).toContain("&lt;b&gt;Bo&lt;/b&gt;");
  expect(html).not.toMatch(/<a |<b>Bo/);
});

test("sends no copy of a response that was deleted or marked as spam, or after the owner has turned copies off", async () => {
  const { respond, work, storage, parts, form } = await copied();
  for (const status of ["deleted", "spam"] as const) {
    const id = await respond();
    await storage.db.updateTable("responses").set({ status }).where("id", "=", id).execute();
  }
  await respond();
  await setSwitch(parts, form.owner_id, form.id, "receipts", false);
  await respond();
  expect(await work()).toBe(0);
  expect(await storage.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
});

test("a worker that dies after sending leaves the same message; a server that refuses for a day gets no more", async () => {
  const { respond, work, letters, claim, later, parts, storage } = await copied();
  await respond();
  const lost = receiptJobs({
    ...parts,
    mailer: {
      async send(letter) {
        letters.push(letter);
        later(MINUTE_MS);
        await work();
      },
    },
  });
  await expect(lost.run((await claim())!, AbortSignal.timeout(60_000))).rejects.toThrow("Somebody else has");
  expect(letters).toHaveLength(2);
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(1);
  await respond();
  const down = receiptJobs({ ...parts, mailer: { send: () => Promise.reject(new Error("down")) } });
  const job = (await claim())!;
  await expect(down.run(job, AbortSignal.timeout(60_000))).rejects.toThrow("down");
  await down.giveUp(job, new Error("down"));
  expect(await work()).toBe(2);
  later(25 * 60 * MINUTE_MS);
  expect(await work()).toBe(2);
  expect(await storage.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
});

test("long answers are cut, so that a mail stays a mail", async () => {
  const { verified, work, letters, publish, parts } = await copied();
  const fields = Array.from({ length: 60 }, (_, n) => {
    return { id: `f${n}`, type: "long_text", label: { en: `Question ${n}` } } as const;
  });
  const form = await publish({
    ...order,
    languages: ["en"],
    title: { en: "Long" },
    pages: [{ id: "p", fields }],
  });
  await setSwitch(parts, form.owner_id, form.id, "receipts", true);
  await verified(form, Object.fromEntries(fields.map(({ id }) => [id, "word ".repeat(900)])));
  await work();
  expect(letters.at(-1)!.text.length).toBeLessThan(50_000);
  expect(letters.at(-1)!.text).toContain("Question 18");
});

test("editors turn copies on and off on the page of the form", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form } = await answeredForm(service);
  const path = `/forms/${form.id}`;
  const receipts = async () =>
    (await service.storage.db.selectFrom("forms").select("receipts").executeTakeFirstOrThrow()).receipts;
  const on = await ada.send(await ada.open(`${path}/settings`), `${path}/receipts`, { receipts: "on" });
  expect(on.html).toContain('name="receipts" value="on" aria-pressed="true"');
  expect(await receipts()).toBe(1);
  expect((await ada.send(on, `${path}/receipts`, { receipts: "maybe" })).status).toBe(422);
  await ada.send(on, `${path}/receipts`, { receipts: "off" });
  expect(await receipts()).toBe(0);
});

const written: FormStructure = {
  ...order,
  settings: {
    receipt_text: {
      en: "Hello **{{name}}**,\n\nyour {{dish}} is [here](https://example.org/). {{margin}} {{vegan}} {{source}} {{none}} {{empty}}",
      de: "Hallo {{name}}, {{dish}}, {{vegan}}",
    },
  },
  pages: [
    {
      ...order.pages[0]!,
      fields: [...order.pages[0]!.fields, { id: "empty", type: "short_text", label: { en: "Empty" } }],
    },
  ],
};

test("the owner's own text stands apart above the answers, and mentions those of the same response only", async () => {
  const { respond, work, letters, verified, form } = await copied(written);
  await verified(form, { name: "Stranger", dish: "soup" }, "other@example.net");
  expect(await work()).toBe(1);
  letters.length = 0;
  await respond();
  expect(await work()).toBe(1);
  const [{ text, html, subject } = expect.fail("No mail was sent")] = letters;
  expect(text).toContain(`owner@example.org writes:
> Hello <b>Bo</b>
> https://evil.example,
> 
> your Cake is here (https://example.org/). 3 Yes list {{none}} …

Your name
> <b>Bo</b>
> https://evil.example
`);
  expect(text).not.toMatch(/Stranger|Soup/);
  expect(subject).toBe("Your answers: Lunch order");
  expect(html).toContain("Hello &lt;b&gt;Bo&lt;/b&gt;");
  expect(html).not.toMatch(/<a |<b>Bo/);
});

test("an own text is in the language of the respondent, and not longer than a mail may be", async () => {
  const long = "{{name}} ".repeat(200);
  const { form, verified, work, letters, storage } = await copied({
    ...written,
    settings: { receipt_text: { en: long, de: "Hallo {{name}}, {{dish}}, {{vegan}}" } },
  });
  const answers = { name: "x".repeat(2_000), dish: "soup", vegan: "no" };
  await verified(form, answers, "bo@example.net");
  expect(await work()).toBe(1);
  expect(letters[0]!.text.length).toBeLessThan(15_000);
  letters.length = 0;
  const german = await verified(form, { ...answers, name: "Bo" }, "eva@example.net");
  await storage.db.updateTable("responses").set({ language: "de" }).where("id", "=", german).execute();
  expect(await work()).toBe(1);
  expect(letters[0]!.text).toContain("owner@example.org schreibt:\n> Hallo Bo, Suppe, Nein\n");
});
