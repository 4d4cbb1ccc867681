/** Reads how often a form was opened, started and sent, and where visitors left it. */
import { sql } from "kysely";
import type { Language } from "../../../generated/types.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { medianSeconds } from "./durations.ts";

/** The steps of some visits. Each number includes the next one. */
export interface VisitSteps {
  readonly opened: number;
  readonly started: number;
  readonly sent: number;
  /** The median time from opening to sending; undefined: none was sent. It is at most 4 % from the true one. */
  readonly medianSeconds: number | undefined;
}

export interface VisitFigures extends VisitSteps {
  /** Days with visits, the earliest first. Only the latest 100 have a median. */
  readonly days: readonly (VisitSteps & { readonly day: string })[];
  /** The language with most visits first. */
  readonly languages: readonly (VisitSteps & { readonly language: Language })[];
  /** The number of visits that were left at a question, or are still there, by its id; `ADDRESS`: at the step for the address. */
  readonly left: ReadonlyMap<string, number>;
  /** Visits from before the steps were counted; undefined: there were none. */
  readonly earlier: { readonly visits: number; readonly since: string } | undefined;
}

/** Days, `YYYY-MM-DD`, both included; undefined: no limit. */
export interface VisitPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The latest days whose times are read: a day has a row for each bucket. */
const DAYS_WITH_TIMES = 100;

/** A visit belongs to the day of its opening, in UTC. */
export async function readVisitFigures(
  queries: Queries,
  formId: string,
  period: VisitPeriod = {},
): Promise<VisitFigures> {
  const days = await readSteps(queries, "day", formId, period);
  const languages = await readSteps(queries, "language", formId, period);
  const times = [...languages.values()].flatMap(({ times: counts }) => counts);
  const total = (step: "opened" | "started" | "sent") =>
    [...days.values()].reduce((sum, one) => sum + one[step], 0);
  return {
    opened: total("opened"),
    started: total("started"),
    sent: total("sent"),
    medianSeconds: medianSeconds(addUp(times)),
    days: [...days].map(([day, { times: own, ...steps }]) => ({
      day,
      ...steps,
      medianSeconds: medianSeconds(own),
    })),
    languages: [...languages]
      .map(([language, { times: own, ...steps }]) => ({
        language: language as Language,
        ...steps,
        medianSeconds: medianSeconds(own),
      }))
      .sort((a, b) => b.opened - a.opened),
    left: await readPlaces(queries, formId, period),
    earlier: await readEarlier(queries, formId),
  };
}

interface Bucket {
  readonly bucket: number;
  readonly visits: number;
}

interface Group {
  readonly opened: number;
  readonly started: number;
  readonly sent: number;
  readonly times: Bucket[];
}

/** Openings are written later than starts, so there are at least as many as starts. */
const OPENED = sql<number>`sum(case when opened > started then opened else started end)`;

/** Reads the steps by day or by language, in order, without groups that have no visit. */
async function readSteps(
  queries: Queries,
  by: "day" | "language",
  formId: string,
  { from, to }: VisitPeriod,
): Promise<Map<string, Group>> {
  const rows = await queries
    .selectFrom("visit_days")
    .select(({ fn }) => [by, OPENED.as("opened"), fn.sum("started").as("started"), fn.sum("sent").as("sent")])
    .where("form_id", "=", formId)
    .$if(from !== undefined, (query) => query.where("day", ">=", from!))
    .$if(to !== undefined, (query) => query.where("day", "<=", to!))
    .groupBy(by)
    .orderBy(by)
    .execute();
  const timesFrom = by === "day" ? (rows.at(-DAYS_WITH_TIMES)?.day ?? from) : from;
  const times = await queries
    .selectFrom("visit_times")
    .select(({ fn }) => [by, "bucket", fn.sum("visits").as("visits")])
    .where("form_id", "=", formId)
    .$if(timesFrom !== undefined, (query) => query.where("day", ">=", timesFrom!))
    .$if(to !== undefined, (query) => query.where("day", "<=", to!))
    .groupBy([by, "bucket"])
    .execute();
  const groups = rows.flatMap((row): [string, Group][] => {
    const [opened, started, sent] = [Number(row.opened), Number(row.started), Number(row.sent)];
    return opened > 0 ? [[row[by], { opened, started, sent, times: [] }]] : [];
  });
  const found = new Map(groups);
  for (const row of times) found.get(row[by])?.times.push({ bucket: row.bucket, visits: Number(row.visits) });
  return found;
}

function addUp(buckets: readonly Bucket[]): Bucket[] {
  const visits = new Map<number, number>();
  for (const one of buckets) visits.set(one.bucket, (visits.get(one.bucket) ?? 0) + one.visits);
  return [...visits].map(([bucket, sum]) => ({ bucket, visits: sum }));
}

async function readPlaces(
  queries: Queries,
  formId: string,
  { from, to }: VisitPeriod,
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom("visit_places")
    .select(({ fn }) => ["field_id", fn.sum("visits").as("visits")])
    .where("form_id", "=", formId)
    .$if(from !== undefined, (query) => query.where("day", ">=", from!))
    .$if(to !== undefined, (query) => query.where("day", "<=", to!))
    .groupBy("field_id")
    .orderBy("field_id")
    .execute();
  return new Map(
    rows.map(({ field_id, visits }) => [field_id, Number(visits)]).filter(([, n]) => Number(n) > 0) as [
      string,
      number,
    ][],
  );
}

async function readEarlier(queries: Queries, formId: string): Promise<VisitFigures["earlier"]> {
  return queries
    .selectFrom("form_visits")
    .select(["visits", "since"])
    .where("form_id", "=", formId)
    .executeTakeFirst();
}
