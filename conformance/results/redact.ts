/** Replaces tokens in what a report says. */

/** A shorter token may be a part of any word. */
const enoughToBeNoWord = 12;

/** Replaces tokens in a text. A short one is replaced only where it is a whole word. */
export function redactText(text: string, secrets: Iterable<string>): string {
  let rest = text;
  for (const secret of secrets) {
    if (secret.length >= enoughToBeNoWord) rest = rest.replaceAll(secret, "$TOKEN");
    else if (secret !== "") rest = rest.replaceAll(wholeWord(secret), () => "$TOKEN");
  }
  return rest;
}

function wholeWord(secret: string): RegExp {
  const literal = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, "g");
}

/** The names of entries that the suite itself writes. */
const ownWords = new Set(["status", "cause"]);

/** A copy in which the texts are redacted; names of entries, numbers and the suite's own words stay. */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (name, each) =>
    typeof each === "string" && !ownWords.has(name) ? redact(each) : each,
  );
}
