/** Adds responses that a test asks for: stored as if respondents had sent and confirmed them, or sent page by page. */
import type { FormStructure, ResponseStatus } from "../../../generated/types.ts";
import type { Answers, RawAnswers } from "../../forms/answers/answer.ts";
import { loadStructure, lockForm } from "../../forms/forms.ts";
import { sampleAnswers } from "../../forms/sample-answers.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import { newId } from "../../platform/ids.ts";
import { postToOwnPage } from "../../platform/outgoing/own-page.ts";
import type { Stores } from "../../platform/stores.ts";
import { ControlMistake } from "./mistake.ts";

export interface AddedResponses {
  readonly form_id: string;
  readonly count?: number | undefined;
  readonly status?: ResponseStatus;
  /** The address of the only respondent; several respondents get different addresses. */
  readonly email?: string;
  /** Answers that replace made-up ones. */
  readonly answers?: RawAnswers;
}

/** The maximum number of rows of one statement: SQLite accepts 32,766 values. */
const ROWS_AT_ONCE = 1_000;

/**
 * Stores responses to the current version of a form, whatever its status. The newest comes first. Among the others, pairs have
 * the same time of submission, each a second before the pair above. @returns their ids @throws ControlMistake if there is no such
 * form, or a required answer cannot be generated
 */
export async function respond(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  { form_id, count = 1, status = "verified", email, answers = {} }: AddedResponses,
): Promise<string[]> {
  return storage.db.transaction().execute(async (transaction) => {
    const form = await lockForm(transaction, form_id);
    if (form === undefined) throw new ControlMistake(`There is no form ${form_id}.`);
    const structure = offeredStructure(await loadStructure(transaction, form));
    const now = clock();
    const rows = Array.from({ length: count }, (_, index) => {
      const address = email ?? `respondent-${index + 1}@example.org`;
      const submittedAt = new Date(now.getTime() - Math.ceil(index / 2) * 1_000).toISOString();
      return {
        id: newId("rsp"),
        form_id: form.id,
        form_version: form.version,
        status,
        language: form.default_language,
        email: address,
        answers: JSON.stringify(checkedAnswers(structure, address, answers, now)),
        submitted_at: submittedAt,
        verified_at: status === "pending_verification" ? null : submittedAt,
      };
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await transaction
        .insertInto("responses")
        .values(rows.slice(from, from + ROWS_AT_ONCE))
        .execute();
    return rows.map(({ id }) => id);
  });
}

/** Makes up answers; the answers given by the test must be valid. */
function checkedAnswers(structure: FormStructure, email: string, wanted: RawAnswers, now: Date): Answers {
  const { answers, problems } = sampleAnswers({ structure, email, now, answers: wanted });
  const [problem] = problems;
  if (problem === undefined) return answers;
  throw new ControlMistake(
    `The answer to ${problem[0]} is not accepted (${problem[1].code}): name it in answers.`,
  );
}

/** Sends a page of a form as a browser does. @returns the ticket for the next page; null if the form asks for its password */
export async function sendPage(
  origin: string,
  formId: string,
  page: Readonly<Record<string, string>>,
): Promise<string | null> {
  const answer = await postToOwnPage(new URL(`/f/${formId}`, origin), page);
  const [, ticket = null] = /name="ticket" value="([^"]*)"/.exec(answer) ?? [];
  return ticket;
}
