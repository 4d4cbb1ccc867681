/** Tests that the counters of visits are what a count of all visits by hand says. */
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { FormStructure, Language } from "../../../generated/types.ts";
import { newId } from "../../platform/ids.ts";
import { DAY_MS, respondents } from "../../test/support/respondents.ts";
import { updateFill } from "../fills.ts";
import { submit } from "../submit.ts";
import { addToDays } from "./count.ts";
import { bucketOf, medianSeconds } from "./durations.ts";
import { readVisitFigures, type VisitFigures, type VisitSteps } from "./figures.ts";
import type { Progress, Visit } from "./visit.ts";

const FIELDS = ["name", "city", "zip"];
const start = Date.parse("2026-03-15T22:00:00.000Z");

const survey: FormStructure = {
  title: { en: "Survey", de: "Umfrage" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: FIELDS.map((id) => ({ id, type: "short_text" as const, label: { en: id, de: id } })),
    },
  ],
};

/** All that one person does with a form. */
interface Story {
  readonly language: Language;
  readonly openedAt: number;
  readonly isOpened: boolean;
  readonly steps: readonly Progress[];
  /** How long it took; undefined: the form was left. */
  readonly sentAfter: number | undefined;
  readonly isSpam: boolean;
  /** Whether each request arrives twice. */
  readonly isRepeated: boolean;
}

const languages = fc.constantFrom<Language>("en", "de");
const stories: fc.Arbitrary<Story> = fc.record({
  language: languages,
  openedAt: fc.nat(2 * DAY_MS).map((later) => start + later),
  isOpened: fc.boolean(),
  steps: fc.array(
    fc.record({ language: languages, at: fc.option(fc.constantFrom(...FIELDS), { nil: undefined }) }),
    { maxLength: 4 },
  ),
  sentAfter: fc.option(fc.integer({ min: 1_500, max: 5_000_000 }), { nil: undefined, freq: 2 }),
  isSpam: fc.nat(5).map((draw) => draw === 0),
  isRepeated: fc.boolean(),
});

type Service = Awaited<ReturnType<typeof respondents>>;
type Published = Awaited<ReturnType<Service["publish"]>>;

/** Lives a story through the functions that pages call. */
async function live({ storage, files }: Service, form: Published, story: Story): Promise<void> {
  const { language, openedAt, isOpened, isSpam, sentAfter } = story;
  const { id: formId, version, structure } = form;
  const visit: Visit = { formId, openedAt, language, isOpened };
  const fill = { id: newId("fill"), formId, version };
  const twice = async (run: () => Promise<unknown>) => {
    await run();
    if (story.isRepeated) await run();
  };
  for (const reached of story.steps)
    await twice(() =>
      updateFill(
        storage,
        { ...fill, visit },
        (rawAnswers) => ({ rawAnswers, reached, isRefused: reached.at === "zip" }),
        new Date(openedAt),
      ),
    );
  if (sentAfter === undefined) return;
  const submission = {
    fill: { ...fill, rawAnswers: {} },
    structure,
    current: { version, structure },
    language: story.steps.at(-1)?.language ?? language,
    email: "ada@example.org",
    isSpam,
    network: "203.0.113.9",
    visit,
  };
  const clock = () => new Date(openedAt + sentAfter);
  await twice(() => submit({ storage, files, clock }, submission));
}

/** Counts by hand: one visit after the other, by what became of it. */
function countByHand(all: readonly Story[]) {
  const counted = all.flatMap((story) => {
    const at = story.steps.findLast((step) => step.at !== undefined)?.at;
    const isSent = story.sentAfter !== undefined;
    if (isSent && story.isSpam) return [];
    const isStarted = isSent || at !== undefined;
    return [
      {
        day: new Date(story.openedAt).toISOString().slice(0, 10),
        language: story.steps.at(-1)?.language ?? story.language,
        isOpened: isStarted || story.isOpened,
        isStarted,
        sentAfter: story.sentAfter,
        left: isSent ? undefined : at,
      },
    ];
  });
  const steps = (some: typeof counted): VisitSteps => ({
    opened: some.filter(({ isOpened }) => isOpened).length,
    started: some.filter(({ isStarted }) => isStarted).length,
    sent: some.filter(({ sentAfter }) => sentAfter !== undefined).length,
    medianSeconds: median(some.flatMap(({ sentAfter = [] }) => sentAfter)),
  });
  const groups = (by: "day" | "language") =>
    [...new Set(counted.filter(({ isOpened }) => isOpened).map((one) => one[by]))]
      .sort()
      .map((value) => ({ [by]: value, ...steps(counted.filter((one) => one[by] === value)) }));
  const left = Map.groupBy(
    counted.filter(({ left }) => left !== undefined),
    ({ left }) => left!,
  );
  return {
    ...steps(counted),
    days: groups("day"),
    languages: groups("language"),
    left: new Map([...left].map(([field, some]) => [field, some.length])),
    earlier: undefined,
  };
}

/** The median by hand, as exact as its bucket. */
function median(times: readonly number[]): number | undefined {
  const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1];
  return exact === undefined ? undefined : medianSeconds([{ bucket: bucketOf(exact), visits: 1 }]);
}

function inOrder(figures: VisitFigures) {
  return { ...figures, languages: figures.languages.toSorted((a, b) => (a.language < b.language ? -1 : 1)) };
}

/** Writes the openings, which pages count in memory. */
async function open({ storage }: Service, formId: string, all: readonly Story[]): Promise<void> {
  for (const { isOpened, openedAt, language } of all) {
    if (!isOpened) continue;
    const day = new Date(openedAt).toISOString().slice(0, 10);
    await addToDays(storage.db, [{ form_id: formId, day, language, opened: 1, started: 0, sent: 0 }]);
  }
}

test("counters are exact for any visits, also when requests arrive twice", async () => {
  const service = await respondents();
  await fc.assert(
    fc.asyncProperty(fc.array(stories, { maxLength: 8 }), async (all) => {
      const form = await service.publish(survey);
      for (const story of all) await live(service, form, story);
      await open(service, form.id, all);
      expect(inOrder(await readVisitFigures(service.storage.db, form.id))).toEqual(countByHand(all));
    }),
    { numRuns: 60 },
  );
});

test("counters are exact for visits at the same time", async () => {
  const service = await respondents();
  const form = await service.publish(survey);
  const all = fc.sample(stories, 40);
  await Promise.all(all.map((story) => live(service, form, story)));
  await open(service, form.id, all);
  expect(inOrder(await readVisitFigures(service.storage.db, form.id))).toEqual(countByHand(all));
});

test("a submission that fails at its last statement counts nothing", async () => {
  const service = await respondents();
  const form = await service.publish(survey);
  const story = {
    openedAt: start,
    isOpened: true,
    isSpam: false,
    isRepeated: false,
    language: "en",
  } as const;
  const steps = [{ language: "en", at: "city" }] as const;
  await sql`alter table unconfirmed_responses rename to missing`.execute(service.storage.db);
  await expect(live(service, form, { ...story, steps, sentAfter: 60_000 })).rejects.toThrow();
  await sql`alter table missing rename to unconfirmed_responses`.execute(service.storage.db);
  expect(await readVisitFigures(service.storage.db, form.id)).toMatchObject({
    ...{ opened: 1, started: 1, sent: 0 },
    left: new Map([["city", 1]]),
  });
});
