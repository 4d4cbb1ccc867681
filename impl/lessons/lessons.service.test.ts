import { buffer } from "node:stream/consumers";
import { Refusal } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { plans } from "../accounts/plans/plans.ts";
import { removeExpired } from "../responses/retention/remove-expired.ts";
import { DAY_MS, refusal } from "../test/support/domain.ts";
import { expectLedgerLaws, lessonNode } from "../test/support/lesson-life.ts";
import { shortLesson, shortLessons } from "../test/support/short-lessons.ts";
import type { LessonObjection } from "./writer.ts";

const MINUTE_MS = 60_000;

describe("a quote that is accepted", () => {
  test("reserves its price and one generation, and is made into a lesson part by part", async () => {
    const gate = Promise.withResolvers<void>();
    const { illustrate } = shortLessons();
    const writer = shortLessons({
      async illustrate(...args) {
        if (args[2] === 1) await gate.promise;
        return illustrate(...args);
      },
    });
    const node = await lessonNode({ writer });
    const ada = await node.account();
    const quoteId = await node.quote(ada, ["en", "fr"], 2);
    expect(await node.status(ada, quoteId)).toMatchObject({
      status: "quoted",
      progress: { percent: 0, stage: "waiting" },
      illustrations: [],
      credits: { quoted: 24, reserved: 0, charged: 0, refunded: 0 },
      pollAfterSeconds: 0,
    });
    const { state, replayed } = await node.accept(ada, quoteId);
    expect([state.status, state.credits, replayed]).toEqual([
      "queued",
      { reserved: 24, charged: 0, refunded: 0 },
      false,
    ]);
    expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 76, reserved: 24 }, 1]);
    expect(await node.status(ada, quoteId)).toMatchObject({
      status: "queued",
      lessonId: state.id,
      progress: { percent: 0, stage: "waiting" },
      illustrations: [
        { index: 0, status: "pending" },
        { index: 1, status: "pending" },
      ],
      pollAfterSeconds: 1,
    });
    node.work();
    await expect
      .poll(async () => (await node.status(ada, quoteId)).illustrations[1]?.status)
      .toBe("generating");
    node.later(30_000);
    expect(await node.status(ada, quoteId)).toMatchObject({
      status: "generating",
      progress: { percent: 75, stage: "illustrations" },
      illustrations: [
        { index: 0, status: "completed", alt: { en: "Illustration 0" } },
        { index: 1, status: "generating" },
      ],
      credits: { quoted: 24, reserved: 5, charged: 19, refunded: 0 },
      // A tenth of its age.
      pollAfterSeconds: 3,
    });
    await expectLedgerLaws(node.storage);
    gate.resolve();
    const done = await node.finished(ada, quoteId);
    expect(done).toMatchObject({
      status: "completed",
      progress: { percent: 100, stage: "finished" },
      credits: { quoted: 24, reserved: 0, charged: 24, refunded: 0 },
      warnings: [],
    });
    const [first] = done.illustrations;
    expect((await buffer(await node.files.open(first!.storageKey!))).toString()).toContain('id="i0"');
    expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 76, reserved: 0 }, 1]);
    await expectLedgerLaws(node.storage);
  });

  test("makes one lesson when it is sent ten times at once, on two nodes", async () => {
    const one = await lessonNode();
    const two = await lessonNode({ folder: one.folder });
    const ada = await one.account();
    const quoteId = await one.quote(ada, ["en"], 1);
    const calls = Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? one : two).accept(ada, quoteId, { password: "swordfish" }),
    );
    const created = await Promise.all(calls);
    expect(new Set(created.map(({ state }) => state.id)).size).toBe(1);
    expect(created.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect([await one.balance(ada), await one.used(ada)]).toEqual([{ available: 85, reserved: 15 }, 1]);
    await expectLedgerLaws(one.storage);
  });

  test("gets the same answer again, even if no other quote could be accepted", async () => {
    const node = await lessonNode();
    const ada = await node.account();
    const quoteId = await node.quote(ada);
    const wish = { taskMode: "ai_reviewed", password: "swordfish" } as const;
    const { state } = await node.accept(ada, quoteId, wish);
    node.work();
    await node.finished(ada, quoteId);
    // The quote has expired, and the trial has ended.
    node.later(8 * DAY_MS);
    await removeExpired({ ...node });
    const again = await node.accept(ada, quoteId, wish);
    expect([again.state.id, again.state.status, again.replayed]).toEqual([state.id, "completed", true]);
    await expectLedgerLaws(node.storage);
  });

  test.each([
    [{ taskMode: "fixed", password: "swordfish" }, ["task_mode"]],
    [{ taskMode: "ai_reviewed", password: "swordfisch" }, ["password"]],
    [{ taskMode: "ai_reviewed", password: undefined }, ["password"]],
    [{ taskMode: "fixed", password: "other" }, ["task_mode", "password"]],
  ] as const)("is a mismatch with %j", async (other, differs) => {
    const node = await lessonNode();
    const ada = await node.account();
    const quoteId = await node.quote(ada);
    const { state } = await node.accept(ada, quoteId, { taskMode: "ai_reviewed", password: "swordfish" });
    const error = await node.accept(ada, quoteId, other).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "quote_mismatch", details: { lesson_id: state.id, differs } });
    expect(await node.balance(ada)).toEqual({ available: 90, reserved: 10 });
  });
});

describe("rejects a quote, and reserves nothing,", () => {
  test("for another account, like a missing one", async () => {
    const node = await lessonNode();
    const quoteId = await node.quote(await node.account());
    const eve = await node.account("eve@example.org");
    const nobodys = `quo_${"0".repeat(22)}`;
    const messageOf = async (id: string, call: (id: string) => Promise<unknown>) => {
      const error = (await call(id).catch((thrown) => thrown)) as Refusal;
      expect(error).toEqual(refusal("not_found"));
      return error.message.replaceAll(id, "ID");
    };
    for (const call of [(id: string) => node.accept(eve, id), (id: string) => node.status(eve, id)])
      expect(await messageOf(quoteId, call)).toBe(await messageOf(nobodys, call));
    expect(await node.used(eve)).toBe(0);
  });

  test("from the moment it expires", async () => {
    const node = await lessonNode();
    const ada = await node.account();
    const [early, late] = [await node.quote(ada), await node.quote(ada)];
    node.later(30 * MINUTE_MS - 1);
    await node.accept(ada, early);
    node.later(1);
    await expect(node.accept(ada, late)).rejects.toEqual(refusal("quote_expired"));
    expect(await node.status(ada, late)).toMatchObject({ status: "expired", pollAfterSeconds: 0 });
    expect([(await node.balance(ada)).reserved, await node.used(ada)]).toEqual([10, 1]);
  });

  test("without enough credits, with the missing amount", async () => {
    const node = await lessonNode();
    const ada = await node.account();
    for (let n = 0; n < 3; n += 1) await node.accept(ada, await node.quote(ada, ["en"], 3));
    const quoteId = await node.quote(ada, ["en", "de", "fr"], 3);
    const error = (await node.accept(ada, quoteId).catch((thrown) => thrown)) as Refusal;
    expect(error).toMatchObject({
      code: "insufficient_credits",
      details: { required: 33, available: 25, missing: 8 },
    });
    expect(error.message).toContain("33 credits and 25 are available: 8 are missing");
    expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 25, reserved: 75 }, 3]);
    expect(await node.status(ada, quoteId)).toMatchObject({ status: "quoted" });
  });

  test("when the generation quota is used up", async () => {
    const node = await lessonNode();
    const ada = await node.account();
    const quoteId = await node.quote(ada);
    const unit = { account_id: ada.id, operation: "create_form", input_hash: "", created_at: ada.created_at };
    const units = Array.from({ length: plans.trial.generations }, (_, n) => ({ id: `gen_${n}`, ...unit }));
    await node.storage.db.insertInto("generations").values(units).execute();
    await expect(node.accept(ada, quoteId)).rejects.toEqual(refusal("quota_exceeded"));
    expect(await node.balance(ada)).toEqual({ available: 100, reserved: 0 });
  });

  test("after the trial", async () => {
    const node = await lessonNode();
    const ada = await node.account();
    node.later(8 * DAY_MS);
    await expect(node.accept(ada, await node.quote(ada))).rejects.toEqual(refusal("subscription_inactive"));
    expect(await node.used(ada)).toBe(0);
  });

  test("when the writer objects since the quote", async () => {
    let objection: LessonObjection | undefined;
    const node = await lessonNode({ writer: shortLessons({ objection: () => objection }) });
    const ada = await node.account();
    const quoteId = await node.quote(ada);
    objection = { message: "I know nothing of rivers." };
    const error = (await node.accept(ada, quoteId).catch((thrown) => thrown)) as Refusal;
    expect(error).toMatchObject({ code: "generation_failed", retryable: false });
    expect(error.message).toContain("I know nothing of rivers.");
    expect([(await node.balance(ada)).reserved, await node.used(ada)]).toEqual([0, 0]);
  });
});

describe("a part that fails is refunded:", () => {
  const broken = () => Promise.reject(new Refusal("generation_failed", "The model said no."));

  test("an illustration, and the rest is there", async () => {
    const { illustrate } = shortLessons();
    const writer = shortLessons({
      illustrate: (...args) => (args[2] === 0 ? broken() : illustrate(...args)),
    });
    const node = await lessonNode({ writer });
    const ada = await node.account();
    const quoteId = await node.quote(ada, ["en"], 2);
    await node.accept(ada, quoteId);
    node.work();
    expect(await node.finished(ada, quoteId)).toMatchObject({
      status: "partial",
      progress: { percent: 100, stage: "finished" },
      illustrations: [
        { index: 0, status: "failed", error: "The illustration could not be made. The model said no." },
        { index: 1, status: "completed" },
      ],
      credits: { quoted: 20, reserved: 0, charged: 15, refunded: 5 },
    });
    expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 85, reserved: 0 }, 1]);
    await expectLedgerLaws(node.storage);
  });

  test("a translation that is not complete", async () => {
    const writer = shortLessons({ write: async (request) => shortLesson(request, ["fr"]) });
    const node = await lessonNode({ writer });
    const ada = await node.account();
    const quoteId = await node.quote(ada, ["en", "de", "fr"]);
    await node.accept(ada, quoteId);
    node.work();
    expect(await node.finished(ada, quoteId)).toMatchObject({
      status: "partial",
      credits: { quoted: 18, reserved: 0, charged: 14, refunded: 4 },
      warnings: [
        {
          code: "translation_refunded",
          message: "The translation into fr is not complete. 4 credits were refunded.",
        },
      ],
    });
    await expectLedgerLaws(node.storage);
  });

  test("a text that is not in the ordered language, as the text", async () => {
    const writer = shortLessons({ write: async (request) => shortLesson(request, ["de"]) });
    const node = await lessonNode({ writer });
    const ada = await node.account();
    const quoteId = await node.quote(ada, ["de"], 1);
    await node.accept(ada, quoteId);
    node.work();
    expect(await node.finished(ada, quoteId)).toMatchObject({
      status: "failed",
      credits: { quoted: 15, reserved: 0, charged: 0, refunded: 15 },
      warnings: [
        {
          code: "generation_failed",
          message:
            "The lesson could not be written. Not all of its text is in the ordered language (de). 10 credits were refunded.",
        },
      ],
    });
    expect(await node.used(ada)).toBe(0);
    await expectLedgerLaws(node.storage);
  });

  test("the text, and with it everything; the generation comes back", async () => {
    const node = await lessonNode({ writer: shortLessons({ write: broken }) });
    const ada = await node.account();
    const quoteId = await node.quote(ada, ["en", "fr"], 3);
    const { state } = await node.accept(ada, quoteId);
    node.work();
    expect(await node.finished(ada, quoteId)).toMatchObject({
      status: "failed",
      lessonId: state.id,
      progress: { percent: 100, stage: "finished" },
      illustrations: Array(3).fill({ status: "failed" }),
      credits: { quoted: 29, reserved: 0, charged: 0, refunded: 29 },
      warnings: [{ code: "generation_failed" }],
    });
    expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 100, reserved: 0 }, 0]);
    await expectLedgerLaws(node.storage);
  });
});

test("12 lessons cost the sum of their quotes", async () => {
  const node = await lessonNode();
  const ada = await node.account();
  await node.storage.db
    .updateTable("accounts")
    .set({ plan: "team", subscription: "active" })
    .where("id", "=", ada.id)
    .execute();
  const team = await node.account();
  const before = await node.balance(team);
  node.work();
  let total = 0;
  const quotes: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const languages = (["en", "de", "fr", "es"] as const).slice(0, 1 + (n % 4));
    const quoteId = await node.quote(team, languages, n % 3);
    await node.accept(team, quoteId);
    // The expected order: text, translations, illustrations.
    total += 10 + 4 * (n % 4) + 5 * (n % 3);
    quotes.push(quoteId);
  }
  let charged = 0;
  for (const quoteId of quotes) {
    const { credits, status } = await node.finished(team, quoteId);
    expect([status, credits.charged]).toEqual(["completed", credits.quoted]);
    charged += credits.charged;
  }
  expect(charged).toBe(total);
  expect(await node.balance(team)).toEqual({ available: before.available - total, reserved: 0 });
  await expectLedgerLaws(node.storage);
});

test("deletes lessons and jobs with their account, also a lesson in progress", async () => {
  const node = await lessonNode();
  const ada = await node.account();
  await node.accept(ada, await node.quote(ada, ["en"], 1));
  await node.storage.db.deleteFrom("accounts").where("id", "=", ada.id).execute();
  for (const table of ["lessons", "lesson_parts", "jobs", "lesson_quotes"] as const)
    expect(await node.storage.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
