/** The answer that each hook must give. A wrong answer is a mistake of the hook, not a finding about the target. */
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { HookName } from "./target.ts";

interface HookAnswer {
  /** The form of the answer, for error messages. */
  readonly wanted: string;
  readonly fits: (answer: Json) => boolean;
  /** Whether its texts may be secrets, which no report may repeat. */
  readonly hasSecrets?: true;
}

/** The answer of hooks without a result. They may answer with an error. */
const done: HookAnswer = { wanted: 'any JSON without "error"', fits: () => true };

export const hookAnswers: Readonly<Record<HookName, HookAnswer>> = {
  setup: done,
  mint: {
    hasSecrets: true,
    wanted: '{ "tokens": [{ "token": "...", "scopes": ["..."] }] }',
    fits: (answer) => isObject(answer) && Array.isArray(answer.tokens) && answer.tokens.every(isToken),
  },
  revoke: done,
  expire: done,
  issue: {
    hasSecrets: true,
    wanted: '{ "token": "..." }',
    fits: (answer) => isObject(answer) && isFilledText(answer.token),
  },
  respond: done,
  account: done,
  clock: {
    wanted: '{ "now": "2026-01-31T09:00:00Z" }, or no "now" if the target shows no time',
    fits: (answer) =>
      answer === null || (isObject(answer) && (answer.now === undefined || isTime(answer.now))),
  },
  work: {
    wanted: '{ "held": 1 }, the number of steps that wait',
    fits: (answer) => isObject(answer) && Number.isSafeInteger(answer.held) && Number(answer.held) >= 0,
  },
};

export function hasError(answer: Json): answer is JsonObject & { readonly error: Json } {
  return isObject(answer) && answer.error !== undefined;
}

/** @throws UsageError that names the hook, what it answered, and what it must answer */
export function requireHookAnswer(hook: HookName, answer: Json): void {
  const { wanted, fits, hasSecrets = false } = hookAnswers[hook];
  const isError = hasError(answer);
  if (!isError && fits(answer)) return;
  const actual = isError
    ? `the error ${JSON.stringify(answer.error).slice(0, 300)}`
    : outline(answer, hasSecrets);
  throw new UsageError(`The hook ${hook} answered ${actual}. It must answer ${wanted}.`);
}

function isToken(entry: unknown): boolean {
  const { token, scopes, account, oauth, expires_in } = (entry ?? {}) as { readonly [name: string]: unknown };
  const isScopes = Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string");
  const isOrigin = oauth === undefined || typeof oauth === "boolean";
  const isAccount = account === undefined || isFilledText(account);
  const isLifetime = expires_in === undefined || (Number.isSafeInteger(expires_in) && Number(expires_in) > 0);
  return isFilledText(token) && isScopes && isOrigin && isAccount && isLifetime;
}

function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isTime(value: Json): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function outline(answer: Json, hasSecrets: boolean): string {
  const text = JSON.stringify(answer, (_, value: unknown) =>
    hasSecrets && isFilledText(value) ? "…" : value,
  );
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
