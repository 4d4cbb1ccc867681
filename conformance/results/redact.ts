/** Replaces tokens in the texts of a report. */

import { redactSecrets, type Secret } from "../server-options/source.ts";

/** Replaces tokens, and other secrets, in a text. */
export function redactText(text: string, tokens: Iterable<string>, others: readonly Secret[] = []): string {
  const all = Array.from(tokens, (value) => ({ value, shownAs: "$TOKEN" }));
  return redactSecrets(text, [...all, ...others]);
}

/** The names of members whose values the suite itself writes. */
const ownWords = new Set(["status", "cause"]);

/** Returns a copy with redacted texts. Names, numbers and the suite's own words stay. */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (name, each) =>
    typeof each === "string" && !ownWords.has(name) ? redact(each) : each,
  );
}
