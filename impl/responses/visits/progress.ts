/** Counts how far a visit came. Its fill stores at which question it is counted, so a page that arrives twice counts once. */
import type { Transaction } from "kysely";
import type { Language } from "../../../generated/types.ts";
import { prepareQuery } from "../../platform/storage/prepared-query.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { countVisit } from "./count.ts";
import {
  type Progress,
  progressContribution,
  type Sending,
  sendingContribution,
  type Visit,
} from "./visit.ts";

/** How a fill is counted; the fill is locked. */
export type CountedFill = Pick<Schema["fills"], "counted_language" | "counted_at">;

/** @param reached a missing question stays as it is */
export async function countProgress(
  transaction: Transaction<Schema>,
  fillId: string,
  visit: Visit,
  stored: CountedFill,
  reached: Progress,
): Promise<void> {
  const was = toProgress(visit, stored);
  const is = { language: reached.language, at: reached.at ?? was.at };
  if (is.language === was.language && is.at === was.at) return;
  await transaction.executeQuery(
    storePlace(transaction, { fill: fillId, language: is.language, at: is.at ?? null }),
  );
  await countVisit(transaction, visit, progressContribution(visit, was), progressContribution(visit, is));
}

const storePlace = prepareQuery((queries, argument: (name: "fill" | "language" | "at") => string) =>
  queries
    .updateTable("fills")
    .set({ counted_language: argument("language"), counted_at: argument("at") })
    .where("id", "=", argument("fill")),
);

/** Counts the end of a visit. Its fill has been sent, so nothing of the visit is counted again. */
export async function countSending(
  transaction: Transaction<Schema>,
  visit: Visit,
  stored: CountedFill,
  sending: Sending,
): Promise<void> {
  const was = progressContribution(visit, toProgress(visit, stored));
  await countVisit(transaction, visit, was, sendingContribution(visit, sending));
}

function toProgress(visit: Visit, { counted_language, counted_at }: CountedFill): Progress {
  return { language: (counted_language as Language | null) ?? visit.language, at: counted_at ?? undefined };
}
