import fc from "fast-check";

interface Parts {
  readonly pattern: string;
  readonly sequence: string;
  readonly element: string;
}

/** Makes patterns over few characters, so that random texts match some of them. */
function patternOver(
  characters: readonly string[],
  groups: readonly string[],
  others: readonly string[],
): fc.Arbitrary<string> {
  const quantifiers = fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "??", "");
  return fc.letrec<Parts>((tie) => ({
    pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((options) => options.join("|")),
    sequence: fc.array(tie("element"), { maxLength: 4 }).map((elements) => elements.join("")),
    element: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...characters, ...others),
      fc
        .tuple(
          fc.oneof(
            fc.constantFrom(...characters),
            fc
              .tuple(fc.constantFrom("(", "(?:", ...groups), tie("pattern"))
              .map(([open, inside]) => `${open}${inside})`),
          ),
          quantifiers,
        )
        .map(([one, quantifier]) => one + quantifier),
    ),
  })).pattern;
}

/** Patterns that an automaton can match exactly. */
export const regularPattern: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("^", ""), patternOver(["a", "b", "[ab]", "[^a]", "."], [], ["$"]))
  .map(([start, pattern]) => start + pattern);

/** All of ECMAScript's patterns with the flag `u`; some are invalid. */
export const anyPattern: fc.Arbitrary<string> = patternOver(
  [
    "a",
    "b",
    "A",
    "[ab]",
    "[^a]",
    ".",
    "\\w",
    "\\d",
    "\\s",
    "\\W",
    "\\p{L}",
    "[^\\p{Lu}b]",
    "\\u{1F600}",
    "[a-\\u{1F601}]",
    "k",
    "-",
    "\\x61",
    "\\n",
    "[\\]\\-^]",
  ],
  ["(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?ms:", "(?<name>"],
  ["^", "$", "\\b", "\\B", "\\1", "\\2", "\\k<name>"],
);
