/** Proof: 100 lessons of the built-in writer, and what each cost beside what the ledger has of it. Prints the table. */
import { expect, test } from "vitest";
import type { Language } from "../../generated/types.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import { allTopics } from "../lessons/library/topic.ts";
import { isWhollyIn } from "../lessons/library/translation.ts";
import { quoteLesson } from "../lessons/quote.ts";
import { expectLedgerLaws, lessonNode } from "./support/lesson-life.ts";

const LESSONS = 100;
const languageSets: readonly (readonly Language[])[] = [["en"], ["de"], ["en", "de"], ["de", "en"]];

test("the costs of 100 lessons are those of the ledger", async () => {
  const node = await lessonNode({ writer: builtinWriter });
  const { id } = await node.account();
  await node.storage.db.updateTable("accounts").set({ plan: "team", subscription: "active" }).execute();
  const team = await node.account();
  const before = await node.balance(team);
  const made: { readonly quoteId: string; readonly languages: string; readonly pictures: number }[] = [];
  for (let n = 0; n < LESSONS; n += 1) {
    const languages = languageSets[n % languageSets.length]!;
    const illustrationCount = Math.floor(n / languageSets.length) % 4;
    const topics = allTopics().filter((topic) => languages.every((each) => isWhollyIn(topic, each)));
    const wish = { prompt: topics[n % topics.length]!.title, languages, illustrationCount };
    const { id: quoteId } = await quoteLesson(node, id, wish, node.clock());
    await node.accept(team, quoteId);
    made.push({ quoteId, languages: languages.join(" "), pictures: illustrationCount });
  }
  node.work();
  const rows = await Promise.all(
    made.map(async ({ quoteId, languages, pictures }) => {
      const { status, credits } = await node.finished(team, quoteId);
      const { reserved, ...costs } = credits;
      expect(reserved).toBe(0);
      return { languages, pictures, status, ...costs, ...(await ledgerOf(quoteId)) };
    }),
  );
  for (const { quoted, charged, refunded, ...ledger } of rows)
    expect(ledger).toMatchObject({
      "ledger reserved": quoted,
      "ledger charged": charged,
      "ledger refunded": refunded,
    });
  const groups = Map.groupBy(
    rows,
    ({ languages, pictures, status }) => `${languages}, ${pictures} pictures: ${status}`,
  );
  const sum = (
    some: typeof rows,
    key: "quoted" | "charged" | "refunded" | "ledger charged" | "ledger refunded",
  ) => some.reduce((total, row) => total + row[key], 0);
  const line = (some: typeof rows) => ({
    lessons: some.length,
    quoted: sum(some, "quoted"),
    charged: sum(some, "charged"),
    "of the ledger": sum(some, "ledger charged"),
    refunded: sum(some, "refunded"),
    "by the ledger": sum(some, "ledger refunded"),
  });
  console.table({
    ...Object.fromEntries([...groups].map(([name, some]) => [name, line(some)])),
    all: line(rows),
  });
  expect(await node.balance(team)).toEqual({
    available: before.available - sum(rows, "charged"),
    reserved: 0,
  });
  await expectLedgerLaws(node.storage);

  /** What the ledger has of a lesson: its own rows, not what the status says. */
  async function ledgerOf(quoteId: string) {
    const entries = await node.storage.db
      .selectFrom("credit_entries as entry")
      .innerJoin("credit_transactions as cause", "cause.id", "entry.transaction_id")
      .select(["cause.cause", "entry.ledger_account", "entry.amount"])
      .where(({ or, eb }) =>
        or([eb("cause.reference", "=", quoteId), eb("cause.reference", "like", `${quoteId}/%`)]),
      )
      .where("entry.amount", ">", 0)
      .execute();
    const total = (cause: string, account: string) =>
      entries
        .filter((entry) => entry.cause === cause && entry.ledger_account === account)
        .reduce((all, { amount }) => all + amount, 0);
    return {
      "ledger reserved": total("lesson", "reserved"),
      "ledger charged": total("lesson_part", "charged"),
      "ledger refunded": total("lesson_part", "available"),
    };
  }
});
