/** Turns indirect questions of English prompts into direct ones. */
import { baseOf } from "./past-tense.ts";

const PRONOUNS = "they|he|she|you";
const NOUNS =
  "people|users|customers|guests|participants|attendees|employees|visitors|patients|clients|students|applicants|respondents|members";
const POSSESSIVES = "my|our|the|your";
const PEOPLE = `(?:(?:${POSSESSIVES}) )?(?:${NOUNS})|${PRONOUNS}`;
const AUXILIARY = "are|were|will|would|can|could|should|might|may|is|was|do|does|did|have|has|had";
const WHETHER = new RegExp(`^(?:whether|if)(?: or not)? (?:${PEOPLE})(?:'d|'ll|'re|'ve)?(?= )`, "i");
/** "whether the dish is vegetarian" */
const WHETHER_THING =
  /^(?:whether|if)(?: or not)? ((?:(?:anyone|someone|somebody|the|this|that|there|it|a|an|their|your|our) )(?:[\p{L}-]+ ){0,4}?)(is|are|was|were|will|can|has|should) (.+)$/iu;
/** "how many people they bring": a pronoun is tried as the subject before a noun. */
const REPORTED = [`(?:${PRONOUNS})`, `(?:(?:${POSSESSIVES}) )?(?:${NOUNS})`].map(
  (subject) =>
    new RegExp(
      `^((?:how|what|which|when|where|why|who)(?: of (?:${POSSESSIVES}|these))?(?: (?!(?:${POSSESSIVES}|${PRONOUNS})\\b)[\\p{L}-]+){0,3}?) ${subject}('d|'ll|'re|'ve|) (.+)$`,
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
  /^(?:how (?:many|much|often|old|long|did|do|was|were|would|satisfied|likely)|what (?:is|are|was|were|do|did|could|would|should|can|made)|which \S+|when|where|why|who|(?:do|does|did|will|would|can|could|should|is|are|was|were|has|have) (?:you|we|it|there|any|anyone|this|the|your|their)) .*[^?]$/i;
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

/** "how urgent it is", "where the accident happened": a question about a thing. */
const REPORTED_THING =
  /^((?:how|what|which|when|where|why)(?: (?!(?:it|the|this|that|our|their)(?![\p{L}-]))[\p{L}-]+){0,3}?) ((?:it|this|that)(?='s |'ll |'d | )|(?:the|this|that|our|their) [\p{L}-]+(?: [\p{L}-]+)??)('s|'ll|'d|) ([\p{L}].*)$/iu;
/** "how we can reach them" asks how the owner should do something. */
const REPORTED_OWNER =
  /^((?:how|what|which|when|where|why|who)(?: (?!we |i )[\p{L}-]+){0,3}?) (we|i) (can|could|should|may|might|must|shall) (.+)$/iu;
/** "whether we may contact them" */
const WHETHER_WE = /^(?:whether|if) (we|i) (may|can|could|should|will) (.+)$/iu;
/** "if anybody uses a wheelchair" */
const WHETHER_DOES =
  /^(?:whether|if) (anyone|anybody|someone|somebody|everyone|(?:the|their|your) \p{L}+) (\p{L}+[^s]s) (.+)$/iu;
/** "do they smoke", "has he been here before" */
const ASKS_THEM =
  /^((?:(?:how|what|which|when|where|why)(?: [\p{L}-]+){0,3} )?)(do|does|did|will|would|can|could|are|is|were|was|have|has|should|might|may) (?:they|he|she) (?=\p{L})/iu;
const OF_ONE: Readonly<Record<string, string>> = { does: "do", is: "are", was: "were", has: "have" };
/** These stand before the verb: "when they first noticed it". */
const ADVERB =
  /^(first|last|usually|normally|typically|currently|originally|actually|recently|regularly|often|ever|already|previously|also|mostly|really) (?=\p{L})/iu;

/**
 * Turns an indirect question about people into the question to them. "whether they'd recommend us" -> "Would you
 * recommend us?", "how they heard about us" -> "How did you hear about us?". Other texts stay as they are.
 */
export function directQuestion(text: string): string {
  const plain = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/^(?:roughly|approximately|approx\.?|about|around) (?=how )/i, "")
    .replace(/^(whether|if) it's /i, "$1 it is ");
  const thing = WHETHER_THING.exec(plain);
  if (thing) return finish(ofWhether(thing));
  const whether = WHETHER.exec(plain);
  if (whether) {
    const contraction = /'\w+$/.exec(whether[0])?.[0];
    return finish(invert(contraction, plain.slice(whether[0].length).trim()));
  }
  const [, we = "", may = "", what = ""] = WHETHER_WE.exec(plain) ?? [];
  if (we !== "") return finish(`${may} ${we} ${what}`);
  const [, other = "", does = "", object = ""] = WHETHER_DOES.exec(plain) ?? [];
  if (other !== "") return finish(`does ${other} ${does.replace(/(?<=sh|ch|ss|x|o)es$|s$/, "")} ${object}`);
  if (plain.endsWith("?")) return text;
  const [ofThem = "", before = "", verb = ""] = ASKS_THEM.exec(plain) ?? [];
  if (ofThem !== "")
    return finish(`${before}${OF_ONE[verb.toLowerCase()] ?? verb} you ${plain.slice(ofThem.length)}`);
  const [, start = "", contraction = "", rest = ""] = reported(plain) ?? [];
  if (start !== "") return finish(`${start} ${invert(contraction, rest)}`);
  const about = aboutThing(plain);
  if (about !== undefined) return finish(about);
  const [, asked = "", owner = "", modal = "", deed = ""] = REPORTED_OWNER.exec(plain) ?? [];
  if (asked !== "" && !DIRECT.test(asked)) return finish(`${asked} ${modal} ${owner} ${deed}`);
  if (!ASKS.test(plain)) return text;
  // In "who can pick them up" they are others than the respondent.
  return /^who /i.test(plain) ? finish(plain, true) : finish(plain);
}

/** "the dish", "is", "vegetarian" -> "is the dish vegetarian"; "anyone", "has", "allergies" -> "does anyone have allergies" */
function ofWhether([, subject = "", verb = "", rest = ""]: RegExpExecArray): string {
  const owns = verb.toLowerCase() === "has" && !PARTICIPLE.test(rest);
  return owns ? `does ${subject.trim()} have ${rest}` : `${verb} ${subject.trim()} ${rest}`;
}

const RELATIVE =
  /^((?!how |what |which |who |when |where |why |whether |if |can |do |does )(?:[\p{L}'’-]+ ){1,5}?)(?:that |which |where |when )?they(?=['’](?:d|ll|re|ve) | )(.+)$/iu;

/** "the name they want to be quoted with" -> "the name you want to be quoted with" */
export function addressed(label: string): string {
  const [, noun = "", clause = ""] = RELATIVE.exec(label) ?? [];
  return noun === "" ? label : `${noun}you${clause.replace(/\btheir\b/gi, "your")}`;
}

/** "how bad it is" -> "how bad is it", "when the fault started" -> "when did the fault start". */
function aboutThing(text: string): string | undefined {
  const [, start = "", subject = "", contraction = "", rest = ""] = REPORTED_THING.exec(text) ?? [];
  if (start === "" || DIRECT.test(start)) return undefined;
  if (contraction !== "") {
    const verb = contraction === "'s" ? "is" : contraction === "'ll" ? "will" : "would";
    return `${start} ${verb} ${subject} ${rest}`;
  }
  const [verb = "", ...others] = rest.split(" ");
  const tail = others.join(" ");
  if (new RegExp(`^(?:${AUXILIARY})$`, "i").test(verb) && !/^(?:do|does|did|has|have|had)$/i.test(verb))
    return `${start} ${verb} ${subject} ${tail}`;
  const base = baseOf(verb.toLowerCase());
  if (base !== undefined) return `${start} did ${subject} ${base} ${tail}`;
  const isVerb =
    /^\p{L}{2,}[^s]s$/u.test(verb) && (subject === "it" || (tail === "" && !/^what/i.test(start)));
  return isVerb
    ? `${start} does ${subject} ${verb.replace(/(?<=sh|ch|ss|x|o)es$|s$/, "")} ${tail}`
    : undefined;
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
  const adverb = ADVERB.exec(rest)?.[0] ?? "";
  const [verb = "", ...others] = rest.slice(adverb.length).split(" ");
  const tail = others.join(" ");
  const lower = verb.toLowerCase();
  if (INVERTED.has(lower)) return `${lower} you ${adverb}${tail}`;
  if (lower === "is") return `are you ${adverb}${tail}`;
  if (lower === "have" || lower === "has") {
    return PARTICIPLE.test(tail) ? `have you ${adverb}${tail}` : `do you ${adverb}have ${tail}`;
  }
  if (lower === "had") return `did you ${adverb}have ${tail}`;
  const base = baseOf(lower);
  return base ? `did you ${adverb}${base} ${tail}` : `do you ${adverb}${verb} ${tail}`;
}

/** `keepsOthers`: "them" means others than the respondent. */
function finish(question: string, keepsOthers = false): string {
  const own = question.trim().replace(/\btheir\b/gi, "your");
  const spoken = keepsOthers ? own : own.replace(/\b(?:them|they)\b/gi, "you");
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1).replace(/[.?!]+$/, "")}?`;
}
