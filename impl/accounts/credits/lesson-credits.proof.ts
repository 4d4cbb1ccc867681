/**
 * Proof: 200 lessons of all kinds, drawn anew at each run. Every part that is charged is seen on a page, and the ledger adds
 * up. Prints the seed and the table.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawSeed } from "../../../.ci/draw.ts";
import type { Language } from "../../../generated/types.ts";
import { builtinWriter } from "../../lessons/builtin/writer.ts";
import { allTopics } from "../../lessons/library/topic.ts";
import { isWhollyIn } from "../../lessons/library/translation.ts";
import { findVocabulary } from "../../lessons/library/vocabulary.ts";
import { creditsEach } from "../../lessons/price.ts";
import { learner } from "../../test/support/learner.ts";
import { expectLedgerLaws } from "../../test/support/lesson-life.ts";
import { type ServiceOptions, startService } from "../../test/support/service.ts";
import { LANGUAGES } from "../../texts/detection/names.ts";
import { findAccount } from "../accounts.ts";
import { plans } from "../plans/plans.ts";
import { creditBalance } from "./balance.ts";

const LESSONS = 200;
/** Ten lessons each. */
const ACCOUNTS = 20;
const CHARACTERS_PER_UNIT = 2_000;
const { lessonCredits: GRANTED } = plans.business;

interface Wish {
  readonly kind: "topic" | "statements" | "topic and statements";
  readonly prompt: string;
  readonly languages: readonly Language[];
  readonly illustration_count: number;
  readonly task_mode: "fixed" | "ai_reviewed";
}

/** Whole sentences in a language: what pages of the service say. Nobody wrote them for lessons. */
function sentences(language: Language): string[] {
  const file = new URL(`../../texts/${language}.json`, import.meta.url);
  const texts = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  return texts.filter((text) => /^[^{}<>:#_]+\.$/.test(text) && text.split(/\s+/).length >= 4);
}

const sentencesOf = new Map(LANGUAGES.map((language) => [language, sentences(language)]));

const statements = (language: Language) =>
  fc
    .record({
      style: fc.constantFrom("numbered", "bullet"),
      texts: fc.uniqueArray(fc.constantFrom(...sentencesOf.get(language)!), { minLength: 3, maxLength: 24 }),
    })
    .map(({ style, texts }) =>
      texts.map((text, at) => (style === "numbered" ? `${at + 1}. ${text}` : `- ${text}`)).join("\n"),
    );

const topicsIn = (languages: readonly Language[]) =>
  fc
    .uniqueArray(
      fc.constantFrom(...allTopics().filter((topic) => languages.every((each) => isWhollyIn(topic, each)))),
      { minLength: 1, maxLength: 2 },
    )
    .map((topics) => {
      const named = topics.map(({ id, title }) => findVocabulary(languages[0]!).titles[id] ?? title);
      return named.join("\n");
    });

/** Languages that the library has topics in. */
const taught = LANGUAGES.filter((language) => allTopics().some((topic) => isWhollyIn(topic, language)));
const several = fc.uniqueArray(fc.constantFrom(...taught), { minLength: 2, maxLength: taught.length });

const extras = {
  illustration_count: fc.nat({ max: 3 }),
  task_mode: fc.constantFrom("fixed" as const, "ai_reviewed" as const),
};

function wish(kind: Wish["kind"], languages: readonly Language[], prompt: fc.Arbitrary<string>) {
  const made = { kind: fc.constant(kind), languages: fc.constant(languages), prompt, ...extras };
  return fc.record(made) as fc.Arbitrary<Wish>;
}

/** The built-in writer has statements only in their own language, and topics in the languages of the library. */
function wishAt(n: number): fc.Arbitrary<Wish> {
  const language = LANGUAGES[Math.floor(n / 4) % LANGUAGES.length]!;
  const own = taught[Math.floor(n / 4) % taught.length]!;
  const kinds = [
    () => wish("statements", [language], statements(language)),
    () => wish("topic", [own], topicsIn([own])),
    () => several.chain((languages) => wish("topic", languages, topicsIn(languages))),
    () =>
      fc
        .tuple(topicsIn([own]), statements(own))
        .chain((parts) => wish("topic and statements", [own], fc.constant(parts.join("\n")))),
  ];
  return kinds[n % kinds.length]!();
}

const sampled = <T>(arbitrary: fc.Arbitrary<T>, n: number) =>
  fc.sample(arbitrary, { numRuns: 1, seed: drawSeed + n })[0]!;

async function lessonService(options: ServiceOptions) {
  const service = await startService(options);
  const { storage, call, mint, now } = service;
  return {
    ...service,
    /** Quotes a lesson for one of the accounts, and makes it. */
    async make(wish: Wish, n: number) {
      const email = `teacher${n % ACCOUNTS}@example.org`;
      const { token } = await mint({ email, plan: "business" });
      const { task_mode, kind: _, ...input } = wish;
      const quote = await call(token, "service_quote_lesson_generation", input);
      if (quote.isError) return { email, refused: quote.content[0]?.text as string };
      const { quote_id, credits } = quote.structuredContent;
      const lesson = await call(token, "service_create_lesson", { quote_id, task_mode });
      expect(lesson.isError, `${JSON.stringify(wish)}: ${lesson.content[0]?.text}`).toBeFalsy();
      return {
        email,
        token,
        quoteId: quote_id as string,
        quoted: credits.total as number,
        url: lesson.structuredContent.urls.public as string,
      };
    },
    async balance(email: string) {
      return creditBalance(storage.db, (await findAccount(storage.db, email))!, now());
    },
    ready: () => expect.poll(async () => storage.db.selectFrom("jobs").select("id").execute()).toEqual([]),
    /** Returns the ledger entries of a quote. */
    async ledger(quoteId: string) {
      const entries = await storage.db
        .selectFrom("credit_entries as entry")
        .innerJoin("credit_transactions as cause", "cause.id", "entry.transaction_id")
        .select(["entry.ledger_account", "entry.amount"])
        .where(({ or, eb }) => or([eb("reference", "=", quoteId), eb("reference", "like", `${quoteId}/%`)]))
        .execute();
      const total = (account: string) =>
        entries.reduce(
          (sum, { ledger_account, amount }) => sum + (ledger_account === account ? amount : 0),
          0,
        );
      return { reserved: total("reserved"), charged: total("charged"), available: total("available") };
    },
  };
}

/** Returns the parts of a lesson in one language that a learner sees. */
async function look(url: string, language: Language) {
  const ada = learner();
  const { html } = await ada.open(`${url}?lang=${language}`);
  const content = /<article class="lesson">.*<\/ol>/s.exec(html)?.[0] ?? "";
  const sections = [...content.matchAll(/<section><h2[^>]*>([^<]+)<\/h2>(.*?)<\/section>/gs)];
  const pictures = new Set<string>();
  for (const [, src] of content.matchAll(/<img[^>]* src="([^"]+)"/g)) {
    const picture = await ada.open(new URL(src!, url).href);
    if (picture.status === 200 && picture.html.includes("<svg")) pictures.add(picture.html);
  }
  const tasks = content.match(/<li class="task"/g)?.length ?? 0;
  return {
    // No part is marked as being in another language.
    isWhollyIn: html.includes(`<html lang="${language}"`) && !/ lang="/.test(content),
    text: content.replace(/<[^>]*>/g, " "),
    sections: sections.filter(([, , texts]) => /<p>[^<]+<\/p>/.test(texts!)).length,
    headings: sections.length,
    pictures: pictures.size,
    tasks,
    open: content.match(/<textarea/g)?.length ?? 0,
  };
}

test(`each charged part of ${LESSONS} random lessons is seen on a page (DRAW_SEED=${drawSeed})`, async () => {
  const service = await lessonService({ writer: builtinWriter });
  const wishes = Array.from({ length: LESSONS }, (_, n) => sampled(wishAt(n), n));
  const made = [];
  for (const [n, wish] of wishes.entries()) made.push(await service.make(wish, n));
  await service.ready();
  const rows = [];
  for (const [n, lesson] of made.entries()) {
    const wish = wishes[n]!;
    const about = `lesson ${n}: ${JSON.stringify(wish)}`;
    expect(lesson.refused, about).toBeUndefined();
    const { email, quoteId, url, quoted } = lesson as Extract<typeof lesson, { quoteId: string }>;
    const pages = [];
    for (const language of wish.languages) pages.push(await look(url, language));
    const [first] = pages as [Awaited<ReturnType<typeof look>>];
    for (const page of pages) {
      const { isWhollyIn, sections, headings, pictures, tasks, open } = page;
      expect({ isWhollyIn, isFilled: sections > 0 && sections === headings }, about).toEqual({
        isWhollyIn: true,
        isFilled: true,
      });
      const counted = [sections, pictures, tasks, open];
      expect(counted, about).toEqual([first.sections, first.pictures, first.tasks, first.open]);
      expect([tasks > 0, open > 0], about).toEqual([true, wish.task_mode === "ai_reviewed"]);
    }
    const languages = new Set(pages.map(({ text }) => text)).size;
    const units = Math.ceil([...wish.prompt].length / CHARACTERS_PER_UNIT);
    const { text, translation, illustration } = creditsEach;
    const seen = units * (text + (languages - 1) * translation) + first.pictures * illustration;
    const { structuredContent: status } = await service.call(
      (lesson as { token: string }).token,
      "service_get_lesson_generation_status",
      { quote_id: quoteId },
    );
    const { charged, refunded } = status.credits;
    expect({ charged, refunded }, about).toEqual({ charged: seen, refunded: quoted - seen });
    expect(await service.ledger(quoteId), about).toEqual({ reserved: 0, charged: seen, available: -seen });
    const { sections, tasks, pictures } = first;
    rows.push({ wish, email, quoted, charged, refunded, languages, sections, tasks, pictures });
  }
  for (const [email, own] of Map.groupBy(rows, (row) => row.email)) {
    const spent = own.reduce((total, { charged }) => total + charged, 0);
    expect(await service.balance(email)).toEqual({ available: GRANTED - spent, reserved: 0 });
  }
  await expectLedgerLaws(service.storage);
  print(rows);
});

test("a quote refuses languages that the writer lacks, and costs nothing", async () => {
  const service = await lessonService({ writer: builtinWriter });
  for (const [n, language] of LANGUAGES.entries()) {
    const other = LANGUAGES[(n + 1) % LANGUAGES.length]!;
    const prompt = sampled(statements(language), n);
    for (const [at, languages] of [[other], [language, other]].entries()) {
      const wish = {
        kind: "statements",
        prompt,
        languages,
        illustration_count: 3,
        task_mode: "fixed",
      } as const;
      const { email, refused } = await service.make(wish, 2 * n + at);
      expect(refused, JSON.stringify(wish)).toContain("does not translate");
      expect(await service.balance(email)).toEqual({ available: GRANTED, reserved: 0 });
    }
  }
});

interface Row {
  readonly wish: Wish;
  readonly email: string;
  readonly quoted: number;
  readonly charged: number;
  readonly refunded: number;
  readonly languages: number;
  readonly sections: number;
  readonly tasks: number;
  readonly pictures: number;
}

/** A line for each kind of lesson and number of languages. */
function print(rows: readonly Row[]): void {
  const line = (some: readonly Row[]) => {
    const sum = (of: (row: Row) => number) => some.reduce((total, row) => total + of(row), 0);
    return {
      lessons: some.length,
      "languages ordered": sum(({ wish }) => wish.languages.length),
      seen: sum(({ languages }) => languages),
      "pictures ordered": sum(({ wish }) => wish.illustration_count),
      "seen ": sum(({ pictures }) => pictures),
      sections: sum(({ sections }) => sections),
      tasks: sum(({ tasks }) => tasks),
      quoted: sum(({ quoted }) => quoted),
      charged: sum(({ charged }) => charged),
      refunded: sum(({ refunded }) => refunded),
    };
  };
  const groups = Map.groupBy(rows, ({ wish: { kind, languages } }) => {
    return `${kind}, ${languages.length === 1 ? "1 language" : `${languages.length} languages`}`;
  });
  const lines = [...groups].map(([name, some]) => [name, line(some)]).toSorted();
  console.table({ ...Object.fromEntries(lines), all: line(rows) });
}
