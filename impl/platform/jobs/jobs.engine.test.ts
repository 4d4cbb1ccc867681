import { Refusal } from "@toolwright/runtime";
import { expect, test, vi } from "vitest";
import { expectLedgerLaws, lessonNode } from "../../test/support/lesson-life.ts";
import { shortLesson, shortLessons } from "../../test/support/short-lessons.ts";
import { addJob, claimJob, LEASE_MS, LeaseLost, renewLease, underLease } from "./jobs.ts";
import { MAX_ATTEMPTS } from "./worker.ts";

/** A writer whose text waits until the test lets it go on. */
function gatedWriter() {
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  const writer = shortLessons({
    async write(request) {
      started.push(request.seed);
      await gate.promise;
      return shortLesson(request);
    },
  });
  return { writer, started, open: gate.resolve };
}

test("several workers on two nodes share the work, and each step is done once", async () => {
  const written: string[] = [];
  const writer = shortLessons({
    async write(request) {
      written.push(request.seed);
      return shortLesson(request);
    },
  });
  const one = await lessonNode({ writer });
  const two = await lessonNode({ writer, folder: one.folder });
  const ada = await one.account();
  const quotes: string[] = [];
  for (let n = 0; n < 5; n += 1) quotes.push(await one.quote(ada, ["en"], 1));
  for (const quoteId of quotes) await one.accept(ada, quoteId);
  for (const node of [one, two, one, two]) node.work();
  for (const quoteId of quotes)
    expect((await one.finished(ada, quoteId)).credits).toEqual({
      quoted: 15,
      reserved: 0,
      charged: 15,
      refunded: 0,
    });
  expect(written.toSorted()).toEqual(quotes.toSorted());
  await expectLedgerLaws(one.storage);
});

test("each of the jobs claimed at once on two nodes goes to one worker, in the order of their times", async () => {
  const one = await lessonNode();
  const two = await lessonNode({ folder: one.folder });
  const ada = await one.account();
  for (let n = 0; n < 6; n += 1) {
    const job = { accountId: ada.id, kind: "lesson" as const, subject: `lesson ${n}` };
    await one.storage.db.transaction().execute((transaction) => addJob(transaction, job, one.clock()));
    one.later(1);
  }
  two.later(10);
  const claims = Array.from({ length: 10 }, (_, n) => {
    const node = n % 2 === 0 ? one : two;
    return claimJob(node.storage, node.clock(), ["lesson"]);
  });
  const claimed = (await Promise.all(claims)).flatMap((job) => job?.subject ?? []);
  expect(claimed.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `lesson ${n}`));
});

test("an expired lease is taken over, and the late worker changes nothing", async () => {
  const late = gatedWriter();
  const one = await lessonNode({ writer: late.writer });
  const two = await lessonNode({ folder: one.folder });
  const ada = await one.account();
  const quoteId = await one.quote(ada, ["en"], 1);
  await one.accept(ada, quoteId);
  one.work();
  await expect.poll(() => late.started).toHaveLength(1);
  // Its clock continues as if the first worker had stood still.
  two.later(LEASE_MS);
  two.work();
  const done = await two.finished(ada, quoteId);
  late.open();
  await expect.poll(() => one.reports).toMatchObject([{ outcome: "lost", attempt: 1 }]);
  await expect
    .poll(() => two.reports)
    .toMatchObject([
      { outcome: "done", attempt: 2 },
      { outcome: "done", attempt: 1 },
    ]);
  expect(await two.status(ada, quoteId)).toEqual(done);
  await expectLedgerLaws(one.storage);
});

test("rolls back the work of a lost lease, also for simultaneous workers", async () => {
  const node = await lessonNode();
  const ada = await node.account();
  await node.accept(ada, await node.quote(ada));
  const first = (await claimJob(node.storage, node.clock(), ["lesson"]))!;
  expect(await claimJob(node.storage, node.clock(), ["lesson"])).toBeUndefined();
  expect(await renewLease(node.storage.db, first, node.clock())).toBe(true);
  node.later(LEASE_MS);
  const second = (await claimJob(node.storage, node.clock(), ["lesson"]))!;
  expect([second.id, second.attempt]).toEqual([first.id, 2]);
  expect(await renewLease(node.storage.db, first, node.clock())).toBe(false);
  await expect(underLease(node.storage, first, () => expect.unreachable())).rejects.toThrow(LeaseLost);
  expect(await underLease(node.storage, second, async () => "held")).toBe("held");
});

test("a worker that stops gives its job back at once, and another one does it", async () => {
  const slow = gatedWriter();
  const one = await lessonNode({ writer: slow.writer });
  const two = await lessonNode({ folder: one.folder });
  const ada = await one.account();
  const quoteId = await one.quote(ada);
  await one.accept(ada, quoteId);
  const worker = one.work();
  await expect.poll(() => slow.started).toHaveLength(1);
  await worker.stop();
  expect(one.reports).toMatchObject([{ outcome: "released", attempt: 1 }]);
  // The job is claimed without waiting for the end of the lease, and the attempt is not counted.
  two.work();
  await two.finished(ada, quoteId);
  await expect.poll(() => two.reports).toMatchObject([{ outcome: "done", attempt: 1 }]);
  slow.open();
  await expectLedgerLaws(one.storage);
});

test("retries a failure with growing delays; then it fails finally and is refunded", async () => {
  const write = vi.fn(() => Promise.reject(new Error("The model is down")));
  const node = await lessonNode({ writer: shortLessons({ write }) });
  const ada = await node.account();
  const quoteId = await node.quote(ada, ["en"], 1);
  await node.accept(ada, quoteId);
  const worker = node.work();
  const waits: number[] = [];
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    await expect.poll(() => node.reports).toHaveLength(attempt);
    const { pollAfterSeconds, credits } = await node.status(ada, quoteId);
    expect(credits).toEqual({ quoted: 15, reserved: 15, charged: 0, refunded: 0 });
    const job = await node.storage.db.selectFrom("jobs").select("due_at").executeTakeFirstOrThrow();
    const wait = (Date.parse(job.due_at) - node.time.now.getTime()) / 1_000;
    expect(pollAfterSeconds).toBe(Math.min(60, wait));
    waits.push(wait);
    node.later(1_000 * wait);
    worker.wake();
  }
  expect(waits).toEqual([2, 8, 32, 128]);
  expect(await node.finished(ada, quoteId)).toMatchObject({
    status: "failed",
    warnings: [
      {
        code: "generation_failed",
        message: "The lesson could not be written. 10 credits were refunded.",
      },
    ],
  });
  expect(write).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  await expect
    .poll(() => node.reports.map(({ outcome }) => outcome))
    .toEqual([...Array(4).fill("retried"), "failed"]);
  expect([await node.balance(ada), await node.used(ada)]).toEqual([{ available: 100, reserved: 0 }, 0]);
  await expectLedgerLaws(node.storage);
});

test("attempts are counted for each step, and a refusal is final", async () => {
  let failures = 0;
  const { write, illustrate } = shortLessons();
  const failing = (error: Error) => {
    failures += 1;
    return Promise.reject(error);
  };
  const writer = shortLessons({
    write: (...args) => (failures < 4 ? failing(new Error("busy")) : write(...args)),
    illustrate(...args) {
      if (args[2] === 0) return failing(new Refusal("generation_failed", "Too sad."));
      return failures < 9 ? failing(new Error("busy")) : illustrate(...args);
    },
  });
  const node = await lessonNode({ writer });
  const ada = await node.account();
  const quoteId = await node.quote(ada, ["en"], 2);
  await node.accept(ada, quoteId);
  const worker = node.work();
  for (let attempts = 1; attempts <= 11; attempts += 1) {
    await expect.poll(() => node.reports.length).toBeGreaterThanOrEqual(attempts);
    if (node.reports[attempts - 1]!.outcome !== "retried") continue;
    node.later(128_000);
    worker.wake();
  }
  expect((await node.status(ada, quoteId)).status).toBe("partial");
  expect(node.reports.map(({ outcome, attempt }) => `${outcome} ${attempt}`)).toEqual([
    ...["retried 1", "retried 2", "retried 3", "retried 4", "done 5"],
    "failed 1",
    ...["retried 1", "retried 2", "retried 3", "retried 4", "done 5"],
  ]);
  await expectLedgerLaws(node.storage);
});

test("limits the attempts of a step whose processes all died", async () => {
  const write = vi.fn();
  const node = await lessonNode({ writer: shortLessons({ write }) });
  const ada = await node.account();
  const quoteId = await node.quote(ada);
  await node.accept(ada, quoteId);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect((await claimJob(node.storage, node.clock(), ["lesson"]))?.attempt).toBe(attempt);
    node.later(LEASE_MS);
  }
  node.work();
  expect((await node.finished(ada, quoteId)).status).toBe("failed");
  expect(write).not.toHaveBeenCalled();
  await expectLedgerLaws(node.storage);
});

test("an account that is deleted while its lesson is written ends the job", async () => {
  const slow = gatedWriter();
  const node = await lessonNode({ writer: slow.writer });
  const ada = await node.account();
  await node.accept(ada, await node.quote(ada));
  node.work();
  await expect.poll(() => slow.started).toHaveLength(1);
  await node.storage.db.deleteFrom("accounts").where("id", "=", ada.id).execute();
  slow.open();
  await expect.poll(() => node.reports).toMatchObject([{ outcome: "lost" }]);
  expect(await node.storage.db.selectFrom("credit_entries").selectAll().execute()).toEqual([]);
});
