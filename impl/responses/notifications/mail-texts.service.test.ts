/** Tests the subjects and texts that accounts write for their mails, on both engines: what answers can do in them, and who gets them. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { confirmEmail, ensureAccount } from "../../accounts/accounts.ts";
import type { RawAnswers } from "../../forms/answers/answer.ts";
import { deleteForm } from "../../forms/delete.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { refusal } from "../../test/support/domain.ts";
import { headersOf, hostileAnswers } from "../../test/support/hostile-mails.ts";
import { DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { deleteAccount } from "../retention/delete-account.ts";
import { addCopy, confirmCopy } from "./copies.ts";
import { responseMailJobs } from "./mail-jobs.ts";
import { areTooLong, cleanTexts, mailTexts, saveMailTexts } from "./mail-texts.ts";
import { putAnswersInMails, subscribe, subscriptionTokens, unsubscribe } from "./subscriptions.ts";

const order: FormStructure = {
  title: { en: "Lunch" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "long_text", label: { en: "Your name" } },
        { id: "note", type: "long_text", label: { en: "Note" } },
        {
          id: "dish",
          type: "single_choice",
          label: { en: "Dish" },
          choices: [{ id: "soup", label: { en: "Soup", de: "Suppe" } }],
        },
        { id: "vegan", type: "yes_no", label: { en: "Vegan" } },
      ],
    },
  ],
  hidden_fields: [{ id: "source" }],
  calculations: [{ id: "price", formula: "3 + 4" }],
};

/** A form whose owner gets mails with answers, and a worker that runs when the test says so. */
async function mailed(isConfirmed = true) {
  const people = await respondents();
  const { storage, time, publish, verified, clock, later } = people;
  const form = await publish(order);
  const subscription = { form: form.id, account: form.owner_id };
  await subscribe({ storage, now: time.now }, subscription, "each", "en");
  await putAnswersInMails(storage, subscription, true);
  if (isConfirmed) await confirmEmail(storage.db, form.owner_id);
  const letters: Letter[] = [];
  const parts = {
    storage,
    clock,
    mailer: { send: async (letter: Letter) => void letters.push(letter) },
    subscriptions: await subscriptionTokens(storage),
    publicUrl: () => "https://forms.example.org",
  };
  let count = 0;
  const respond = (answers: RawAnswers) => {
    count += 1;
    later(1_000);
    return verified(form, answers, `person${count}@example.net`);
  };
  return {
    ...people,
    form,
    subscription,
    respond,
    save: (subject: string, text = "") => saveMailTexts(storage, subscription, cleanTexts({ subject, text })),
    /** Does all jobs that are due, some minutes later. @returns the new letters */
    async work() {
      later(10 * MINUTE_MS);
      const before = letters.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["response_mail"]);
        if (job === undefined) return letters.slice(before);
        await responseMailJobs(parts).run(job, AbortSignal.timeout(60_000));
      }
    },
  };
}

test("a mail has the account's own subject, and its own text above the answers of each response", async () => {
  const { save, respond, work } = await mailed();
  await save(
    "{{dish}} for {{name}} – {{price}} €",
    "Call **{{name}}**.\n\n{{vegan}}, {{source}}, {{empty}}{{note}}",
  );
  await respond({ name: "Ada", dish: "soup", vegan: "yes", source: "poster" });
  const [one] = await work();
  expect(one!.subject).toBe("Soup for Ada – 7 €");
  expect(one!.text).toContain("your form “Lunch” has 1 new response.");
  expect(one!.text).toMatch(
    /person1@example\.net · .*\n\n> Call Ada\.\n> \n> Yes, poster, \{\{empty\}\}…\n\nYour name\n> Ada\n/,
  );
  expect(one!.html).toContain("Call Ada.");
  await respond({ name: "Bo", dish: "soup" });
  await respond({ name: "Eve" });
  await respond({ name: "Kim" });
  const [three] = await work();
  expect(three!.subject).toBe("Soup for Bo – 7 € (+2)");
  expect(three!.text.match(/Call \w+/g)).toEqual(["Call Bo", "Call Eve", "Call Kim"]);
});

test.for(hostileAnswers)(
  "an answer cannot change the head of a mail, and stays text: %s",
  async ([what, answer]) => {
    const { save, respond, work } = await mailed();
    await save("Order of {{name}} ready", "From {{name}} and {{name}}");
    await respond({ name: answer, note: "secret note" });
    const [{ subject, text, html } = expect.fail(what)] = await work();
    expect(subject).toMatch(/^Order of [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,60} ready$/u);
    expect(subject).not.toContain("secret note");
    expect(await headersOf({ subject, text, html })).toEqual(["To", "Subject"]);
    expect(html).not.toMatch(/<(script|img)|<a [^>]*evil|<(b|strong)>bold/);
    expect(text.length).toBeLessThan(10_000);
  },
);

test("an account whose address is not confirmed gets neither its own words nor answers", async () => {
  const { save, respond, work } = await mailed(false);
  await save("Your bank account is locked, {{name}}", "Call {{name}}");
  await respond({ name: "Ada" });
  const [{ subject, text } = expect.fail("No mail")] = await work();
  expect(subject).toBe("1 new response to your form at forms.example.org");
  expect(text).not.toMatch(/Call|Ada/);
});

test("without answers in the mails, nothing of the own words is sent", async () => {
  const { save, respond, work, storage, subscription } = await mailed();
  await save("Order of {{name}}", "Call {{name}}");
  await putAnswersInMails(storage, subscription, false);
  await respond({ name: "Ada" });
  const [{ subject, text } = expect.fail("No mail")] = await work();
  expect(subject).toBe("1 new response to your form at forms.example.org");
  expect(text).not.toMatch(/Call|Ada/);
});

test("another address gets the words after it has agreed, and is told whose they are", async () => {
  const { save, respond, work, storage, subscription, time } = await mailed();
  await save("Order of {{name}}", "Call {{name}}");
  const copy = (await addCopy(storage, subscription, "team@example.com", time.now))!;
  await respond({ name: "Ada" });
  expect((await work()).map(({ to }) => to)).toEqual(["owner@example.org"]);
  await confirmCopy(storage, { ...subscription, copy }, time.now);
  await respond({ name: "Bo" });
  const [own, other] = (await work()).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  expect([own!.subject, other!.subject]).toEqual(["Order of Bo", "Order of Bo"]);
  expect(other!.text).toContain("owner@example.org writes:\n> Call Bo\n");
  expect(own!.text).not.toContain("writes:");
});

test("the words of an account are its own, outlast its mails, and go with the form and the account", async () => {
  const { save, storage, files, subscription, form, publish, time, clock } = await mailed();
  const ownWords = () => mailTexts(storage.db, subscription);
  await save("Order {{name}}", "Call\r\n{{name}}\u0000\u001b \n");
  expect(await ownWords()).toEqual({ subject: "Order {{name}}", text: "Call\n{{name}}" });
  const bob = await ensureAccount(storage.db, "bob@example.org", "business", time.now);
  const ofBob = { form: form.id, account: bob.id };
  const strange = saveMailTexts(storage, ofBob, { subject: "Mine", text: "" });
  await expect(strange).rejects.toEqual(refusal("not_found"));
  expect(await mailTexts(storage.db, ofBob)).toEqual({ subject: "", text: "" });
  await unsubscribe(storage, subscription);
  expect((await ownWords()).subject).toBe("Order {{name}}");
  await save("", "");
  const count = async () =>
    (await storage.db.selectFrom("response_mail_texts").select("form_id").execute()).length;
  expect(await count()).toBe(0);

  await save("Again");
  await deleteForm({ storage, files }, form.owner_id, form.id, clock());
  await removeForm({ storage, files }, form.id);
  expect(await count()).toBe(0);
  const second = await publish(order);
  await saveMailTexts(storage, { form: second.id, account: form.owner_id }, { subject: "B", text: "" });
  await deleteAccount({ storage, files }, form.owner_id, new Date(clock().getTime() + DAY_MS));
  expect(await count()).toBe(0);
});

test("a subject of 200 and a text of 2,000 characters fit, one more does not", () => {
  const fits = { subject: "🎉".repeat(200), text: "ä".repeat(2_000) };
  expect(areTooLong(cleanTexts(fits))).toBe(false);
  expect(areTooLong(cleanTexts({ ...fits, subject: "x".repeat(201) }))).toBe(true);
  expect(areTooLong(cleanTexts({ ...fits, text: "x".repeat(2_001) }))).toBe(true);
});
