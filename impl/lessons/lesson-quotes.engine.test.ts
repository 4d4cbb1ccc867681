import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "../../generated/types.ts";
import { removeExpired } from "../responses/retention/remove-expired.ts";
import { startService } from "../test/support/service.ts";
import { shortLessons } from "../test/support/short-lessons.ts";
import { failureCode } from "../test/support/wire.ts";
import { builtinWriter } from "./builtin/writer.ts";
import { createLesson } from "./create.ts";
import { type LessonInput, priceBreakdown } from "./price.ts";

const tool = "service_quote_lesson_generation";
const water = {
  prompt: "The water cycle for ten-year-olds",
  languages: ["en", "fr"],
  illustration_count: 2,
};
const rules =
  "1. Close the door at night. 2. Lock the safe every evening. 3. Report a broken window at once.";
const regeln =
  "Unsere Regeln:\n1. Wir hören einander zu.\n2. Wir lassen andere ausreden.\n3. Wir räumen unseren Platz auf.";
const languages: readonly Language[] = ["en", "de", "fr", "es", "it"];

function totalOf(input: LessonInput): number {
  return priceBreakdown(input).reduce((total, { credits }) => total + credits, 0);
}

describe("the price", () => {
  test("counts characters like the limit of the prompt, in units of 2000", () => {
    const one = { languages: languages.slice(0, 1), illustrationCount: 0 };
    expect(totalOf({ ...one, prompt: "x" })).toBe(10);
    expect(totalOf({ ...one, prompt: "🌍".repeat(2_000) })).toBe(10);
    expect(totalOf({ ...one, prompt: "x".repeat(2_001) })).toBe(20);
    expect(totalOf({ languages, illustrationCount: 3, prompt: "x".repeat(8_000) })).toBe(40 + 4 * 16 + 15);
  });

  test("is the integer sum of its parts, and never falls for a larger request", () => {
    const input = fc.record({
      prompt: fc.string({ minLength: 1, maxLength: 8_000, size: "max" }),
      languages: fc.subarray([...languages], { minLength: 1 }),
      illustrationCount: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(input, input, (less, other) => {
        for (const part of priceBreakdown(less)) {
          expect(part.credits).toBe(part.quantity * part.credits_each);
          expect([Number.isInteger(part.credits), part.credits > 0]).toEqual([true, true]);
        }
        const more = {
          prompt: less.prompt + other.prompt,
          languages: [...new Set([...less.languages, ...other.languages])],
          illustrationCount: Math.max(less.illustrationCount, other.illustrationCount),
        };
        expect(totalOf(more)).toBeGreaterThanOrEqual(totalOf(less));
      }),
      { numRuns: 100 },
    );
  });
});

test("a quote is stored with its price and draws nothing", async () => {
  const { mint, call, time, storage } = await startService();
  const { token } = await mint();
  const before = (await call(token, "service_get_subscription_status")).structuredContent;
  const { structuredContent: quote } = await call(token, tool, { ...water, prompt: `  ${water.prompt}\n` });
  const expires_at = new Date(time.now.getTime() + 30 * 60_000).toISOString();
  const breakdown = [
    { item: "text", quantity: 1, credits_each: 10, credits: 10 },
    { item: "translation", quantity: 1, credits_each: 4, credits: 4 },
    { item: "illustration", quantity: 2, credits_each: 5, credits: 10 },
  ];
  expect(quote).toEqual({
    quote_id: expect.stringMatching(/^quo_\w{22}$/),
    credits: { total: 24, breakdown },
    available_credits: 100,
    sufficient: true,
    expires_at,
    warnings: [],
  });
  expect((await call(token, "service_get_subscription_status")).structuredContent).toEqual(before);
  const { structuredContent: again } = await call(token, tool, water);
  expect(again.quote_id).not.toBe(quote.quote_id);
  const { structuredContent: reordered } = await call(token, tool, { ...water, languages: ["fr", "en"] });
  const rows = await storage.db.selectFrom("lesson_quotes").selectAll().execute();
  const rowOf = (id: string) => rows.find((row) => row.id === id)!;
  expect(rowOf(quote.quote_id)).toMatchObject({
    prompt: water.prompt,
    languages: '["en","fr"]',
    illustration_count: 2,
    price_version: 1,
    total_credits: 24,
    breakdown: JSON.stringify(breakdown),
    expires_at,
  });
  expect(rowOf(again.quote_id).input_hash).toBe(rowOf(quote.quote_id).input_hash);
  expect(rowOf(reordered.quote_id).input_hash).not.toBe(rowOf(quote.quote_id).input_hash);
});

test("a prompt is stored without characters that no keyboard types, and refused if nothing else is there", async () => {
  const { mint, call, storage } = await startService();
  const { token } = await mint();
  await call(token, tool, { ...water, prompt: "The\u0000 water\u0007 cycle\nfor \ud800 children\u0000" });
  const refused = await call(token, tool, { ...water, prompt: "\u0000\u0001" });
  expect(failureCode(refused)).toBe("invalid_input");
  const quotes = await storage.db.selectFrom("lesson_quotes").select("prompt").execute();
  expect(quotes).toEqual([{ prompt: "The water cycle\nfor \ufffd children" }]);
});

test.each([
  ["The reign of Queen Zorblax of Vantaria", /has no topic for "[^"]*Zorblax[^"]*".*It knows these topics: /],
  ["Phothosynthesis of Zorblax", /Topics near it: /],
])(
  "refuses a quote for a topic that the built-in writer cannot write, and says which it has: %s",
  async (prompt, said) => {
    const { mint, call, storage } = await startService({ writer: builtinWriter });
    const refused = await call((await mint()).token, tool, { ...water, languages: ["en"], prompt });
    expect(failureCode(refused)).toBe("generation_failed");
    expect(refused._meta?.["dev.toolwright/failure"]).toMatchObject({ retryable: false });
    expect(JSON.stringify(refused.content).replaceAll('\\"', '"')).toMatch(said);
    expect(await storage.db.selectFrom("lesson_quotes").select("id").execute()).toEqual([]);
  },
);

test.each([
  [
    water.prompt,
    ["es"],
    "/languages/0",
    /no text in Spanish \(es\) about "The water cycle"\. Order it only in English \(en\), German \(de\)\./,
  ],
  [water.prompt, ["en", "es", "fr"], "/languages/1", /no text in Spanish \(es\), French \(fr\) about/],
  ["Volcanoes and the solar system", ["fr", "en"], "/languages/0", /about "[^"]+" and "[^"]+"\. Order/],
  ["Plate tectonics", ["de"], "/languages/0", /only in English \(en\)\./],
  [
    rules,
    ["de"],
    "/languages/0",
    /no text in German \(de\) about the statements of the prompt, which are English \(en\)\. Order it only in English \(en\)\./,
  ],
  [`The water cycle.\n${regeln}`, ["en"], "/languages/0", /only in German \(de\)/],
  [`Plate tectonics.\n${regeln}`, ["de"], "/languages/0", /no language for all of this/],
])("rejects languages that the built-in writer lacks (case %#)", async (prompt, wished, path, said) => {
  const { mint, call, storage } = await startService({ writer: builtinWriter });
  const { token } = await mint();
  const refused = await call(token, tool, { prompt, languages: wished, illustration_count: 0 });
  expect(failureCode(refused)).toBe("invalid_input");
  expect(refused._meta?.["dev.toolwright/failure"]).toMatchObject({ details: { problems: [{ path }] } });
  const text = JSON.stringify(refused.content).replaceAll('\\"', '"');
  expect(text).toMatch(said);
  expect(text).toContain("the operator of the service can set one");
  // Settings are for operators, who read them in their guide.
  expect(text).not.toContain("AI_");
  expect(await storage.db.selectFrom("lesson_quotes").select("id").execute()).toEqual([]);
});

test("a quote for a language that the writer has lost since then is refused when it is accepted", async () => {
  const service = await startService({ writer: shortLessons() });
  const { token } = await service.mint();
  const wish = { prompt: water.prompt, languages: ["es"], illustration_count: 0 };
  const { structuredContent: quote } = await service.call(token, tool, wish);
  const error = await createLesson(
    { storage: service.storage, clock: service.now, writer: builtinWriter, wakeWorker: () => {} },
    (await service.storage.db.selectFrom("lesson_quotes").select("account_id").executeTakeFirstOrThrow())
      .account_id,
    { quoteId: quote.quote_id, taskMode: "fixed", password: undefined },
  ).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "generation_failed", retryable: false });
  expect(String(error)).toContain("no text in Spanish");
  expect(await service.storage.db.selectFrom("lessons").select("id").execute()).toEqual([]);
});

test("quotes a lesson that the account cannot pay, also after the trial", async () => {
  const { mint, call, time } = await startService();
  const { token } = await mint();
  time.now = new Date(time.now.getTime() + 8 * 86_400_000);
  const wish = {
    prompt: "x".repeat(8_000),
    languages: ["en", "de", "fr", "es", "it"],
    illustration_count: 3,
  };
  expect((await call(token, tool, wish)).structuredContent).toMatchObject({
    credits: { total: 119 },
    available_credits: 100,
    sufficient: false,
  });
});

test.each([
  [{ ...water, languages: ["xx"] }, "/languages/0"],
  [{ ...water, languages: [] }, "/languages"],
  [{ ...water, languages: ["en", "en"] }, "/languages"],
  [{ ...water, illustration_count: 4 }, "/illustration_count"],
  [{ ...water, illustration_count: -1 }, "/illustration_count"],
  [{ ...water, illustration_count: 1.5 }, "/illustration_count"],
  [{ ...water, prompt: "" }, "/prompt"],
  [{ ...water, prompt: " \n" }, "/prompt"],
  [{ ...water, prompt: "x".repeat(8_001) }, "/prompt"],
])("bad input is refused with its place (case %#)", async (input, path) => {
  const { mint, call, storage } = await startService();
  const { token } = await mint();
  const refused = await call(token, tool, input);
  expect(failureCode(refused)).toBe("invalid_input");
  expect(JSON.stringify(refused)).toContain(`"${path}"`);
  expect(await storage.db.selectFrom("lesson_quotes").select("id").execute()).toEqual([]);
});

test("counts unexpired quotes, including simultaneous ones, and rejects them beyond the budget", async () => {
  const service = await startService({ environment: { MAX_QUOTES: "30" } });
  const { mint, call, storage } = service;
  const { token } = await mint();
  const { token: other } = await mint({ email: "bob@example.org" });
  const all = await Promise.all(Array.from({ length: 5 }, () => call(token, tool, water)));
  const refused = all.filter(({ isError }) => isError);
  expect(refused.map(failureCode)).toEqual(["quota_exceeded", "quota_exceeded"]);
  expect(JSON.stringify(refused[0])).toContain("has 3 lesson quotes of the last 30 minutes");
  expect(await storage.db.selectFrom("lesson_quotes").select("id").execute()).toHaveLength(3);
  expect((await call(other, tool, water)).isError).toBeUndefined();
  service.time.now = new Date(service.time.now.getTime() + 30 * 60_000);
  expect((await call(token, tool, water)).isError).toBeUndefined();
});

test("quotes are removed once they have expired", async () => {
  const { mint, call, time, storage, files, now } = await startService();
  const { token } = await mint();
  await call(token, tool, water);
  const expires = time.now.getTime() + 30 * 60_000;
  time.now = new Date(expires - 1);
  expect(await removeExpired({ storage, files, clock: now })).toMatchObject({ lessonQuotes: 0 });
  time.now = new Date(expires);
  expect(await removeExpired({ storage, files, clock: now })).toMatchObject({ lessonQuotes: 1 });
});
