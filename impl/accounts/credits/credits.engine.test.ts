import fc from "fast-check";
import { expect, test } from "vitest";
import type { Storage } from "../../platform/storage/storage.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { creditBalance } from "./balance.ts";
import { balances, ENTRIES_PER_PERIOD, recordTransfer } from "./ledger.ts";

function grantOf(accountId: string, credits: number, reference: string) {
  return { accountId, from: "issued", to: "available", credits, cause: "operator", reference } as const;
}

function record(storage: Storage, transfer: Parameters<typeof recordTransfer>[1]): Promise<boolean> {
  return storage.db.transaction().execute((transaction) => recordTransfer(transaction, transfer, start));
}

function entriesOf({ db }: Storage, accountId: string) {
  return db
    .selectFrom("credit_entries")
    .innerJoin("credit_transactions", "credit_transactions.id", "credit_entries.transaction_id")
    .select(["transaction_id", "ledger_account", "amount", "cause", "reference"])
    .where("credit_entries.account_id", "=", accountId)
    .orderBy("transaction_id")
    .orderBy("ledger_account")
    .execute();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test("grants the credits of a plan for each started month, also for months without a request", async () => {
  const { storage, account } = await startProcess();
  const trial = await account();
  const at = (date: string) => creditBalance(storage.db, team, new Date(date));
  expect(await creditBalance(storage.db, trial, start)).toEqual({ available: 100, reserved: 0 });
  expect(await creditBalance(storage.db, trial, new Date("2026-09-01T12:00:00Z"))).toEqual({
    available: 100,
    reserved: 0,
  });
  await storage.db
    .updateTable("accounts")
    .set({ plan: "team", subscription: "active" })
    .where("id", "=", trial.id)
    .execute();
  const team = await account();
  expect(await at("2026-03-31T12:00:00Z")).toEqual({ available: 100, reserved: 0 });
  expect(await at("2026-04-01T11:59:59Z")).toEqual({ available: 100, reserved: 0 });
  expect(await at("2026-04-01T12:00:00Z")).toEqual({ available: 5_100, reserved: 0 });
  expect(await at("2026-07-01T12:00:00Z")).toEqual({ available: 20_100, reserved: 0 });
  expect((await entriesOf(storage, team.id)).map(({ cause }) => cause)).toEqual(Array(10).fill("plan_month"));
});

test("an ended subscription keeps its credits and gets no new ones", async () => {
  const { storage, account } = await startProcess();
  await creditBalance(storage.db, await account(), start);
  await storage.db.updateTable("accounts").set({ plan: "team", subscription: "expired" }).execute();
  const later = new Date(start.getTime() + 100 * DAY_MS);
  expect(await creditBalance(storage.db, await account(), later)).toEqual({ available: 100, reserved: 0 });
});

test("a month is granted once, when two processes ask at once", async () => {
  const one = await startProcess();
  const two = await startProcess(one.folder);
  const ada = await one.account();
  const asked = Array.from({ length: 20 }, (_, n) =>
    creditBalance((n % 2 === 0 ? one : two).storage.db, ada, start),
  );
  expect(await Promise.all(asked)).toEqual(Array(20).fill({ available: 100, reserved: 0 }));
  expect(await entriesOf(one.storage, ada.id)).toHaveLength(2);
});

test("simultaneous withdrawals in two processes never take more than is available", async () => {
  const one = await startProcess();
  const two = await startProcess(one.folder);
  const ada = await one.account();
  await record(one.storage, grantOf(ada.id, 100, "start"));
  const withdrawals = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      record((n % 2 === 0 ? one : two).storage, {
        ...grantOf(ada.id, 30, `w${n}`),
        from: "available",
        to: "issued",
      }),
    ),
  );
  const refused = withdrawals.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(7);
  expect(refused[0]).toMatchObject({
    reason: { code: "insufficient_credits", details: { required: 30, available: 10, missing: 20 } },
  });
});

test("a balance is the sum of all entries, and reads only entries of the open period", async () => {
  const { storage, account } = await startProcess();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  for (const { id } of [ada, bob]) await addHistory(storage, id, 3 * ENTRIES_PER_PERIOD);
  const quotes = ENTRIES_PER_PERIOD / 2;
  await storage.db.transaction().execute(async (transaction) => {
    for (let n = 0; n < quotes; n += 1) {
      const cost = { accountId: ada.id, credits: 1 + (n % 7), reference: `quo_${n}` };
      const reserve = { ...cost, from: "available", to: "reserved", cause: "lesson" } as const;
      await recordTransfer(transaction, reserve, start);
      // The last ones stay reserved.
      const settle = { ...cost, from: "reserved", to: n % 3 === 0 ? "available" : "charged" } as const;
      if (n < quotes - 5) await recordTransfer(transaction, { ...settle, cause: "lesson_part" }, start);
    }
  });
  for (const { id } of [ada, bob]) {
    const { available, reserved } = await balances(storage.db, id);
    const entries = await storage.db
      .selectFrom("credit_entries")
      .selectAll()
      .where("account_id", "=", id)
      .execute();
    const total = (name: string) =>
      sum(entries.filter(({ ledger_account }) => ledger_account === name).map(({ amount }) => amount));
    expect({ available, reserved }).toEqual({ available: total("available"), reserved: total("reserved") });
    for (const both of Map.groupBy(entries, ({ transaction_id }) => transaction_id).values())
      expect([both.length, sum(both.map(({ amount }) => amount))]).toEqual([2, 0]);
    const periods = Map.groupBy(entries, ({ period }) => period);
    const last = Math.max(...periods.keys());
    expect(last).toBe(id === ada.id ? 2 : 0);
    for (const [period, own] of periods) {
      const left = own.filter(({ ledger_account }) => ["available", "reserved"].includes(ledger_account));
      // Only the open period has a balance. The first one is as long as before periods existed.
      if (period !== last) expect(sum(left.map(({ amount }) => amount))).toBe(0);
      if (period > 0) expect(own.length).toBeLessThan(ENTRIES_PER_PERIOD + 6);
    }
  }
});

/** Grants of one credit each, as they were before there were periods. */
async function addHistory({ db }: Storage, account_id: string, entries: number): Promise<void> {
  const ids = Array.from({ length: entries / 2 }, (_, n) => `${account_id}_${n}`);
  const created_at = start.toISOString();
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    await db
      .insertInto("credit_transactions")
      .values(some.map((id) => ({ id, account_id, cause: "operator", reference: id, created_at })))
      .execute();
    const entry = { account_id, period: 0 };
    await db
      .insertInto("credit_entries")
      .values(
        some.flatMap((transaction_id) => [
          { ...entry, transaction_id, ledger_account: "issued" as const, amount: -2 },
          { ...entry, transaction_id, ledger_account: "available" as const, amount: 2 },
        ]),
      )
      .execute();
  }
}

type Step =
  | {
      readonly kind: "grant" | "withdraw";
      readonly credits: number;
      readonly reference: string;
      readonly who: number;
    }
  | { readonly kind: "days"; readonly days: number };

const who = fc.nat({ max: 1 });
const reference = fc.constantFrom("a", "b", "c", "d", "e", "f");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("grant" as const, "withdraw" as const),
    credits: fc.integer({ min: 1, max: 200 }),
    reference,
    who,
  }),
  fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 1, max: 70 }) }),
);

test("laws of the ledger, over random histories of two accounts", async () => {
  const { storage, account } = await startProcess();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (history) => {
      run += 1;
      const accounts = [await account(`a${run}@example.org`), await account(`b${run}@example.org`)];
      await storage.db
        .updateTable("accounts")
        .set({ plan: "starter", subscription: "active" })
        .where("email", "=", `a${run}@example.org`)
        .execute();
      const model = accounts.map(() => ({ operator: 0, used: new Set<string>() }));
      let now = start;
      let before: unknown[] = [];
      for (const each of history) {
        if (each.kind === "days") now = new Date(now.getTime() + each.days * DAY_MS);
        else await apply(storage, accounts[each.who]!.id, each, model[each.who]!, now);
        const rows = [];
        for (const [index, { email }] of accounts.entries()) {
          const present = await account(email);
          const { available, reserved } = await creditBalance(storage.db, present, now);
          const entries = await entriesOf(storage, present.id);
          const granted = entries.filter(
            ({ cause, ledger_account }) => cause === "plan_month" && ledger_account === "available",
          );
          expect(new Set(granted.map(({ reference }) => reference)).size).toBe(granted.length);
          expect(available).toBe(sum(granted.map(({ amount }) => amount)) + model[index]!.operator);
          expect([available >= 0, reserved]).toEqual([true, 0]);
          for (const { transaction_id } of entries) {
            const both = entries.filter((entry) => entry.transaction_id === transaction_id);
            expect([both.length, sum(both.map(({ amount }) => amount))]).toEqual([2, 0]);
          }
          rows.push(...entries);
        }
        // Append-only: all earlier entries are still there, unchanged.
        expect(rows).toEqual(expect.arrayContaining(before));
        before = rows;
      }
    }),
    { numRuns: 25 },
  );
});

/** Applies a step to the ledger and to the model, which predicts the result. */
async function apply(
  storage: Storage,
  accountId: string,
  { kind, credits, reference }: Exclude<Step, { kind: "days" }>,
  model: { operator: number; used: Set<string> },
  now: Date,
): Promise<void> {
  const grant = grantOf(accountId, credits, reference);
  const transfer = kind === "grant" ? grant : ({ ...grant, from: "available", to: "issued" } as const);
  const { available } = await creditBalance(
    storage.db,
    await storage.db.selectFrom("accounts").selectAll().where("id", "=", accountId).executeTakeFirstOrThrow(),
    now,
  );
  if (kind === "withdraw" && credits > available && !model.used.has(reference)) {
    await expect(record(storage, transfer)).rejects.toEqual(refusal("insufficient_credits"));
    return;
  }
  expect(await record(storage, transfer)).toBe(!model.used.has(reference));
  if (model.used.has(reference)) return;
  model.used.add(reference);
  model.operator += kind === "grant" ? credits : -credits;
}
