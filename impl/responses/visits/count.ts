/** Changes the counters of visits, in the transaction that changes the visit itself. */
import type { InsertQueryBuilder, InsertResult } from "kysely";
import type { Language } from "../../../generated/types.ts";
import { prepareQuery } from "../../platform/storage/prepared-query.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { type Contribution, dayOf, type Visit } from "./visit.ts";

/** A number that is added to a counter. */
interface Change<Key> {
  readonly key: Key;
  readonly by: number;
}

/**
 * Counts a visit as what it is now instead of as what it was. All transactions lock days first, then places in the order of
 * their ids, then times, so they do not wait for each other in a circle.
 */
export async function countVisit(
  queries: Queries,
  visit: Visit,
  was: Contribution,
  is: Contribution,
): Promise<void> {
  const day = { form_id: visit.formId, day: dayOf(visit) };
  for (const [language, change] of daysChanged(was, is))
    await queries.executeQuery(addToDay(queries, { ...day, language, ...change }));
  for (const { key, by } of changes(placeKey(was), placeKey(is)))
    await queries.executeQuery(addToPlace(queries, { ...day, language: key[0], field_id: key[1], by }));
  if (is.bucket !== undefined)
    await queries.executeQuery(addToTime(queries, { ...day, language: is.language, bucket: is.bucket }));
}

/** Every post of a form runs these. Compiling one takes three times as long as running it on SQLite. */
const addToDay = prepareQuery(
  (queries, text: (name: keyof DayCounts) => string, number: (name: keyof DayCounts) => number) =>
    insertDays(queries, [
      {
        form_id: text("form_id"),
        day: text("day"),
        language: text("language"),
        opened: number("opened"),
        started: number("started"),
        sent: number("sent"),
      },
    ]),
);

type OfPlace = "form_id" | "day" | "language" | "field_id" | "by";

const addToPlace = prepareQuery(
  (queries, text: (name: OfPlace) => string, number: (name: OfPlace) => number) =>
    queries
      .insertInto("visit_places")
      .values({
        form_id: text("form_id"),
        day: text("day"),
        language: text("language"),
        field_id: text("field_id"),
        visits: number("by"),
      })
      .onConflict((conflict) =>
        conflict.columns(["form_id", "day", "language", "field_id"]).doUpdateSet(({ eb, ref }) => ({
          visits: eb(ref("visit_places.visits"), "+", ref("excluded.visits")),
        })),
      ),
);

type OfTime = "form_id" | "day" | "language" | "bucket";

const addToTime = prepareQuery((queries, text: (name: OfTime) => string, number: (name: OfTime) => number) =>
  queries
    .insertInto("visit_times")
    .values({
      form_id: text("form_id"),
      day: text("day"),
      language: text("language"),
      bucket: number("bucket"),
      visits: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(["form_id", "day", "language", "bucket"]).doUpdateSet(({ eb, ref }) => ({
        visits: eb(ref("visit_times.visits"), "+", 1),
      })),
    ),
);

/** The row of a day and the numbers that are added to it. */
export interface DayCounts {
  readonly form_id: string;
  readonly day: string;
  readonly language: string;
  readonly opened: number;
  readonly started: number;
  readonly sent: number;
}

/** Adds numbers to days. @param days at most one entry for each row, in the order of the keys */
export async function addToDays(queries: Queries, days: readonly DayCounts[]): Promise<void> {
  if (days.length > 0) await insertDays(queries, days).execute();
}

function insertDays(
  queries: Queries,
  days: readonly DayCounts[],
): InsertQueryBuilder<Schema, "visit_days", InsertResult> {
  return queries
    .insertInto("visit_days")
    .values(days)
    .onConflict((conflict) =>
      conflict.columns(["form_id", "day", "language"]).doUpdateSet(({ eb, ref }) => ({
        opened: eb(ref("visit_days.opened"), "+", ref("excluded.opened")),
        started: eb(ref("visit_days.started"), "+", ref("excluded.started")),
        sent: eb(ref("visit_days.sent"), "+", ref("excluded.sent")),
      })),
    );
}

type Steps = Pick<Contribution, "opened" | "started" | "sent">;

/** Returns the languages whose numbers change, in order. */
function daysChanged(was: Contribution, is: Contribution): (readonly [Language, Steps])[] {
  const languages = [...new Set([was.language, is.language])].sort();
  return languages.flatMap((language) => {
    const step = (name: keyof Steps) =>
      (is.language === language ? is[name] : 0) - (was.language === language ? was[name] : 0);
    const change = { opened: step("opened"), started: step("started"), sent: step("sent") };
    return change.opened === 0 && change.started === 0 && change.sent === 0 ? [] : [[language, change]];
  });
}

type PlaceKey = readonly [language: Language, field: string];

function placeKey({ language, place }: Contribution): PlaceKey | undefined {
  return place === undefined ? undefined : [language, place];
}

/** Returns the changes of a counter from one place to another, in the order of the places. */
function changes(from: PlaceKey | undefined, to: PlaceKey | undefined): Change<PlaceKey>[] {
  if (from?.[0] === to?.[0] && from?.[1] === to?.[1]) return [];
  const both = [
    ...(from === undefined ? [] : [{ key: from, by: -1 }]),
    ...(to === undefined ? [] : [{ key: to, by: 1 }]),
  ];
  return both.sort((a, b) => compare(a.key.join(" "), b.key.join(" ")));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
