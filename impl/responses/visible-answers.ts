/** Reads answers without what their reader may not see. */
import type { Answers } from "../forms/answers/answer.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { emailFields, withoutAddresses } from "./privacy.ts";
import { parseAnswers, type StoredResponse } from "./responses.ts";
import { walkVersions } from "./versions.ts";

/** Reads the visible answers of responses of one form, in the order of the responses. */
export type ReadAnswers = (responses: readonly StoredResponse[]) => Promise<Answers[]>;

/**
 * @param withAddresses whether the reader may see addresses of respondents
 * @param addresses the fields with addresses, by version, as far as they are known; others are loaded when they occur
 */
export function answersReader(
  queries: Queries,
  formId: string,
  withAddresses: boolean,
  addresses = new Map<number, ReadonlySet<string>>(),
): ReadAnswers {
  if (withAddresses) return async (responses) => responses.map(parseAnswers);
  return async (responses) => {
    const missing = responses
      .map(({ form_version }) => form_version)
      .filter((version) => !addresses.has(version));
    for await (const [version, structure] of walkVersions(queries, formId, missing))
      addresses.set(version, emailFields(structure));
    return responses.map((response) =>
      withoutAddresses(parseAnswers(response), response.email, addresses.get(response.form_version)!),
    );
  };
}
