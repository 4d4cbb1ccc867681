/** Explains failures of an endpoint: when to try again, and the message. It never repeats a key or a body. */

import { OutgoingFailure } from "../../platform/outgoing/failure.ts";
import { shorten } from "../../texts/shorten.ts";
import { ModelFailure } from "../language-model.ts";
import { withoutLinks } from "../unrequested-content.ts";

/** The part of the package's `APICallError` that is read. */
interface ApiCallError {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

/** How long to wait before the request is sent again; undefined: sending it again would not help. */
export function retryAfterMs(error: unknown, attempt: number): number | undefined {
  const failure = failureIn(error);
  if (failure) return failure.reason === "cut" ? pauseMs(attempt) : undefined;
  const { responseHeaders = {} } = error as ApiCallError;
  const statusCode = errorStatus(error);
  if (statusCode === undefined) return pauseMs(attempt);
  if (![408, 409, 425, 429].includes(statusCode) && statusCode < 500) return undefined;
  const asked = responseHeaders["retry-after"];
  if (asked === undefined) return pauseMs(attempt);
  const seconds = /^\d{1,6}$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : pauseMs(attempt);
}

/** Undefined for answers that began well and broke off. */
function errorStatus(error: unknown): number | undefined {
  const { statusCode } = error as ApiCallError;
  return statusCode !== undefined && statusCode >= 400 ? statusCode : undefined;
}

function pauseMs(attempt: number): number {
  return 200 * 4 ** attempt;
}

/** Finds our failure in an error: the package wraps errors thrown while it reads an answer. */
function failureIn(error: unknown): ModelFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ModelFailure) return cause;
    else if (cause instanceof OutgoingFailure) return new ModelFailure(cause.reason, cause.message);
  return undefined;
}

export function toFailure(error: unknown): ModelFailure {
  const failure = failureIn(error);
  if (failure) return failure;
  const statusCode = errorStatus(error);
  if (statusCode === undefined)
    return new ModelFailure("unreachable", "The model did not answer, or not to the end.");
  if (statusCode === 401 || statusCode === 403) return new ModelFailure(`http_${statusCode}`, wrongKey, true);
  if (statusCode === 429) return new ModelFailure("http_429", "The model has too much to do at the moment.");
  return new ModelFailure(`http_${statusCode}`, `The model answered with HTTP ${statusCode}.`);
}

const wrongKey =
  "The model does not accept the service's key. A retry does not help until the operator of this service has set another one.";

const LONGEST_QUOTATION = 300;

/** @param said the model's own words; "" if it gave none */
export function toRefusal(said: string): ModelFailure {
  const words = inOneLine(said);
  // A filter may cut an answer that had begun well.
  const message = /^(?:$|[[{`])/.test(words)
    ? "The language model refuses this, without a reason."
    : `The language model refuses this: "${words}"`;
  return new ModelFailure("refused", message, true);
}

/** Shortens a model's text for a quotation, and removes its links. */
export function inOneLine(said: string): string {
  const line = withoutLinks(said)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return shorten(line, LONGEST_QUOTATION);
}
