/**
 * Results of a form for everybody who has its secret link: counts of the questions that its owner has chosen. They say nothing of
 * a single person: there are none below five responses, and they change with every fifth one, so two looks do not differ by one.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { findFormFor, findWritableForm } from "../../forms/access.ts";
import type { Result, SummaryWording } from "../../forms/answers/tallies/tally.ts";
import { lockForm } from "../../forms/forms.ts";
import { countVerified } from "../../forms/verified-responses.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { MAX_RESPONSES } from "../batches.ts";
import { dayStretches, joinStretches, numberStretches } from "./grouped-counts.ts";
import { type QuestionSummary, type Summary, summarise } from "./summary.ts";

/** The least number of responses, of answers to a question, and of responses by which the results change. */
export const LEAST_PEOPLE = 5;

/** Types whose answers can be counted without showing one of them: no texts, files, addresses, signatures and times of a day. */
const COUNTED: ReadonlySet<FormField["type"]> = new Set([
  "consent",
  "date",
  "datetime",
  "dropdown",
  "matrix",
  "multiple_choice",
  "nps",
  "number",
  "ranking",
  "rating",
  "scale",
  "single_choice",
  "yes_no",
]);

/** A link to results, and the questions that an owner has shared by it. */
export interface SharedResults {
  /** The link is made from it; another nonce is another link. */
  readonly nonce: string;
  /** Ids of the questions. */
  readonly fields: ReadonlySet<string>;
}

/** Lists the questions that can be shared. */
export function shareableFields({ pages }: FormStructure): FormField[] {
  return pages.flatMap(({ fields }) => fields).filter(({ type }) => COUNTED.has(type));
}

export async function readSharedResults(
  queries: Queries,
  formId: string,
): Promise<SharedResults | undefined> {
  const row = await queries
    .selectFrom("shared_results")
    .select(["nonce", "fields"])
    .where("form_id", "=", formId)
    .executeTakeFirst();
  return row && { nonce: row.nonce, fields: new Set(JSON.parse(row.fields) as string[]) };
}

/**
 * Shares the results of some questions. The link stays the same unless a new one is wanted.
 * @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function shareResults(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  { fields, isNewLink }: { readonly fields: readonly string[]; readonly isNewLink: boolean },
): Promise<void> {
  const nonce = randomBytes(16).toString("base64url");
  const chosen = JSON.stringify(fields);
  await storage.db.transaction().execute(async (transaction) => {
    await findWritableForm(transaction, accountId, formId, "admin", clock());
    await lockForm(transaction, formId);
    await transaction
      .insertInto("shared_results")
      .values({ form_id: formId, nonce, fields: chosen })
      .onConflict((conflict) =>
        conflict.column("form_id").doUpdateSet({ fields: chosen, ...(isNewLink && { nonce }) }),
      )
      .execute();
  });
}

/** Ends the link at once. It needs no active subscription. @throws Refusal not_found, forbidden */
export async function stopSharingResults(
  { db }: Pick<Stores["storage"], "db">,
  accountId: string,
  formId: string,
): Promise<void> {
  await findFormFor(db, accountId, formId, "admin");
  await db.deleteFrom("shared_results").where("form_id", "=", formId).execute();
}

/** A summary without single answers. Undefined results are not shown: fewer than five people have answered. */
export type ResultsForAll = Pick<Summary, "count" | "searched" | "hasOlder" | "questions">;

/** Sums up the shared questions. Undefined: there are fewer than five responses. */
export async function summariseForAll(
  queries: Queries,
  formId: string,
  structure: FormStructure,
  fields: ReadonlySet<string>,
  wording: SummaryWording,
): Promise<ResultsForAll | undefined> {
  const total = await countVerified(queries, formId);
  if (total < LEAST_PEOPLE) return undefined;
  const rest = total % LEAST_PEOPLE;
  const left = await latestConfirmed(queries, formId, rest);
  // If the oldest are too many to be read, they leave by fives as well.
  const most = MAX_RESPONSES - LEAST_PEOPLE + rest;
  const chosen = keepFields(structure, fields);
  const filter = { formId, status: "verified", period: {} } as const;
  const fits = ({ id }: { readonly id: string }) => !left.has(id);
  const { questions, ...counts } = await summarise(queries, filter, chosen, wording, { fits, most });
  if (counts.count < LEAST_PEOPLE) return undefined;
  const free = new Set(
    chosen.pages
      .flatMap(({ fields: all }) => all.filter(({ type }) => type === "number"))
      .map(({ id }) => id),
  );
  return {
    ...counts,
    questions: questions.map((question) => withoutPeople(question, free.has(question.field), wording)),
  };
}

/** Returns the ids of the responses that were confirmed last. */
async function latestConfirmed(
  queries: Queries,
  formId: string,
  count: number,
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom("live_responses")
    .select("id")
    .where("form_id", "=", formId)
    .where("status", "=", "verified")
    .orderBy(sql`coalesce(verified_at, submitted_at)`, "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the form with these questions alone, so that no other answer is read. */
function keepFields(structure: FormStructure, ids: ReadonlySet<string>): FormStructure {
  const fields = shareableFields(structure).filter(({ id }) => ids.has(id));
  const { hidden_fields: _, calculations: __, ...form } = structure;
  return { ...form, pages: [{ ...structure.pages[0]!, fields }] };
}

function withoutPeople(question: QuestionSummary, isFree: boolean, wording: SummaryWording): QuestionSummary {
  const isShown = question.result !== undefined && question.counted >= LEAST_PEOPLE;
  return { ...question, result: isShown ? withoutSingles(question.result, isFree, wording) : undefined };
}

/**
 * Leaves out what one person has written or chosen alone: own texts, and the first, last and middle values.
 * @param isFree whether any number may be answered: then each column counts as many people as have to answer at all
 */
function withoutSingles(result: Result, isFree: boolean, wording: SummaryWording): Result | undefined {
  switch (result.kind) {
    case "choices":
      return { ...result, latestOthers: [] };
    case "numbers": {
      const { average } = result;
      const columns = isFree ? joinStretches(numberStretches(result.columns), LEAST_PEOPLE) : result.columns;
      return { ...result, median: average, min: average, max: average, columns };
    }
    case "values": {
      const top =
        result.course && joinStretches(dayStretches(result.course, wording.date), LEAST_PEOPLE, " – ");
      if (top === undefined || top.length === 0) return undefined;
      return {
        kind: "values",
        course: undefined,
        top,
        distinct: top.length,
        first: "",
        last: "",
        isOrdered: false,
      };
    }
    case "nps":
    case "ranking":
    case "matrix":
      return result;
    case "texts":
    case "files":
      return undefined;
  }
}
