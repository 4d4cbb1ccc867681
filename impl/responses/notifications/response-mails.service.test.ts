/**
 * Tests mails to owners about new responses: their times, their number in a flood, that none is lost, and that none reveals too
 * much.
 */
import { expect, test } from "vitest";
import { confirmEmail, ensureAccount, findAccount } from "../../accounts/accounts.ts";
import { bringBackForm, putIntoBin } from "../../forms/bin/bin.ts";
import { createFromStructure } from "../../forms/create/create-from-structure.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { unshareForm } from "../../forms/sharing/shares.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { addCopy } from "./copies.ts";
import { responseMailJobs } from "./mail-jobs.ts";
import {
  mailChoice,
  putAnswersInMails,
  type Subscription,
  subscribe,
  subscriptionTokens,
  unsubscribe,
} from "./subscriptions.ts";

async function mailMode(queries: Queries, subscription: Subscription) {
  return (await mailChoice(queries, subscription))?.mode;
}

/** A form whose owner gets mails, and a worker that runs when the test says so. */
async function mailed(mode: "each" | "daily" = "each") {
  const people = await respondents();
  const { storage, time, publish, verified, later } = people;
  const form = await publish();
  const account = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const subscription = { form: form.id, account: account.id };
  await subscribe({ storage, now: time.now }, subscription, mode, "en");
  const letters: Letter[] = [];
  const mailer = { send: async (letter: Letter) => void letters.push(letter) };
  const parts = {
    storage,
    clock: () => time.now,
    mailer,
    subscriptions: await subscriptionTokens(storage),
    publicUrl: () => "https://forms.example.org",
  };
  let count = 0;
  return {
    ...people,
    form,
    account,
    subscription,
    letters,
    parts,
    later,
    claim: () => claimJob(storage, time.now, ["response_mail"]),
    respond() {
      count += 1;
      return verified(form, { name: "Mallory <b>" }, `person${count}@example.net`);
    },
    /** Does all jobs that are due; returns the subjects of the letters that came of it. */
    async work(handler = responseMailJobs(parts)) {
      const before = letters.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["response_mail"]);
        if (job === undefined) return letters.slice(before).map(({ subject }) => subject);
        await handler.run(job, AbortSignal.timeout(60_000));
      }
    },
    jobs: () => storage.db.selectFrom("jobs").selectAll().where("kind", "=", "response_mail").execute(),
  };
}

test("mails about a form in the bin wait, and the account still gets them when it is back", async () => {
  const { respond, work, later, form, account, subscription, time, ...people } = await mailed();
  await respond();
  await putIntoBin(people, account.id, form.id, time.now);
  expect(await work()).toEqual([]);
  later(3 * DAY_MS);
  expect(await work()).toEqual([]);
  await bringBackForm(people, account.id, form.id, time.now);
  later(DAY_MS);
  expect(await work()).toEqual(["1 new response to your form at forms.example.org"]);
  expect(await mailMode(people.storage.db, subscription)).toBe("each");
});

test("the first mail comes at once, the next one five minutes later with all that came meanwhile", async () => {
  const { respond, work, later, letters, jobs } = await mailed();
  expect(await work()).toEqual([]);
  await respond();
  expect(await work()).toEqual(["1 new response to your form at forms.example.org"]);
  for (let n = 0; n < 3; n += 1) await respond();
  later(4 * MINUTE_MS);
  expect(await work()).toEqual([]);
  await respond();
  later(MINUTE_MS);
  expect(await work()).toEqual(["4 new responses to your form at forms.example.org"]);
  later(24 * 60 * MINUTE_MS);
  expect([await work(), await jobs()]).toEqual([[], []]);
  const [letter] = letters;
  expect(letter?.to).toBe("owner@example.org");
  expect(JSON.stringify(letters)).not.toMatch(/Mallory|example\.net/);
  const [, token] = /\/mails\/([\w.-]+)/.exec(letter?.text ?? "") ?? [];
  expect(letter?.headers).toEqual({
    "List-Unsubscribe": `<https://forms.example.org/mails/${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("a flood of responses is no flood of mails: 150 in 20 hours make at most 40, and every one is counted", async () => {
  const { respond, work, later, letters } = await mailed();
  for (let n = 0; n < 150; n += 1) {
    await respond();
    await work();
    later(8 * MINUTE_MS);
  }
  later(60 * MINUTE_MS);
  await work();
  const counts = letters.map(({ subject }) => Number.parseInt(subject, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150);
  expect(counts.length).toBeLessThanOrEqual(40);
  expect(counts.slice(0, 10)).toEqual(Array(10).fill(1));
});

test("an account gets at most 100 mails a day, the rest the next morning", async () => {
  const { respond, work, storage, subscription, later, letters } = await mailed();
  await respond();
  await storage.db.updateTable("response_mails").set({ mails_of_day: 100, day: "2026-03-15" }).execute();
  expect(await work()).toEqual([]);
  later(18 * 60 * MINUTE_MS);
  expect(await work()).toHaveLength(1);
  expect(letters).toHaveLength(1);
  expect(await mailMode(storage.db, subscription)).toBe("each");
});

test("daily mails come at six, with all responses of the day; each can be changed to the other and ended", async () => {
  const { respond, work, time, storage, subscription, jobs } = await mailed("daily");
  for (let n = 0; n < 3; n += 1) await respond();
  expect(await work()).toEqual([]);
  time.now = new Date("2026-03-16T05:59:59.999Z");
  expect(await work()).toEqual([]);
  time.now = new Date("2026-03-16T06:00:00.000Z");
  expect(await work()).toEqual(["3 new responses to your form at forms.example.org"]);
  await respond();
  time.now = new Date("2026-03-16T09:00:00.000Z");
  await subscribe({ storage, now: time.now }, subscription, "each", "de");
  expect(await work()).toEqual(["1 neue Antwort auf Ihr Formular bei forms.example.org"]);
  await respond();
  await unsubscribe(storage, subscription);
  expect([await work(), await jobs(), await mailMode(storage.db, subscription)]).toEqual([[], [], undefined]);
});

test.each([
  // The clocks of Auckland go back in the night before the second mail.
  ["Pacific/Auckland", "2026-04-03T12:00:00.000Z", ["2026-04-03T17:00:00.000Z", "2026-04-04T18:00:00.000Z"]],
  ["America/St_Johns", "2026-07-01T08:29:00.000Z", ["2026-07-01T08:30:00.000Z", "2026-07-02T08:30:00.000Z"]],
])("daily mails come at six in the zone of the account: %s", async (zone, start, times) => {
  const { respond, work, jobs, time, storage } = await mailed("daily");
  await storage.db.updateTable("accounts").set({ time_zone: zone }).execute();
  time.now = new Date(start);
  for (const at of times) {
    await respond();
    expect((await jobs()).map(({ due_at }) => due_at)).toEqual([at]);
    time.now = new Date(at);
    expect(await work()).toEqual(["1 new response to your form at forms.example.org"]);
  }
});

test("a worker that dies after sending leaves the same message to the next one, and nothing is counted twice", async () => {
  const { respond, work, later, letters, parts, claim, storage } = await mailed();
  await respond();
  const job = (await claim())!;
  // Its lease ends while the mail server takes the letter, and another worker does the job.
  const slow = responseMailJobs({
    ...parts,
    mailer: {
      async send(letter) {
        letters.push(letter);
        later(MINUTE_MS);
        expect(await work()).toHaveLength(1);
      },
    },
  });
  await expect(slow.run(job, AbortSignal.timeout(60_000))).rejects.toThrow("Somebody else has");
  expect(letters).toHaveLength(2);
  expect(letters[0]?.messageId).toBe(letters[1]?.messageId);
  const row = await storage.db.selectFrom("response_mails").selectAll().executeTakeFirstOrThrow();
  expect([row.waiting, row.mails]).toEqual([0, 1]);
  await respond();
  later(10 * MINUTE_MS);
  await work();
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(2);
});

test("loses no mail while the mail server is down, and tries again an hour later", async () => {
  const { respond, work, later, claim, parts } = await mailed();
  await respond();
  const down = responseMailJobs({ ...parts, mailer: { send: () => Promise.reject(new Error("down")) } });
  const job = (await claim())!;
  await expect(down.run(job, AbortSignal.timeout(60_000))).rejects.toThrow("down");
  await down.giveUp(job, new Error("down"));
  await respond();
  expect(await work()).toEqual([]);
  later(60 * MINUTE_MS);
  expect(await work()).toEqual(["2 new responses to your form at forms.example.org"]);
});

test("counts responses confirmed while a mail is sent once, in this mail or the next: 20 at once", async () => {
  const { form, sent, mailed: issue, confirmCode, work, later, letters } = await mailed();
  const codes: [string, string][] = [];
  for (let n = 0; n < 20; n += 1) {
    const id = await sent(form, { name: "Bo" }, { email: `bo${n}@example.net` });
    codes.push([id, (await issue(id)).code]);
  }
  await Promise.all([...codes.map(([id, code]) => confirmCode(id, code)), work(), work()]);
  for (let n = 0; n < 3; n += 1) {
    later(6 * MINUTE_MS);
    await work();
  }
  const counts = letters.map(({ subject }) => Number.parseInt(subject, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
});

test("a title is text in the mail of its owner, and never part of its head", async () => {
  const { respond, work, storage, form, letters } = await mailed();
  const title = `</p><script>alert(1)</script><a href="https://evil.example">Sign in</a>\r\nBcc: eve@example.org`;
  await storage.db.updateTable("forms").set({ title }).where("id", "=", form.id).execute();
  await respond();
  expect(await work()).toEqual(["1 new response to your form at forms.example.org"]);
  const [{ html, text, headers } = expect.fail("No mail was sent")] = letters;
  expect(html).toContain("&lt;script&gt;alert(1)");
  expect(html).not.toMatch(/<script|<a [^>]*evil/);
  expect(text).toContain("alert(1)");
  expect(JSON.stringify(headers)).not.toContain("eve@");
});

test("accounts with a share read the owner and not the title; without access they get no mails", async () => {
  const { respond, work, storage, form, account, time, letters, later, ...rest } = await mailed();
  const bob = await ensureAccount(storage.db, "bob@example.org", "trial", time.now);
  const share = { email: "bob@example.org", permission: "view" } as const;
  const app = { storage, clock: () => time.now } as Parameters<typeof shareForm>[0];
  await shareForm(app, account.id, form.id, share);
  const ofBob = { form: form.id, account: bob.id };
  await subscribe({ storage, now: time.now }, ofBob, "each", "en");
  await respond();
  await work();
  const letter = letters.find(({ to }) => to === "bob@example.org");
  expect(letter?.text).toContain("a form that owner@example.org shares with you has 1 new response.");
  expect(letter?.text).not.toContain(form.title);
  expect(letters.find(({ to }) => to === "owner@example.org")?.text).toContain(form.title);
  await respond();
  await unshareForm(app, account.id, form.id, "bob@example.org");
  await storage.db
    .updateTable("accounts")
    .set({ locked_at: time.now.toISOString() })
    .where("id", "=", account.id)
    .execute();
  later(10 * MINUTE_MS);
  expect([await work(), await rest.jobs(), await mailMode(storage.db, ofBob)]).toEqual([[], [], undefined]);
});

test("the mail contains at most ten answers as text, if its reader wants them and has confirmed the address", async () => {
  const { form, work, later, letters, verified, storage, subscription, account } = await mailed();
  const evil = `</p><a href="https://evil.example">Sign in</a>`;
  await putAnswersInMails(storage, subscription, true);
  await verified(form, { name: evil }, "first@example.net");
  await work();
  expect(JSON.stringify(letters[0])).not.toMatch(/evil|first@/);
  await confirmEmail(storage.db, account.id);
  for (let n = 0; n < 12; n += 1) {
    await verified(form, { name: n === 11 ? evil : `Person ${n}` }, `p${n}@example.net`);
    later(1_000);
  }
  later(6 * MINUTE_MS);
  expect(await work()).toEqual(["12 new responses to your form at forms.example.org"]);
  const { text, html } = letters[1]!;
  const named = [...text.matchAll(/Person (\d+)$/gm)].map(([, n]) => Number(n));
  expect(named).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(text).toContain("p11@example.net · ");
  expect(html).not.toMatch(/<a [^>]*evil/);
  expect(html).toContain("&lt;a href=");
});

test("a mail has the time of a response in the zone of the account, with its name", async () => {
  const { form, work, letters, verified, storage, subscription, account, time } = await mailed();
  await putAnswersInMails(storage, subscription, true);
  await confirmEmail(storage.db, account.id);
  await storage.db.updateTable("accounts").set({ time_zone: "America/St_Johns" }).execute();
  time.now = new Date("2026-03-16T01:00:00.000Z");
  await verified(form, { name: "Ada" }, "alan@example.net");
  await work();
  expect(letters[0]!.text).toContain("alan@example.net · 15\u00a0March 2026 at\u00a022:30 GMT-2:30");
});

test("only an account's first form sends mails with answers by default", async () => {
  const service = await ownerPages();
  await service.signIn();
  const { storage, time } = service;
  const ada = await findAccount(storage.db, "ada@example.org");
  const make = () => {
    const create = { structure: signUp, title: undefined, languages: undefined, defaultLanguage: undefined };
    const request = { ...create, publish: true, idempotencyKey: undefined };
    return createFromStructure({ storage, clock: () => time.now }, ada!.id, request);
  };
  const choices = [];
  for (const { id } of [await make(), await make()])
    choices.push(await mailChoice(storage.db, { form: id, account: ada!.id }));
  expect(choices).toEqual([{ mode: "each", answers: true }, undefined]);
});

test("mails are chosen in the settings of the form, and ended by the link in a mail without signing in", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form } = await answeredForm(service);
  const path = `/forms/${form.id}`;
  const { id } = await service.storage.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const subscription = { form: form.id, account: id };
  const mode = () => mailMode(service.storage.db, subscription);
  const saved = await ada.send(await ada.open(`${path}/settings`), `${path}/mails`, { mode: "daily" });
  expect(saved.html).toContain('name="mode" value="daily" aria-pressed="true"');
  expect(await mode()).toBe("daily");
  expect((await ada.send(saved, `${path}/mails`, { mode: "hourly" })).status).toBe(422);
  const token = (await subscriptionTokens(service.storage)).sign(subscription);
  const page = await service.browser().open(`/mails/${token}`);
  expect(page.html).toContain("No more mails about this form?");
  expect(await mode()).toBe("daily");
  const changed = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
  const forged = await fetch(`${service.publicUrl}/mails/${changed}`, { method: "POST" });
  expect([forged.status, await mode()]).toEqual([404, "daily"]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const ended = await fetch(`${service.publicUrl}/mails/${token}`, { method: "POST", body });
  expect([ended.status, await mode()]).toEqual([200, undefined]);
  const eve = await service.signIn("eve@example.org");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await eve.open("/settings/account")).html)![1]!;
  const strange = await fetch(`${service.publicUrl}${path}/mails`, {
    method: "POST",
    body: new URLSearchParams({ csrf, mode: "each" }),
    headers: { Cookie: `session=${eve.cookie("session")}`, Origin: service.publicUrl },
  });
  expect([strange.status, await mode()]).toEqual([404, undefined]);
});

test("agreeing to copies too late, or after the access has ended, is not confirmed", async () => {
  const service = await ownerPages();
  await service.signIn();
  const { storage } = service;
  const { form } = await answeredForm(service);
  const bob = await ensureAccount(storage.db, "bob@example.org", "business", service.now());
  const parts = { storage, clock: service.now };
  await shareForm(parts, form.owner_id, form.id, { email: bob.email, permission: "admin" });
  const tokens = await subscriptionTokens(storage);
  /** Opens the link that asks a reader. @returns the button of its page */
  async function asked(account: string, email: string) {
    const subscription = { form: form.id, account };
    await subscribe({ storage, now: service.now() }, subscription, "each", "en");
    const copy = await addCopy(storage, subscription, email, service.now());
    const path = `/mails/${tokens.sign({ ...subscription, copy: copy! })}`;
    const reader = service.browser();
    const page = await reader.open(path);
    return async () => (await reader.send(page, path, { wish: "mails_confirm" })).html;
  }
  const [inTime, late, without] = [
    await asked(form.owner_id, "team@example.com"),
    await asked(form.owner_id, "late@example.com"),
    await asked(bob.id, "team@example.com"),
  ];
  expect(await inTime()).toContain("You get these mails from now on");
  await unshareForm(parts, form.owner_id, form.id, bob.email);
  service.time.now = new Date(service.time.now.getTime() + 8 * DAY_MS);
  expect([await late(), await without()]).toEqual([
    expect.stringContaining("These mails have ended"),
    expect.stringContaining("These mails have ended"),
  ]);
  const rows = await storage.db.selectFrom("response_mails").select("copies").execute();
  expect(rows.flatMap(({ copies }) => JSON.parse(copies)).map(({ email }) => email)).toEqual([
    "team@example.com",
  ]);
  expect(await inTime()).toContain("You get these mails from now on");
});
