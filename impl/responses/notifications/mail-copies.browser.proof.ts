/** Other addresses that get an owner's mails: nothing before their readers agree, and nothing after one click. */
import { expect, test } from "vitest";
import { confirmEmail } from "../../accounts/accounts.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerWindows } from "../../test/support/owner-windows.ts";
import { DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { addCopy, CONFIRMATION_DAYS, confirmCopy, endCopy, listCopies } from "./copies.ts";
import { responseMailJobs } from "./mail-jobs.ts";
import { putAnswersInMails, subscribe, subscriptionTokens, unsubscribe } from "./subscriptions.ts";

/** A form whose owner gets mails with answers, and a worker that runs when the test says so. */
async function mailed() {
  const people = await respondents();
  const { storage, time, publish, verified } = people;
  const form = await publish();
  const subscription = { form: form.id, account: form.owner_id };
  await subscribe({ storage, now: time.now }, subscription, "each", "en");
  await putAnswersInMails(storage, subscription, true);
  await confirmEmail(storage.db, form.owner_id);
  const letters: Letter[] = [];
  const subscriptions = await subscriptionTokens(storage);
  const parts = {
    storage,
    clock: () => time.now,
    mailer: { send: async (letter: Letter) => void letters.push(letter) },
    subscriptions,
    publicUrl: () => "https://forms.example.org",
  };
  let count = 0;
  return {
    ...people,
    subscription,
    subscriptions,
    letters,
    parts,
    add: (email: string) => addCopy(storage, subscription, email, time.now),
    confirm: (id: string) => confirmCopy(storage, { ...subscription, copy: id }, time.now),
    /** Does all jobs that are due, some minutes later. @returns who got a letter */
    async respondAndWork(mailer: Mailer = parts.mailer) {
      count += 1;
      await verified(form, { name: `Person ${count}` }, `person${count}@example.net`);
      time.now = new Date(time.now.getTime() + 10 * MINUTE_MS);
      const before = letters.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["response_mail"]);
        if (job === undefined) return letters.slice(before).toSorted((a, b) => (a.to < b.to ? -1 : 1));
        const run = responseMailJobs({ ...parts, mailer }).run(job, AbortSignal.timeout(60_000));
        await run.catch((error) => expect(error.message).toContain("Somebody else has"));
      }
    },
  };
}

const to = (letters: readonly Letter[]) => letters.map((letter) => letter.to);

test("an address gets mails only after it agrees, each with its own unsubscribe link, and none afterwards", async () => {
  const { add, confirm, respondAndWork, storage, subscription, subscriptions } = await mailed();
  const id = (await add("team@example.com"))!;
  expect(to(await respondAndWork())).toEqual(["owner@example.org"]);
  await confirm(id);
  const [owned, copy] = await respondAndWork();
  expect([owned!.to, copy!.to]).toEqual(["owner@example.org", "team@example.com"]);
  // The copy is about the response after the agreement, and about no earlier one.
  expect(copy!.text).toContain("a form that owner@example.org shares with you has 1 new response.");
  expect(copy!.text).toContain("Person 2");
  expect(copy!.text).not.toContain("Person 1\n");
  // Pages that it cannot open are not in it.
  expect([...copy!.text.matchAll(/https:\S+/g)].map(([url]) => new URL(url!).pathname.split("/")[1])).toEqual(
    ["mails"],
  );
  const token = /\/mails\/([\w.-]+)/.exec(copy!.text)![1]!;
  expect(copy!.headers).toMatchObject({ "List-Unsubscribe": `<https://forms.example.org/mails/${token}>` });
  expect(subscriptions.verify(token)).toEqual({ ...subscription, copy: id });
  expect(owned!.messageId).not.toBe(copy!.messageId);
  await endCopy(storage, { ...subscription, copy: id });
  expect(to(await respondAndWork())).toEqual(["owner@example.org"]);
  // Added again, it has to agree again, and the old link ends nothing.
  const again = (await add("team@example.com"))!;
  await endCopy(storage, { ...subscription, copy: id });
  expect((await listCopies(storage.db, subscription))!.map((one) => [one.id, one.confirmed_at])).toEqual([
    [again, null],
  ]);
});

test("allows five different addresses; their mails end with the owner's, and agreeing is possible for a week", async () => {
  const { add, confirm, storage, subscription, time, respondAndWork } = await mailed();
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push((await add(`a${n}@example.com`))!);
  expect([await add("a5@example.com"), await add("a1@example.com")]).toEqual([undefined, undefined]);
  await endCopy(storage, { ...subscription, copy: ids[4]! });
  expect(await Promise.all(["b", "c", "d"].map((one) => add(`${one}@example.com`)))).toContain(undefined);
  expect(await listCopies(storage.db, subscription)).toHaveLength(5);
  await confirm(ids[0]!);
  time.now = new Date(time.now.getTime() + CONFIRMATION_DAYS * DAY_MS);
  await confirm(ids[1]!);
  expect(to(await respondAndWork())).toEqual(["a0@example.com", "owner@example.org"]);
  await unsubscribe(storage, subscription);
  expect(await listCopies(storage.db, subscription)).toBeUndefined();
  expect(await add("late@example.com")).toBeUndefined();
  expect(to(await respondAndWork())).toEqual([]);
});

test("a rejected address does not affect the owner's mail, and a crashed worker sends the same mails again", async () => {
  const { add, confirm, respondAndWork, letters, storage } = await mailed();
  for (const email of ["gone@example.com", "team@example.com"]) await confirm((await add(email))!);
  const refusing = {
    send: async (letter: Letter) => {
      letters.push(letter);
      if (letter.to === "gone@example.com") throw new Error("550 No such user");
    },
  };
  expect(to(await respondAndWork(refusing))).toEqual([
    "gone@example.com",
    "owner@example.org",
    "team@example.com",
  ]);
  expect(await storage.db.selectFrom("jobs").select("id").execute()).toEqual([]);
  // The first worker loses its lease before it has recorded anything: all of it is sent again.
  const before = letters.length;
  let isFirst = true;
  await respondAndWork({
    async send(letter) {
      letters.push(letter);
      if (letter.to !== "team@example.com" || !isFirst) return;
      isFirst = false;
      await storage.db.updateTable("jobs").set({ lease: null, leased_until: null }).execute();
    },
  });
  const sent = letters.slice(before).filter((letter) => letter.to !== "gone@example.com");
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
});

test("an owner adds an address on the page, its reader agrees by a button and ends the mails with one click", async () => {
  const service = await ownerPages();
  const { storage, time } = service;
  const show = await ownerWindows(service, "ada@example.org");
  const { form } = await answeredForm(service);
  const { id: account } = await storage.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const subscription = { form: form.id, account };
  await subscribe({ storage, now: time.now }, subscription, "each", "en");
  const settings = `${service.publicUrl}/forms/${form.id}/settings`;
  const [page, phone] = await show("settings", settings);
  await page!.getByText("Send them to other addresses, too").click();
  await page!.fill("#in-email", "Team@Example.com ");
  await page!.getByRole("button", { name: "Add the address" }).click();
  await page!.getByText("A link is on its way").waitFor();
  expect(await barriers(page!)).toEqual([]);
  await phone!.goto(settings);
  await phone!.getByText("hat noch nicht zugestimmt").waitFor();
  expect(await barriers(phone!)).toEqual([]);
  await keepPicture(page!, "copies-en");
  await keepPicture(phone!, "copies-de");

  const { text } = await service.nextMail("team@example.com");
  expect(text).toContain("ada@example.org wants you to get the mails");
  expect(text).not.toContain(form.title);
  const link = /http\S+\/mails\/\S+/.exec(text)![0];
  const copies = async () =>
    (await listCopies(storage.db, subscription))!.map((one) => one.confirmed_at !== null);
  const reader = await openPage({
    viewport: PHONE,
    colorScheme: "dark",
    locale: "de",
    javaScriptEnabled: true,
  });
  await reader.goto(link);
  expect(await copies()).toEqual([false]);
  expect(await barriers(reader)).toEqual([]);
  await keepPicture(reader, "copy-asked-de");
  await reader
    .getByRole("button", { name: "Yes, send them to me" })
    .or(reader.getByRole("button", { name: "Ja, an mich" }))
    .click();
  await reader.locator("h1", { hasText: /from now on|ab jetzt/ }).waitFor();
  expect(await copies()).toEqual([true]);
  await reader.goto(link);
  await keepPicture(reader, "copy-end-de");
  expect(await copies()).toEqual([true]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(link, { method: "POST", body })).status).toBe(200);
  expect(await copies()).toEqual([]);
  // The earlier agreement has ended, and its link cannot restore it.
  await fetch(link, { method: "POST", body: new URLSearchParams({ wish: "mails_confirm" }) });
  expect(await copies()).toEqual([]);

  const viewer = await service.signIn("eve@example.org");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await viewer.open("/settings/account")).html)![1]!;
  const strange = await fetch(`${service.publicUrl}/forms/${form.id}/copies`, {
    method: "POST",
    body: new URLSearchParams({ csrf, email: "eve@example.com" }),
    headers: { Cookie: `session=${viewer.cookie("session")}`, Origin: service.publicUrl },
  });
  expect([strange.status, await copies()]).toEqual([404, []]);
});
