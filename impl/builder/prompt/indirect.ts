/** Turns indirect questions of English prompts into direct ones. */

/** English verbs in the past -> their base form, where dropping "ed" does not give it. */
const BASE: Readonly<Record<string, string>> = {
  heard: "hear",
  liked: "like",
  found: "find",
  bought: "buy",
  came: "come",
  got: "get",
  chose: "choose",
  used: "use",
  felt: "feel",
  thought: "think",
  saw: "see",
  experienced: "experience",
  purchased: "purchase",
  received: "receive",
  arrived: "arrive",
  loved: "love",
  hated: "hate",
  went: "go",
  did: "do",
  said: "say",
  met: "meet",
  paid: "pay",
  spent: "spend",
  ate: "eat",
  knew: "know",
  took: "take",
  left: "leave",
  made: "make",
  noticed: "notice",
  disliked: "dislike",
  stayed: "stay",
  enjoyed: "enjoy",
  decided: "decide",
  applied: "apply",
  tried: "try",
};

const PRONOUNS = "they|he|she|it|you";
const NOUNS =
  "people|users|customers|guests|participants|attendees|employees|visitors|patients|clients|students|applicants|respondents|members";
const POSSESSIVES = "my|our|the|your";
const PEOPLE = `(?:(?:${POSSESSIVES}) )?(?:${NOUNS})|${PRONOUNS}`;
const AUXILIARY = "are|were|will|would|can|could|should|might|may|is|was|do|does|did|have|has|had";
const WHETHER = new RegExp(`^(?:whether|if)(?: or not)? (?:${PEOPLE})(?:'d|'ll|'re|'ve)?(?= )`, "i");
/** "whether the dish is vegetarian" */
const WHETHER_THING =
  /^(?:whether|if) ((?:the|this|that|there|a|an) ?(?:[\p{L}-]+ ){0,4}?)(is|are|was|were|will|can|has|should) (.+)$/iu;
/** "how many people they bring": a pronoun is tried as the subject before a noun. */
const REPORTED = [`(?:${PRONOUNS})`, `(?:(?:${POSSESSIVES}) )?(?:${NOUNS})`].map(
  (subject) =>
    new RegExp(
      `^((?:how|what|which|when|where|why|who)(?: (?!(?:${POSSESSIVES}|${PRONOUNS})\\b)[\\p{L}-]+){0,3}?) ${subject}('d|'ll|'re|'ve|) (.+)$`,
      "iu",
    ),
);
/** Matches the start of a question that is direct already. */
const DIRECT = new RegExp(`\\b(?:${AUXILIARY})$`, "i");
/** "how many people approx" asks for a number; what follows the noun is no verb. */
const NO_VERB =
  /^(?:approx\.?|approximately|roughly|about|in total|altogether|max\.?|maximum|total|there)(?![\p{L}])/iu;
/** Words that begin a question even without a question mark. */
const ASKS =
  /^(?:how (?:many|much|often|old|long|did|do|was|were|would|satisfied|likely)|what (?:is|are|was|were|do|did|could|would|should|can|made)|which \S+|when|where|why|who|(?:do|does|did|will|would|can|are|were|have) (?:you|we|the|your)) .*[^?]$/i;
/** Words that form the perfect tense after "have". Anything else is its object. */
const PARTICIPLE =
  /^(?:(?:ever|already|previously|not|never|also) )?(?:been|had|heard|seen|found|run|gone|done|taken|eaten|read|met|made|bought|felt|given|known|left|lost|paid|spent|worn|written|won|driven|\p{L}{2,}ed)\b/iu;
const INVERTED: ReadonlySet<string> = new Set("are were will would can could should might may".split(" "));
const CONTRACTED: Readonly<Record<string, string>> = {
  "'d": "would",
  "'ll": "will",
  "'re": "are",
  "'ve": "have",
};

/**
 * Turns an indirect question about people into the question to them. "whether they'd recommend us" -> "Would you
 * recommend us?", "how they heard about us" -> "How did you hear about us?". Other texts stay as they are.
 */
export function directQuestion(text: string): string {
  const plain = text.replace(/[\u2018\u2019]/g, "'");
  const thing = WHETHER_THING.exec(plain);
  if (thing) return finish(`${thing[2]} ${thing[1]!.trim()} ${thing[3]}`);
  const whether = WHETHER.exec(plain);
  if (whether) {
    const contraction = /'\w+$/.exec(whether[0])?.[0];
    return finish(invert(contraction, plain.slice(whether[0].length).trim()));
  }
  if (plain.endsWith("?")) return text;
  const [, start = "", contraction = "", rest = ""] = reported(plain) ?? [];
  if (start !== "") return finish(`${start} ${invert(contraction, rest)}`);
  return ASKS.test(plain) ? finish(plain) : text;
}

function reported(text: string): RegExpExecArray | undefined {
  const matches = REPORTED.map((pattern) => pattern.exec(text));
  return (
    matches.find(
      (match, index) =>
        match !== null &&
        !DIRECT.test(match[1]!) &&
        !NO_VERB.test(match[3]!) &&
        // "how many people will come" counts the people.
        !(index === 1 && /(?:many|much)$/i.test(match[1]!)),
    ) ?? undefined
  );
}

/** "will attend" -> "will you attend", "liked most" -> "did you like most". */
function invert(contraction: string | undefined, rest: string): string {
  if (contraction) return `${CONTRACTED[contraction] ?? "do"} you ${rest}`;
  const [verb = "", ...others] = rest.split(" ");
  const tail = others.join(" ");
  const lower = verb.toLowerCase();
  if (INVERTED.has(lower)) return `${lower} you ${tail}`;
  if (lower === "is") return `are you ${tail}`;
  if (lower === "have" || lower === "has") {
    return PARTICIPLE.test(tail) ? `have you ${tail}` : `do you have ${tail}`;
  }
  if (lower === "had") return `did you have ${tail}`;
  const base = BASE[lower] ?? (lower.length > 4 && lower.endsWith("ed") ? lower.slice(0, -2) : undefined);
  return base ? `did you ${base} ${tail}` : `do you ${verb} ${tail}`;
}

function finish(question: string): string {
  const spoken = question
    .trim()
    .replace(/\btheir\b/gi, "your")
    .replace(/\b(?:them|they)\b/gi, "you");
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1).replace(/[.?!]+$/, "")}?`;
}
