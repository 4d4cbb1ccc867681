/** Counts what verified responses chose, for choices that get a capacity. From then on the database counts. */
import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { FormStructure } from "../../generated/types.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Answers } from "./answers/answer.ts";
import { answerTo } from "./answers/condition.ts";
import { type LimitedChoice, limitedChoices } from "./structure/capacities.ts";
import { countVerified } from "./verified-responses.ts";

/** How many responses are read at a time: other calls have their turn in between. */
const BATCH = 500;
/** How many rows are inserted at a time: databases limit the values of a statement. */
const INSERTED = 100;

/**
 * Adds a total for each choice of the structure with a capacity that has none yet. The form must be locked. Only the first
 * capacity of a choice reads the responses of the form.
 */
export async function addChoiceTotals(
  transaction: Transaction<Schema>,
  formId: string,
  structure: FormStructure,
): Promise<void> {
  const missing = await withoutTotal(transaction, formId, limitedChoices(structure));
  if (missing.length === 0) return;
  const rows = missing.map(({ field, choice }) => ({
    form_id: formId,
    field_id: field,
    choice_id: choice,
    chosen: 0,
  }));
  if ((await countVerified(transaction, formId)) > 0) {
    for await (const answers of verifiedAnswers(transaction, formId))
      for (const row of rows) if (isChosen(answers, row.field_id, row.choice_id)) row.chosen += 1;
  }
  for (let at = 0; at < rows.length; at += INSERTED)
    await transaction
      .insertInto("choice_totals")
      .values(rows.slice(at, at + INSERTED))
      .execute();
}

async function withoutTotal(
  transaction: Transaction<Schema>,
  formId: string,
  limited: readonly LimitedChoice[],
): Promise<LimitedChoice[]> {
  if (limited.length === 0) return [];
  const known = await transaction
    .selectFrom("choice_totals")
    .select(["field_id", "choice_id"])
    .where("form_id", "=", formId)
    .execute();
  const keys = new Set(known.map(({ field_id, choice_id }) => `${field_id} ${choice_id}`));
  return limited.filter(({ field, choice }) => !keys.has(`${field} ${choice}`));
}

async function* verifiedAnswers(transaction: Transaction<Schema>, formId: string): AsyncGenerator<Answers> {
  for (let last = ""; ; ) {
    const rows = await transaction
      .selectFrom("live_responses")
      .select(["id", "answers"])
      .where("form_id", "=", formId)
      .where("status", "=", "verified")
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const { answers } of rows) yield JSON.parse(answers) as Answers;
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
    await setImmediate();
  }
}

/** Whether an answer is this choice, or a list with it. A text of the respondent's own is an object. */
export function isChosen(answers: Answers, field: string, choice: string): boolean {
  const answer: unknown = answerTo(answers, field);
  return answer === choice || (Array.isArray(answer) && answer.includes(choice));
}
