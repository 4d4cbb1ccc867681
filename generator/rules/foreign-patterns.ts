/** Syntax of other regular expressions, and what to write in ECMAScript. */
const habits: readonly (readonly [mistake: RegExp, hint: string])[] = [
  [/\(\?P</, "Write a named group as `(?<name>...)`."],
  [/\(\?[a-z]+\)/, "Flags do not stand in a pattern: write both cases, such as `[Aa]`."],
  [/\\[AzZ]/, "The start and the end of a text are `^` and `$`."],
  [
    /\(\?>|[*+?}]\+/,
    "There are no atomic groups and no possessive quantifiers: write a plain group or quantifier.",
  ],
  [/\(\?#/, "There are no comments in a pattern: write `$comment` beside it."],
  [/\[:\w+:\]/, "Classes have other names: `\\p{L}` for letters, `\\d` for digits, `\\s` for white space."],
];

/** A hint for a text that is no regular expression of ECMAScript with the `u` flag. */
export function patternHint(text: string): string {
  const [, habit] = habits.find(([mistake]) => mistake.test(text)) ?? [];
  if (habit !== undefined) return habit;
  const reason = reasonOf(text);
  if (reason !== "Invalid escape") return `What the engine says of it: ${reason}.`;
  return "A backslash stands before ^ $ \\ . * + ? ( ) [ ] { } | / and what has a meaning of its own: take others away.";
}

/** The message of the engine, without the pattern: `Unterminated group`. */
function reasonOf(text: string): string {
  try {
    new RegExp(text, "u");
  } catch (error) {
    const message = (error as Error).message;
    return message.slice(message.lastIndexOf(": ") + 2);
  }
  throw new Error(`${JSON.stringify(text)} is a regular expression.`);
}
