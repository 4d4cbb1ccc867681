/** The secret link to the results of a form. It is signed, not stored, so who reads the database does not learn it. */
import { createSignature, isSignature, type Keys } from "../platform/signing/signature.ts";

const PURPOSE = "results";

/** @param nonce as stored: with another one, the link is another one */
export function resultsPath(keys: Keys, formId: string, nonce: string): string {
  return `/f/${formId}/results/${createSignature(keys, PURPOSE, `${formId} ${nonce}`)}`;
}

/** Whether a secret is the one of the form. Takes the same time for a form without shared results. */
export function isResultsSecret(
  keys: Keys,
  formId: string,
  nonce: string | undefined,
  secret: string,
): boolean {
  return isSignature(keys, PURPOSE, `${formId} ${nonce ?? ""}`, secret) && nonce !== undefined;
}
