/** Tests that calls which read many answers at once leave turns of the event loop to others. */
import { expect, test } from "vitest";
import { answeredForm } from "../test/support/answered-form.ts";
import { startService } from "../test/support/service.ts";
import { latestResponses } from "./batches.ts";
import { walkResponses } from "./exports/rows.ts";

/** Counts the turns of the event loop. */
function countTurns() {
  const turns = { count: 0, stop: () => {} };
  let next = setImmediate(function again() {
    turns.count += 1;
    next = setImmediate(again);
  });
  turns.stop = () => clearImmediate(next);
  return turns;
}

test("of ten calls that read answers, one reads a batch in a turn", async () => {
  const service = await startService();
  await service.mint();
  const { form, respondOften } = await answeredForm(service);
  await respondOften(450, (n) => ({ name: `Person ${n}` }));
  const { db } = service.storage;
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const turns = countTurns();
  const readAt: number[] = [];
  async function note(batches: AsyncIterable<readonly unknown[]>): Promise<number> {
    let count = 0;
    for await (const batch of batches) {
      count += batch.length;
      readAt.push(turns.count);
    }
    return count;
  }
  const reads = Array.from({ length: 5 }, async () => [
    note((await latestResponses(db, filter)).batches()),
    note(walkResponses(db, filter, { limit: 450, batchSize: 150 })),
  ]);
  const counts = await Promise.all((await Promise.all(reads)).flat());
  turns.stop();
  expect(counts).toEqual(Array(10).fill(450));
  expect(readAt.length).toBe(30);
  expect(new Set(readAt).size).toBe(readAt.length);
});
