import { Refusal } from "@toolwright/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordTransfer } from "../accounts/credits/ledger.ts";
import { claimJob, type Job, LEASE_MS, LeaseLost, postponeJob, releaseJob } from "../platform/jobs/jobs.ts";
import { expectLedgerLaws, lessonNode } from "../test/support/lesson-life.ts";
import { pendingLesson, shortLesson, shortLessons } from "../test/support/short-lessons.ts";
import type { Lesson } from "./content/lesson.ts";
import { lessonJobs } from "./generate.ts";

/** The outcomes of a job that a worker claims. */
const attempts = [
  "done",
  "untranslated",
  "pending",
  "crash",
  "crash after writing",
  "error",
  "refused",
  "stop",
  "late",
] as const;

type Step =
  | { readonly kind: "accept"; readonly languages: number; readonly images: number; readonly calls: number }
  | { readonly kind: "work"; readonly attempt: (typeof attempts)[number] }
  | { readonly kind: "credits"; readonly credits: number }
  | { readonly kind: "time" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("accept" as const),
    languages: fc.integer({ min: 1, max: 4 }),
    images: fc.nat({ max: 3 }),
    calls: fc.integer({ min: 1, max: 3 }),
  }),
  {
    arbitrary: fc.record({ kind: fc.constant("work" as const), attempt: fc.constantFrom(...attempts) }),
    weight: 5,
  },
  fc.record({ kind: fc.constant("credits" as const), credits: fc.integer({ min: -60, max: 60 }) }),
  fc.record({ kind: fc.constant("time" as const) }),
);

/** The process dies: nothing that comes after it in the step happens. */
class Crash extends Error {}

/** A node whose worker runs step by step. */
async function movedByHand(email: string) {
  const node = await lessonNode();
  const ada = await node.account(email);
  const handler = (exceptions: Parameters<typeof shortLessons>[0]) =>
    lessonJobs({ ...node, writer: shortLessons(exceptions) });
  const late: { open: () => void; ended: Promise<void> }[] = [];

  /** Writes, and then waits for the test. */
  const writingUntil = (then: () => Promise<unknown>) => ({
    write: async (request: Parameters<typeof shortLesson>[0]) => {
      await then();
      return shortLesson(request);
    },
    translate: async (_: unknown, lesson: Lesson) => {
      await then();
      return lesson;
    },
    illustrate: async (...args: Parameters<ReturnType<typeof shortLessons>["illustrate"]>) => {
      await then();
      return shortLessons().illustrate(...args);
    },
  });

  async function attempt(job: Job, kind: (typeof attempts)[number]): Promise<void> {
    const { signal } = new AbortController();
    switch (kind) {
      case "done":
        return handler({}).run(job, signal);
      case "untranslated":
        return handler({ write: async (request) => shortLesson(request, request.languages.slice(1)) }).run(
          job,
          signal,
        );
      case "pending":
        return handler({ write: async (request) => pendingLesson(request) }).run(job, signal);
      case "crash":
        return;
      case "crash after writing":
        return expect(
          handler(writingUntil(() => Promise.reject(new Crash()))).run(job, signal),
        ).rejects.toThrow(Crash);
      case "error":
        return void (await postponeJob(node.storage.db, job, node.clock()));
      case "refused":
        return handler({}).giveUp(job, new Refusal("generation_failed", "No."));
      case "stop":
        return void (await releaseJob(node.storage.db, job));
      case "late": {
        const gate = Promise.withResolvers<void>();
        const ended = handler(writingUntil(() => gate.promise)).run(job, signal);
        late.push({ open: gate.resolve, ended: expect(ended).rejects.toThrow(LeaseLost) });
        // It has begun its step, and sleeps.
        await new Promise((resolve) => setImmediate(resolve));
        return node.later(LEASE_MS);
      }
    }
  }

  return { ...node, ada, attempt, late };
}

test("after any events and crashes, no credits are negative, lost or counted twice", async () => {
  let history = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      history += 1;
      const node = await movedByHand("ada@example.org");
      for (const [index, each] of steps.entries()) {
        await apply(node, each, `${history}/${index}`);
        await expectLedgerLaws(node.storage);
      }
      // At the end everything is settled. A late worker wakes up after another one has taken over its job.
      node.later(LEASE_MS);
      for (;;) {
        const job = await claimJob(node.storage, node.clock(), ["lesson"]);
        if (job === undefined) break;
        await node.attempt(job, "done");
        await expectLedgerLaws(node.storage);
      }
      for (const { open, ended } of node.late) {
        open();
        await ended;
      }
      await expectLedgerLaws(node.storage);
      expect(await node.storage.db.selectFrom("jobs").select("id").execute()).toEqual([]);
      expect((await node.balance(node.ada)).reserved).toBe(0);
    }),
    { numRuns: 25 },
  );
});

async function apply(node: Awaited<ReturnType<typeof movedByHand>>, each: Step, reference: string) {
  switch (each.kind) {
    case "accept": {
      const languages = (["en", "de", "fr", "es"] as const).slice(0, each.languages);
      const quoteId = await node.quote(node.ada, languages, each.images);
      const calls = Array.from({ length: each.calls }, () => node.accept(node.ada, quoteId));
      const outcomes = await Promise.allSettled(calls);
      const kinds = new Set(outcomes.map((one) => (one.status === "fulfilled" ? "made" : one.reason.code)));
      expect(["made", "insufficient_credits"].map((kind) => Number(kinds.has(kind))).join("")).toMatch(
        /01|10/,
      );
      return;
    }
    case "work": {
      const job = await claimJob(node.storage, node.clock(), ["lesson"]);
      return job && node.attempt(job, each.attempt);
    }
    case "credits": {
      const [from, to] =
        each.credits > 0 ? (["issued", "available"] as const) : (["available", "issued"] as const);
      const transfer = { accountId: node.ada.id, from, to, cause: "operator", reference } as const;
      if (each.credits === 0) return;
      await node.storage.db
        .transaction()
        .execute((transaction) =>
          recordTransfer(transaction, { ...transfer, credits: Math.abs(each.credits) }, node.clock()),
        )
        .catch((error) => expect(error).toMatchObject({ code: "insufficient_credits" }));
      return;
    }
    case "time":
      return node.later(LEASE_MS / 2);
  }
}
