/** Proof: the counters of many visits are what a count by hand says, and their reading walks the rows of one form. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onPostgres } from "../../test/support/engine.ts";
import { respondents } from "../../test/support/respondents.ts";
import { countVisit } from "./count.ts";
import { bucketOf, medianSeconds } from "./durations.ts";
import { readVisitFigures } from "./figures.ts";
import { progressContribution, sendingContribution, type Visit } from "./visit.ts";

/** PostgreSQL takes several round trips for each. */
const VISITS = onPostgres ? 10_000 : 100_000;
const BATCH = 1_000;
const QUESTIONS = 20;
const DAYS = 200;
const start = Date.parse("2026-01-01T12:00:00.000Z");

/** A generator of numbers from 0 to 1, the same in each run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Told {
  readonly visit: Visit;
  /** The last question; undefined: the visit did not start. */
  readonly at: string | undefined;
  readonly sentAfter: number | undefined;
}

function makeVisits(formId: string): Told[] {
  const random = createRandom();
  return Array.from({ length: VISITS }, () => {
    const openedAt = start + Math.floor(random() * DAYS) * 86_400_000;
    const visit: Visit = { formId, openedAt, language: random() < 0.3 ? "de" : "en", isOpened: true };
    const isStarted = random() < 0.7;
    const at = isStarted ? `q${Math.floor(random() * QUESTIONS)}` : undefined;
    const sentAfter = isStarted && random() < 0.6 ? 2_000 + Math.floor(random() ** 3 * 3_000_000) : undefined;
    return { visit, at, sentAfter };
  });
}

const NOTHING = { opened: 0, started: 0, sent: 0, place: undefined, bucket: undefined } as const;

test(`${VISITS} visits are counted exactly, and read by the keys of their form`, async () => {
  const { storage, publish } = await respondents();
  const [form, other] = [await publish(), await publish()];
  const visits = makeVisits(form.id);
  for (let from = 0; from < VISITS; from += BATCH)
    await storage.db.transaction().execute(async (transaction) => {
      for (const { visit, at, sentAfter } of visits.slice(from, from + BATCH)) {
        const { language } = visit;
        const opened = progressContribution(visit, { language, at: undefined });
        await countVisit(transaction, visit, { ...NOTHING, language }, opened);
        if (at === undefined) continue;
        const reached = progressContribution(visit, { language, at });
        await countVisit(transaction, visit, opened, reached);
        if (sentAfter === undefined) continue;
        const sending = { language, sentAt: visit.openedAt + sentAfter, isSpam: false };
        await countVisit(transaction, visit, reached, sendingContribution(visit, sending));
      }
    });

  const begun = performance.now();
  const figures = await readVisitFigures(storage.db, form.id);
  console.log(`Read in ${Math.round(performance.now() - begun)} ms`);

  const sent = visits.filter(({ sentAfter }) => sentAfter !== undefined);
  const times = sent.map(({ sentAfter = 0 }) => sentAfter).toSorted((a, b) => a - b);
  const exact = times[Math.ceil(times.length / 2) - 1]!;
  const left = Map.groupBy(
    visits.filter(({ at, sentAfter }) => at !== undefined && sentAfter === undefined),
    ({ at }) => at!,
  );
  const days = Map.groupBy(visits, ({ visit }) => new Date(visit.openedAt).toISOString().slice(0, 10));
  const count = (all: readonly Told[]) => ({
    opened: all.length,
    started: all.filter(({ at }) => at !== undefined).length,
    sent: all.filter(({ sentAfter }) => sentAfter !== undefined).length,
  });
  expect(figures).toMatchObject(count(visits));
  expect(figures.medianSeconds).toBe(medianSeconds([{ bucket: bucketOf(exact), visits: 1 }]));
  expect(Object.fromEntries(figures.left)).toEqual(
    Object.fromEntries([...left].map(([at, all]) => [at, all.length])),
  );
  expect(figures.days.map(({ medianSeconds: _, ...day }) => day)).toEqual(
    [...days].map(([day, all]) => ({ day, ...count(all) })).sort((a, b) => (a.day < b.day ? -1 : 1)),
  );
  expect(figures.languages.map(({ language, opened }) => [language, opened])).toEqual(
    ["en", "de"].map((language) => [
      language,
      visits.filter(({ visit }) => visit.language === language).length,
    ]),
  );

  const rows = await sql<{ n: number }>`select count(*) as n from visit_places`.execute(storage.db);
  expect(Number(rows.rows[0]?.n)).toBeLessThanOrEqual(DAYS * 2 * QUESTIONS);
  expect(await readVisitFigures(storage.db, other.id)).toMatchObject({ opened: 0, days: [] });
}, 600_000);
