/** Proof: three nodes on one PostgreSQL count as one. Under load, rates, quotas, revocations, exports, lessons and mails are exact. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { plans } from "../accounts/plans/plans.ts";
import { revokeToken } from "../accounts/tokens/tokens.ts";
import { insertForm } from "../forms/forms.ts";
import { answeredForm } from "./support/answered-form.ts";
import { contact, mails } from "./support/answering-people.ts";
import { expectLedgerLaws } from "./support/lesson-life.ts";
import { signUp } from "./support/sign-up-form.ts";
import {
  atOnce,
  countOf,
  NODES,
  outcomeOf,
  startThreeNodes,
  type ThreeNodes,
} from "./support/three-nodes.ts";
import { callTool, post } from "./support/wire.ts";

const RATE = 120;

const READERS = 6;

/** Readers at all nodes, until they are stopped. Resolves to how often each outcome came. */
function startLoad(world: ThreeNodes, tokens: readonly { readonly token: string }[], form: string) {
  let isRunning = true;
  const reader = async (at: number) => {
    const outcomes: string[] = [];
    for (let n = 0; isRunning; n += 1) {
      const { token } = tokens[(at + n * READERS) % tokens.length]!;
      outcomes.push(await outcomeOf(world.endpoint, token, "service_get_form", { form_id: form }));
      await wait(10);
    }
    return outcomes;
  };
  const reading = Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)));
  return {
    stop: () => (isRunning = false),
    outcomes: reading.then((all) => countOf(all.flat())),
  };
}

test("three nodes under load: rates, quotas, revocations, exports, lessons and mails are exact", async () => {
  const world = await startThreeNodes();
  const { account, tokens } = await world.tokens("load@example.org", "business", 500);
  const form = await world.storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, account.id, signUp, "published", new Date()));
  const load = startLoad(world, tokens, form.id);
  try {
    console.log("three nodes:", {
      rate: await rates(world),
      quota: await quotas(world),
      revocation: await revocations(world),
      exports: await exports(world),
      lessons: await lessons(world),
      mails: await mails(world),
    });
  } finally {
    load.stop();
  }
  const reads = await load.outcomes;
  expect(Object.keys(reads)).toEqual(["ok"]);
  console.log(`meanwhile ${reads.ok} reads, all answered`);
  for (const { process } of world.nodes) expect(process.exitCode, "the node is alive").toBeNull();
});

/** Sends more requests than the rate allows: the allowed number passes, whichever nodes the requests reach. */
async function rates(world: ThreeNodes) {
  const { tokens } = await world.tokens("rates@example.org", "business", 5);
  const passed: number[] = [];
  for (const { token } of tokens) {
    const statuses = await atOnce(world, 150, async (endpoint) => {
      const answered = await post(endpoint, token, { jsonrpc: "2.0", id: 1, method: "ping" });
      await answered.arrayBuffer();
      return String(answered.status);
    });
    expect(countOf(statuses)).toEqual({ 200: RATE, 429: 150 - RATE });
    passed.push(RATE);
  }
  return `${passed.length} tokens, 150 requests each, ${passed.join(", ")} passed`;
}

/** An account gets the generations of its plan and no more; a key that all nodes get at once makes one form. */
async function quotas(world: ThreeNodes) {
  const { tokens } = await world.tokens("quota@example.org", "trial", 4);
  const { generations } = plans.trial;
  const keyed = await atOnce(world, 30, async (endpoint, n) => {
    const made = await callTool(endpoint, tokens[n % 4]!.token, "service_create_form", {
      prompt: "Contact form with name and message",
      // The same key at each of the nodes.
      idempotency_key: `key-of-the-proof-${Math.floor(n / NODES)}`,
    });
    return made.structuredContent.form_id as string;
  });
  expect(new Set(keyed).size).toBe(10);
  const rest = generations - 10;
  const more = await atOnce(world, rest + 30, async (endpoint, n) => {
    const prompt = `Contact form with name and message ${n}`;
    return outcomeOf(endpoint, tokens[n % 4]!.token, "service_create_form", { prompt });
  });
  expect(countOf(more)).toEqual({ ok: rest, quota_exceeded: 30 });
  return `${generations} of ${generations} units drawn by ${30 + more.length} calls, 10 forms by 30 calls with 10 keys`;
}

/** Once all nodes have refused a revoked token, none takes it again; and it takes them no longer than their clock allows. */
async function revocations(world: ThreeNodes) {
  const { tokens } = await world.tokens("revoked@example.org", "business", 20);
  let latest = 0;
  for (const { token, tokenId } of tokens) {
    const status = async (endpoint: string) => {
      const answered = await post(endpoint, token, { jsonrpc: "2.0", id: 1, method: "ping" });
      await answered.arrayBuffer();
      return answered.status;
    };
    expect(await atOnce(world, 2 * NODES, status)).toEqual(Array(2 * NODES).fill(200));
    expect(await revokeToken(world.storage, tokenId, new Date())).toBe(true);
    const revokedAt = performance.now();
    await Promise.all(
      world.endpoints.map(async (endpoint) => {
        await expect.poll(() => status(endpoint)).toBe(401);
        latest = Math.max(latest, performance.now() - revokedAt);
      }),
    );
    expect(await atOnce(world, 10 * NODES, status)).toEqual(Array(10 * NODES).fill(401));
  }
  return `${tokens.length} tokens, refused by all nodes ${Math.round(latest)} ms after the revocation at the latest`;
}

/** Callers who ask all nodes for the same export get one file, and each node serves it. */
async function exports(world: ThreeNodes) {
  const { tokens } = await world.tokens("ada@example.org", "business", 1);
  const rows = 400;
  const parts = { storage: world.storage, files: undefined as never, time: { now: new Date() } };
  const { form, respondOften } = await answeredForm(parts, contact);
  await respondOften(rows, (n) => ({ email: `person${n}@example.net` }));
  const answers = await atOnce(world, 12, (endpoint) =>
    callTool(endpoint, tokens[0]!.token, "service_export_responses", { form_id: form.id, format: "csv" }),
  );
  const files = await Promise.all(
    answers.map(async ({ structuredContent }) => (await fetch(structuredContent.download_url)).text()),
  );
  expect(new Set(files).size).toBe(1);
  const addresses = new Set(files[0]!.match(/person\d+@example\.net/g));
  expect([addresses.size, files[0]!.trim().split("\r\n").length]).toEqual([rows, rows + 1]);
  const made = await world.storage.db
    .selectFrom("exports")
    .select("id")
    .where("form_id", "=", form.id)
    .execute();
  expect(made).toHaveLength(1);
  return `${answers.length} calls, ${made.length} export of ${rows} rows`;
}

/** A quote that all nodes accept at once is one lesson, made once and paid once, whichever node works on its parts. */
async function lessons(world: ThreeNodes) {
  const { account, tokens } = await world.tokens("lessons@example.org", "team", 3);
  const token = (n: number) => tokens[n % 3]!.token;
  const quotes = await atOnce(world, 12, async (endpoint, n) => {
    const wish = { prompt: "The water cycle", languages: ["en", "de"], illustration_count: n % 3 };
    const quoted = await callTool(endpoint, token(n), "service_quote_lesson_generation", wish);
    const { quote_id, credits } = quoted.structuredContent;
    return { quote_id: quote_id as string, total: credits.total as number };
  });
  const accepted = await atOnce(world, quotes.length * NODES, async (endpoint, n) => {
    const { quote_id } = quotes[Math.floor(n / NODES)]!;
    const { structuredContent } = await callTool(endpoint, token(n), "service_create_lesson", { quote_id });
    return structuredContent as { lesson_id: string; replayed: boolean };
  });
  expect(new Set(accepted.map(({ lesson_id }) => lesson_id)).size).toBe(quotes.length);
  expect(accepted.filter(({ replayed }) => !replayed)).toHaveLength(quotes.length);
  const open = world.storage.db.selectFrom("jobs").select("id").where("kind", "=", "lesson");
  await expect.poll(async () => (await open.execute()).length, { timeout: 300_000 }).toBe(0);
  await expectLedgerLaws({ db: world.storage.db });
  const done = await world.storage.db
    .selectFrom("lessons")
    .select(["id", "status"])
    .where("account_id", "=", account.id)
    .execute();
  expect(countOf(done.map(({ status }) => status))).toEqual({ completed: quotes.length });
  const total = quotes.reduce((sum, quote) => sum + quote.total, 0);
  const balance = await callTool(world.endpoint, token(0), "service_get_subscription_status", {});
  const { available, reserved } = balance.structuredContent.credits;
  expect([available, reserved]).toEqual([plans.team.lessonCredits - total, 0]);
  return `${quotes.length} lessons by ${accepted.length} calls, ${total} credits charged once`;
}
