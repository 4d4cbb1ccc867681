/** Replaces tokens in the texts of a report. */

/** A shorter token may occur in other words. */
const enoughToBeNoWord = 12;

/** Replaces tokens in a text. A short token is replaced only as a whole word. */
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

/** The names of members whose values the suite itself writes. */
const ownWords = new Set(["status", "cause"]);

/** Returns a copy with redacted texts. Names, numbers and the suite's own words stay. */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (name, each) =>
    typeof each === "string" && !ownWords.has(name) ? redact(each) : each,
  );
}
