/** Tests webhooks: their events, number and order, when they are turned off, and that erased answers are never sent. */
import { describe, expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { bringBackForm, putIntoBin } from "../../forms/bin/bin.ts";
import { deleteForm } from "../../forms/delete.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { updateForm } from "../../forms/update/update.ts";
import { WEBHOOK_EVENTS } from "../../forms/webhooks/events.ts";
import {
  addWebhook,
  enableWebhook,
  findWebhook,
  listDeliveries,
  removeWebhook,
  resendDelivery,
  testWebhook,
} from "../../forms/webhooks/webhooks.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { OutgoingFailure } from "../../platform/outgoing/failure.ts";
import { type PostToReceiver, receiverPost } from "../../platform/outgoing/receiver.ts";
import { openEngine } from "../../test/support/engine.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { addTextField, oneFieldForm } from "../../test/support/one-field-form.ts";
import { DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { webhookReceiver } from "../../test/support/webhook-receiver.ts";
import { bringBack } from "../bring-back.ts";
import { deleteAccount } from "../retention/delete-account.ts";
import { deleteResponses, eraseDeleted } from "../retention/deleted-responses.ts";
import { eraseRespondent } from "../retention/erase-respondent.ts";
import { removeExpired } from "../retention/remove-expired.ts";
import { markSpam } from "../spam.ts";
import { webhookJobs } from "./delivery-jobs.ts";

const signal = AbortSignal.timeout(120_000);

/** A form with a webhook, its receiver, and a worker that runs when the test says so. */
async function hooked({
  events = WEBHOOK_EVENTS,
  withAddresses = false,
  structure = signUp,
}: {
  structure?: FormStructure;
  events?: typeof WEBHOOK_EVENTS | ["response.verified"];
  withAddresses?: boolean;
} = {}) {
  const people = await respondents();
  const { storage, time, publish, verified } = people;
  const receiver = await webhookReceiver();
  const form = await publish(structure);
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const place = { accountId: owner.id, formId: form.id };
  const letters: Letter[] = [];
  const parts = (postToReceiver: PostToReceiver = receiverPost(receiver)) => ({
    storage,
    clock: () => time.now,
    mailer: { send: async (letter: Letter) => void letters.push(letter) },
    postToReceiver,
    publicUrl: () => "https://forms.example.org",
  });
  let addresses = 0;
  /** Each response has a different address, since an address is reported once. */
  const add = () => {
    addresses += 1;
    const url = `${receiver.url}/${addresses}`;
    return addWebhook({ storage, clock: () => time.now }, place, { url, events, withAddresses });
  };
  const webhook = (await add())!;
  const whole = { ...place, webhookId: webhook.id };
  const now = () => ({ storage, clock: () => time.now });
  let count = 0;
  return {
    ...people,
    receiver,
    form,
    owner,
    place: whole,
    webhook,
    letters,
    parts,
    add,
    now,
    respond() {
      count += 1;
      return verified(form, { name: "Mallory" }, `person${count}@example.net`);
    },
    /** Runs all due jobs; returns the requests that the receiver got meanwhile. */
    async work(handler = webhookJobs(parts())) {
      const before = receiver.received.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["webhook"]);
        if (job === undefined) return receiver.received.slice(before);
        await handler.run(job, signal);
      }
    },
    jobs: () => storage.db.selectFrom("jobs").selectAll().execute(),
    log: () => listDeliveries(storage.db, webhook.id),
    state: async () => (await findWebhook(storage.db, whole)).webhook,
  };
}

describe("reported events", () => {
  test("a verified response, once, like get_responses, without addresses, signed", async () => {
    const { respond, work, jobs, form, webhook, receiver, later, state } = await hooked();
    expect(await work()).toEqual([]);
    const id = await respond();
    const [event] = await work();
    expect(event!.body).toEqual({
      type: "response.verified",
      timestamp: "2026-03-15T12:00:00.000Z",
      data: {
        form_id: form.id,
        response_id: id,
        status: "verified",
        submitted_at: "2026-03-15T12:00:00.000Z",
        verified_at: "2026-03-15T12:00:00.000Z",
        language: "en",
        form_version: 1,
        answers: { name: "Mallory" },
      },
    });
    expect(event!.isSignedWith(webhook.secret)).toBe(true);
    expect(event!.isSignedWith("whsec_AAAA")).toBe(false);
    expect(event!.timestamp).toBe(String(Date.parse("2026-03-15T12:00:00Z") / 1_000));
    expect(event!.headers["content-type"]).toBe("application/json");
    later(2 * DAY_MS);
    expect([await work(), await jobs(), receiver.received.length]).toEqual([[], [], 1]);
    expect((await state()).disabled_at).toBeNull();
  });

  test("addresses only if the owner asked for them", async () => {
    const { respond, work } = await hooked({ withAddresses: true });
    await respond();
    expect((await work())[0]!.body.data).toMatchObject({ email: "person1@example.net" });
  });

  test("deletion of a reported response, and every publishing; no unselected events", async () => {
    const { respond, work, owner, storage, files, clock, form } = await hooked();
    const only = await hooked({ events: ["response.verified"] });
    const edit = (action: "pause" | "publish") =>
      updateForm(
        { storage, clock, editForm: addTextField, generateForm: oneFieldForm } as never,
        owner.id,
        { formId: form.id, edit: { action }, expectedRevision: undefined, dryRun: false },
        signal,
      );
    const id = await respond();
    await work();
    await deleteResponses({ storage, files, clock }, owner.id, form.id, [id]);
    expect((await work()).map(({ body }) => [body.type, body.data])).toEqual([
      ["response.deleted", { form_id: form.id, response_id: id }],
    ]);
    await bringBack({ storage, clock }, owner.id, form.id, id);
    expect((await work()).map(({ body }) => [body.type, body.data])).toEqual([
      ["response.verified", expect.objectContaining({ response_id: id, answers: { name: "Mallory" } })],
    ]);
    await deleteResponses({ storage, files, clock }, owner.id, form.id, [id]);
    await eraseDeleted({ storage, files, clock }, owner.id, form.id, [id]);
    // Told when it was deleted, not when it was erased.
    expect((await work()).map(({ body }) => body.type)).toEqual(["response.deleted"]);
    await edit("pause");
    await edit("publish");
    expect((await work()).map(({ body }) => [body.type, body.data])).toEqual([
      ["form.published", { form_id: form.id, url: `https://forms.example.org/f/${form.id}` }],
    ]);
    const other = await only.respond();
    await only.work();
    await deleteResponses(only, only.owner.id, only.form.id, [other]);
    expect(await only.work()).toEqual([]);
  });

  test("a response marked as spam before its report is not reported, and a reported one is not reported again", async () => {
    const { respond, work, owner, form, storage, clock } = await hooked();
    const id = await respond();
    await markSpam({ storage, clock }, owner.id, form.id, [id]);
    expect(await work()).toEqual([]);
    const second = await respond();
    expect(await work()).toHaveLength(1);
    await markSpam({ storage, clock }, owner.id, form.id, [second]);
    await bringBack({ storage, clock }, owner.id, form.id, second);
    expect(await work()).toEqual([]);
  });
});

describe("attempts", () => {
  const waits = [0, 5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

  test("continue for a day with growing delays, one id and one body; then the webhook is turned off, with one mail", async () => {
    const { respond, work, receiver, later, log, state, letters, jobs, webhook, now, place } = await hooked();
    receiver.answers(503);
    await respond();
    for (const [attempt, seconds] of waits.entries()) {
      later(seconds * 1_000 - 1);
      if (seconds > 0) expect([attempt, await work()]).toEqual([attempt, []]);
      later(1);
      expect([attempt, (await work()).length]).toEqual([attempt, 1]);
    }
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(86_400);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(receiver.received.map(({ timestamp }) => timestamp)).size).toBe(waits.length);
    expect(await log()).toMatchObject([{ state: "failed", attempts: 9, status: 503, due_at: null }]);
    expect((await state()).disabled_at).not.toBeNull();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ["owner@example.org", "A webhook of your form at forms.example.org was turned off"],
    ]);
    expect(letters[0]!.text).toContain(`/connections/${webhook.id}`);
    expect(await jobs()).toEqual([]);
    // Off: nothing is recorded. On again: what comes from then on.
    await respond();
    expect(await log()).toHaveLength(1);
    receiver.answers(200);
    await enableWebhook(now(), place);
    const told = await respond();
    expect((await work()).map(({ body }) => body.data.response_id)).toEqual([told]);
    // The owner sends a failed delivery again, with the same id.
    await resendDelivery(now(), place, receiver.received[0]!.id);
    expect((await work()).map(({ id }) => id)).toEqual([receiver.received[0]!.id]);
  });

  test("an event that fails does not hold up the next one, and a success keeps the webhook on", async () => {
    const { respond, work, receiver, later, state, letters } = await hooked();
    const bad = await respond();
    receiver.says((response, { body }) =>
      response.writeHead(body.data.response_id === bad ? 500 : 200).end(),
    );
    await work();
    const good = await respond();
    expect((await work()).map(({ body }) => body.data.response_id)).toEqual([good]);
    for (let hours = 0; hours < 32; hours += 1) {
      later(60 * MINUTE_MS);
      if (hours % 5 === 0) await respond();
      await work();
    }
    expect(receiver.received.filter(({ body }) => body.data.response_id === bad).length).toBe(9);
    expect([(await state()).disabled_at, letters]).toEqual([null, []]);
  });

  test("an earlier success does not keep a dead receiver on", async () => {
    const { respond, work, receiver, later, state } = await hooked();
    await respond();
    await work();
    later(1_000);
    receiver.answers(503);
    await respond();
    for (let hours = 0; hours < 32; hours += 1) {
      await work();
      later(60 * MINUTE_MS);
    }
    expect((await state()).disabled_at).not.toBeNull();
  });

  test("410 turns the webhook off at once, also after a success, and cancels waiting events", async () => {
    const { respond, work, receiver, state, log, letters, jobs } = await hooked();
    receiver.says((response) => response.writeHead(receiver.received.length === 1 ? 200 : 410).end());
    for (let n = 0; n < 3; n += 1) await respond();
    await work();
    expect(receiver.received).toHaveLength(2);
    expect([(await state()).disabled_at !== null, letters.length, await jobs()]).toEqual([true, 1, []]);
    expect((await log()).map(({ state }) => state).toSorted()).toEqual(["delivered", "failed", "failed"]);
  });

  test.each([
    [302, "a redirect"],
    [400, "a refusal"],
  ])("%i is %s, which is not a delivery", async (status) => {
    const { respond, work, receiver, log } = await hooked();
    receiver.says((response) => response.writeHead(status, { Location: receiver.url }).end("no"));
    await respond();
    expect(await work()).toHaveLength(1);
    expect(await log()).toMatchObject([{ state: "waiting", status, answer: "no" }]);
  });

  test("a test is sent once, and fails without consequences", async () => {
    const { work, receiver, log, now, place, state, webhook, form } = await hooked();
    receiver.answers(500);
    const id = await testWebhook(now(), place);
    const [event] = await work();
    expect(event!.body).toMatchObject({ type: "test", data: { form_id: form.id, webhook_id: webhook.id } });
    expect(await log()).toMatchObject([{ id, state: "failed", attempts: 1, due_at: null }]);
    expect((await state()).disabled_at).toBeNull();
  });

  test.each([true, false])(
    "a test has an answer to every field, as responses have them; addresses: %s",
    async (withAddresses) => {
      const { work, now, place, form, webhook } = await hooked({
        withAddresses,
        structure: everyFieldForm(),
      });
      await testWebhook(now(), place);
      const [event] = await work();
      const { data } = event!.body as unknown as { data: { response_id: string; answers: object } };
      expect(data).toMatchObject({
        form_id: form.id,
        webhook_id: webhook.id,
        status: "verified",
        language: "en",
        form_version: 1,
      });
      expect(data.response_id).toMatch(/^rsp_\w{22}$/);
      const fields = everyFieldForm().pages.flatMap((page) => page.fields);
      const asked = fields.filter((field) => takesAnswer(field) && (withAddresses || field.type !== "email"));
      const hidden = everyFieldForm().hidden_fields ?? [];
      expect(Object.keys(data.answers)).toEqual(
        expect.arrayContaining([...asked, ...hidden].map(({ id }) => id)),
      );
      expect(JSON.stringify(data).includes("@")).toBe(withAddresses);
    },
  );

  test("explains a missing answer in words of the system, without secrets", async () => {
    const { respond, work, parts, log, webhook } = await hooked();
    const failing = (error: Error) => webhookJobs(parts(() => Promise.reject(error)));
    await respond();
    await work(failing(new OutgoingFailure("unreachable", "ECONNREFUSED")));
    await respond();
    await work(failing(new OutgoingFailure("slow", "No answer came in time")));
    const problems = (await log()).map(({ problem }) => problem);
    expect(problems.toSorted()).toEqual(["slow", "unreachable ECONNREFUSED"]);
    expect(JSON.stringify(await log())).not.toContain(webhook.secret);
  });
});

describe("workers", () => {
  test("after a worker died while sending, the next one sends the same event, and the first one's record has no effect", async () => {
    const { respond, work, receiver, later, parts, storage, time, log } = await hooked();
    await respond();
    const job = (await claimJob(storage, time.now, ["webhook"]))!;
    const post = receiverPost(receiver);
    // Its lease ends while the receiver takes the event, and another worker does the job.
    const slow = webhookJobs(
      parts(async (...request) => {
        const answer = await post(...request);
        later(MINUTE_MS);
        expect(await work()).toHaveLength(1);
        return { ...answer, status: 500 };
      }),
    );
    await expect(slow.run(job, signal)).rejects.toThrow("Somebody else has");
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill(receiver.received[0]!.id));
    expect(await log()).toMatchObject([{ state: "delivered", attempts: 1, status: 204 }]);
  });

  test("an event that is recorded while another one is sent is sent next", async () => {
    const { respond, work, receiver, parts } = await hooked();
    const post = receiverPost(receiver);
    let isFirst = true;
    await respond();
    await work(
      webhookJobs(
        parts(async (...request) => {
          if (isFirst) await respond();
          isFirst = false;
          return post(...request);
        }),
      ),
    );
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });

  test("two nodes report each of 40 simultaneous responses once", async () => {
    const { respond, receiver, parts, folder, time, log } = await hooked();
    const other = await openEngine(folder);
    for (let n = 0; n < 40; n += 1) await respond();
    const nodes = [parts(), { ...parts(), storage: other }];
    const done = nodes.map(async (node) => {
      const handler = webhookJobs(node);
      for (let idle = 0; idle < 40; ) {
        const job = await claimJob(node.storage, time.now, ["webhook"]);
        idle = job === undefined ? idle + 1 : 0;
        if (job) await handler.run(job, signal);
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    await Promise.all(done);
    await other.close();
    expect([receiver.received.length, new Set(receiver.received.map(({ id }) => id)).size]).toEqual([40, 40]);
    expect((await log()).every(({ state }) => state === "delivered")).toBe(true);
  });

  test("waits for at most two receivers of an account at once, so others have their turn", async () => {
    const { respond, add, parts, storage, time, jobs } = await hooked();
    await add();
    await add();
    await respond();
    const gate = Promise.withResolvers<{ status: number; text: string }>();
    let asked = 0;
    const handler = webhookJobs(
      parts(() => {
        asked += 1;
        return gate.promise;
      }),
    );
    const claim = async () => (await claimJob(storage, time.now, ["webhook"]))!;
    const [first, second, third] = [await claim(), await claim(), await claim()];
    const running = [handler.run(first, signal), handler.run(second, signal)];
    await handler.run(third, signal);
    const put = (await jobs()).find(({ id }) => id === third.id)!;
    expect([put.lease, Date.parse(put.due_at) - time.now.getTime()]).toEqual([null, 1_000]);
    await expect.poll(() => asked).toBe(2);
    gate.resolve({ status: 200, text: "" });
    await Promise.all(running);
  });

  test("a locked account sends no events; waiting ones are sent once it is unlocked", async () => {
    const { respond, work, storage, later, time } = await hooked();
    await respond();
    const lock = (at: string | null) => storage.db.updateTable("accounts").set({ locked_at: at }).execute();
    await lock(time.now.toISOString());
    expect(await work()).toEqual([]);
    await lock(null);
    later(60 * MINUTE_MS);
    expect(await work()).toHaveLength(1);
  });

  test("a mail server that fails keeps the mail for later", async () => {
    const { respond, work, receiver, parts, letters, storage, time, jobs } = await hooked();
    receiver.answers(410);
    await respond();
    const failing = { ...parts(), mailer: { send: () => Promise.reject(new Error("busy")) } };
    await expect(work(webhookJobs(failing))).rejects.toThrow("busy");
    time.now = new Date(time.now.getTime() + MINUTE_MS);
    const job = (await claimJob(storage, time.now, ["webhook"]))!;
    await webhookJobs(failing).giveUp(job, new Error("busy"));
    expect(await work()).toEqual([]);
    time.now = new Date(time.now.getTime() + 60 * MINUTE_MS);
    await work();
    expect([letters.length, await jobs()]).toEqual([1, []]);
  });
});

describe("erased data", () => {
  test.each<[string, (one: Awaited<ReturnType<typeof hooked>>, id: string) => Promise<unknown>]>([
    ["by the owner", (one, id) => deleteResponses(one, one.owner.id, one.form.id, [id])],
    ["by address", (one) => eraseRespondent(one, "person1@example.net")],
  ])("%s is no longer sent, neither by a retry nor by the owner", async (_, erase) => {
    const one = await hooked({ withAddresses: true });
    one.receiver.answers(500);
    const id = await one.respond();
    const [told] = await one.work();
    await erase(one, id);
    one.later(DAY_MS / 2);
    one.receiver.answers(200);
    expect((await one.work()).map(({ body }) => [body.type, body.data])).toEqual([
      ["response.deleted", { form_id: one.form.id, response_id: id }],
    ]);
    await expect(resendDelivery(one.now(), one.place, told!.id)).rejects.toThrow("No delivery");
    expect(JSON.stringify(await one.log())).not.toMatch(/Mallory|person1/);
  });

  test("while it is being sent, the attempt leaves no trace", async () => {
    const one = await hooked();
    const id = await one.respond();
    const post = receiverPost(one.receiver);
    await one.work(
      webhookJobs(
        one.parts(async (...request) => {
          if (one.receiver.received.length === 0) await deleteResponses(one, one.owner.id, one.form.id, [id]);
          return post(...request);
        }),
      ),
    );
    expect((await one.log()).map(({ event }) => event)).toEqual(["response.deleted"]);
  });

  test.each<[string, (one: Awaited<ReturnType<typeof hooked>>) => Promise<unknown>]>([
    [
      "form",
      async (one) => {
        await deleteForm(one, one.owner.id, one.form.id, one.time.now);
        expect(await one.work()).toEqual([]);
        await removeForm(one, one.form.id);
      },
    ],
    ["account", (one) => deleteAccount(one, one.owner.id, one.time.now)],
    ["webhook", (one) => removeWebhook(one.storage, one.place)],
  ])("deleting the %s removes a webhook, its log and its job", async (_, remove) => {
    const one = await hooked();
    one.receiver.answers(500);
    await one.respond();
    await one.work();
    await remove(one);
    one.later(DAY_MS);
    expect(await one.work()).toEqual([]);
    const { db } = one.storage;
    const left = [
      await db.selectFrom("webhooks").selectAll().execute(),
      await db.selectFrom("webhook_deliveries").selectAll().execute(),
      (await one.jobs()).filter(({ kind }) => kind === "webhook"),
    ];
    expect(left).toEqual([[], [], []]);
  });

  test("deliveries of a form in the bin wait, and are sent as they are when it is back", async () => {
    const one = await hooked();
    const [erased, kept] = [await one.respond(), await one.respond()];
    await putIntoBin(one, one.owner.id, one.form.id, one.time.now);
    expect(await one.work()).toEqual([]);
    await eraseRespondent(one, "person1@example.net");
    one.later(2 * DAY_MS);
    expect(await one.work()).toEqual([]);
    await bringBackForm(one, one.owner.id, one.form.id, one.time.now);
    const events = (await one.work()).map(({ body }) => [body.type, body.data.response_id]);
    expect(events.toSorted()).toEqual([
      ["response.deleted", erased],
      ["response.verified", kept],
    ]);
  });

  test("a form published repeatedly is reported once, in its current state", async () => {
    const { storage, clock, owner, form, log, work, place } = await hooked();
    const edit = (action: "pause" | "publish") =>
      updateForm(
        { storage, clock, editForm: addTextField },
        owner.id,
        { formId: form.id, edit: { action }, expectedRevision: undefined, dryRun: false },
        signal,
      );
    await testWebhook({ storage, clock }, place);
    for (let n = 0; n < 10; n += 1) {
      await edit("pause");
      await edit("publish");
    }
    expect((await log()).map(({ event }) => event).toSorted()).toEqual(["form.published", "test"]);
    expect((await work()).map(({ body }) => body.type).toSorted()).toEqual(["form.published", "test"]);
  });

  test("keeps the latest thousand ended events, and all waiting ones", async () => {
    const { storage, webhook, form, respond, work, time } = await hooked();
    const ended = (n: number) => ({
      id: `msg_${String(n).padStart(22, "0")}`,
      webhook_id: webhook.id,
      form_id: form.id,
      event: "form.published" as const,
      response_id: null,
      attempts: 1,
      sent_at: null,
      status: 200,
      problem: null,
      answer: "",
    });
    const at = (n: number) => new Date(time.now.getTime() - DAY_MS + n).toISOString();
    const rows = Array.from({ length: 1_005 }, (_, n) => {
      return n < 5
        ? { ...ended(n), state: "waiting" as const, due_at: "9999", created_at: at(n) }
        : { ...ended(n), state: "delivered" as const, due_at: null, created_at: at(n) };
    });
    await storage.db.insertInto("webhook_deliveries").values(rows).execute();
    await respond();
    expect(await work()).toHaveLength(1);
    const left = await storage.db.selectFrom("webhook_deliveries").select("id").orderBy("id").execute();
    expect(left).toHaveLength(1_005);
    // The oldest of the ended deliveries.
    expect(left.map(({ id }) => id)).not.toContain(ended(5).id);
  });

  test("removes the log after seven days", async () => {
    const one = await hooked();
    await one.respond();
    await one.work();
    one.later(7 * DAY_MS - 1);
    await removeExpired(one);
    expect(await one.log()).toHaveLength(1);
    one.later(1);
    await removeExpired(one);
    expect(await one.log()).toEqual([]);
  });
});

describe("permissions", () => {
  test("administrators of the form; for others it is forbidden, or not found", async () => {
    const one = await hooked();
    const { storage, clock, owner, form, time } = one;
    const bob = await ensureAccount(storage.db, "bob@example.org", "business", time.now);
    const add = () =>
      addWebhook(
        one.now(),
        { accountId: bob.id, formId: form.id },
        {
          url: one.receiver.url,
          events: ["response.verified"],
          withAddresses: true,
        },
      );
    await expect(add()).rejects.toMatchObject({ code: "not_found" });
    const share = (permission: "edit" | "admin") =>
      shareForm({ storage, clock }, owner.id, form.id, { email: bob.email, permission });
    await share("edit");
    await expect(add()).rejects.toMatchObject({ code: "forbidden" });
    await expect(testWebhook(one.now(), { ...one.place, accountId: bob.id })).rejects.toMatchObject({
      code: "forbidden",
    });
    await share("admin");
    expect(await add()).toMatchObject({ form_id: form.id });
  });

  test("a webhook of somebody who no longer administers the form is turned off, until an administrator turns it on", async () => {
    const { storage, clock, owner, form, place, respond, work, letters, now, webhook } = await hooked({
      withAddresses: true,
    });
    const bob = await ensureAccount(storage.db, "bob@example.org", "business", clock());
    const share = (permission: "edit" | "admin") =>
      shareForm({ storage, clock }, owner.id, form.id, { email: bob.email, permission });
    await share("admin");
    await storage.db.updateTable("webhooks").set({ added_by: bob.id }).execute();
    await respond();
    expect(await work()).toHaveLength(1);
    await share("edit");
    await respond();
    expect(await work()).toEqual([]);
    expect(letters.map(({ to }) => to)).toEqual(["owner@example.org"]);
    expect(letters[0]!.text).toContain("no longer administers the form");
    expect((await findWebhook(storage.db, place)).webhook.disabled_at).not.toBeNull();
    await enableWebhook(now(), place);
    await respond();
    expect((await work()).map(({ body }) => body.data.email)).toEqual(["person3@example.net"]);
    expect(webhook.added_by).toBe(owner.id);
  });

  test("does not find a webhook of another form", async () => {
    const one = await hooked();
    const other = await one.publish();
    await expect(removeWebhook(one.storage, { ...one.place, formId: other.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("allows fifty webhooks of an account, five on trial, also for simultaneous requests", async () => {
    const one = await hooked();
    const { storage, owner, add } = one;
    await storage.db.updateTable("accounts").set({ plan: "trial" }).where("id", "=", owner.id).execute();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add()));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    await expect(add()).rejects.toMatchObject({
      code: "quota_exceeded",
      details: { budget: "webhooks", used: 6, limit: 5 },
    });
    await removeWebhook(one.storage, one.place);
    expect(await add()).toBeDefined();
  });
});
