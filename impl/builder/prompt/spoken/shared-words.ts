/** Writes out what several things share in English prose: "how satisfied they are with their manager and pay" asks twice. */
import type { Grammar } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";

/** A thing of more words is a clause. */
const MAX_WORDS = 5;

/** The sentence with the shared words before or behind each of the things. */
export function withSharedWords(sentence: string, grammar: Grammar): string {
  return severalOf(starsFor(opinionsOn(sentence)), grammar);
}

/** "how satisfied they are with", "How important is ... to you" are asked of each thing. */
const OPINION =
  /(?<![\p{L}])((?:how|to what extent) (?:very )?\p{L}+ (?:(?:they|you|people|users|customers|guests|employees|members) (?:are|were|feel|felt)|(?:are|were|do|did) (?:you|they)(?: feel)?) (?:with|about|by) |how (?:(?:they|you|people|users|customers|guests) (?:would |['’]d )?(?:rate|like|liked|enjoyed|find|found)|(?:would|do|did) (?:you|they) (?:rate|like|enjoy|find)) )(?=\p{L})/iu;

/** "how satisfied they are with A, B and C (1 to 5), whether" -> "how satisfied they are with A (1 to 5), how ... with B (1 to 5), ..." */
function opinionsOn(sentence: string): string {
  const found = OPINION.exec(sentence);
  if (!found) return sentence;
  const [head] = found;
  const before = sentence.slice(0, found.index);
  const after = sentence.slice(found.index + head.length);
  const run = runOf(after);
  if (!run) return sentence;
  const isAsked = run.rest.startsWith("?");
  const mark = isAsked ? "?" : "";
  const shared = run.shared === "" ? "" : ` ${run.shared}`;
  // "their manager, workload and pay" are all theirs.
  const owner = DETERMINER.exec(run.things[0]!)?.[0] ?? "";
  const list = run.things
    .map((thing) => (DETERMINER.test(thing) ? thing : `${owner}${thing}`))
    .map((thing) => `${head.trim()} ${thing}${mark}${shared}`);
  return `${before}${list.join(isAsked ? " " : ", ")}${isAsked ? run.rest.slice(1) : run.rest}`;
}

/** The range that stands behind a list: "(1 to 5)", "from 1 to 10", "on a scale of 1 to 5", "out of 5". */
const RANGE =
  /^,? ?((?:\([^()]{1,80}\)|(?:each |both |all )?(?:(?:on|using) a (?:scale|\d{1,2}[ -]point scale)(?: of| from)? ?(?:\d{1,2} ?(?:to|-|–) ?\d{1,2})?|from \d{1,2} to \d{1,2}|\d{1,2} ?(?:to|-|–) ?\d{1,2}|out of \d{1,2})(?: stars| points)?))/iu;
const THING =
  /^(?:(?:the|their|our|your|its|a|an) )?[\p{L}][\p{L}'’-]*(?: (?:of|for|in|at|the|our|your|their|[\p{L}][\p{L}'’-]*)){0,4}?(?=,| and | or | & | \(|\?|\.|;|$| on a | from \d| out of | \d| each| both)/iu;
const DETERMINER = /^(?:the|their|our|your|its|a|an) /iu;
/** Words that begin another question or clause. */
const CLAUSE =
  /^(?:and )?(?:also )?(?:how|whether|if|which|what|when|where|who|why|any|anything|would|do|does|can|will|is|are|their (?:name|e-?mail|phone|address)|an? |one |then|name|e-?mail|phone|comments?|open|free)(?![\p{L}])/iu;

/** The things at the start of a text, up to the one behind "and", with the range behind it. */
function runOf(text: string): { things: string[]; shared: string; rest: string } | undefined {
  const things: string[] = [];
  let rest = text;
  for (let closed = false; !closed && things.length < 20; ) {
    const [thing = ""] = THING.exec(rest) ?? [];
    if (thing === "" || thing.split(" ").length > MAX_WORDS || CLAUSE.test(thing)) return undefined;
    things.push(thing);
    rest = rest.slice(thing.length);
    const [joint = "", word = ""] = /^(,? (?:and|as well as|plus|&) |, )(?=\p{L})/iu.exec(rest) ?? [];
    if (joint === "") return undefined;
    const next = rest.slice(joint.length);
    if (word.trim() !== ",") {
      const [last = ""] = THING.exec(next) ?? [];
      if (last === "" || CLAUSE.test(next) || last.split(" ").length > MAX_WORDS) return undefined;
      things.push(last);
      closed = true;
      rest = next.slice(last.length);
    } else rest = next;
  }
  const [whole = "", shared = ""] = RANGE.exec(rest) ?? [];
  return { things, shared: shared.replace(/^(?:each|both|all) /i, ""), rest: rest.slice(whole.length) };
}

const NUMBER = "(?:\\d{1,2}|one|three|five|ten)";
const STARS = new RegExp(
  `(?<=^|[:,;] |with |for |need |want |and |add |include )(?:(?:an?|also|give|separate) ){0,2}(?:${NUMBER} ?(?:to|-|–) ?(${NUMBER}) stars?|(${NUMBER})[- ]stars? ratings?|${NUMBER} ?(?:to|-|–) ?(${NUMBER}) (?:star )?ratings?|star ratings?|(?:give|award|score|assign) (?:them |each (?:one |of them )?)?(?:from )?${NUMBER} ?(?:to|-|–) ?(${NUMBER})(?: points| stars)?) (?:each )?for (?=\\p{L})`,
  "iu",
);
const SPELLED: Readonly<Record<string, string>> = { one: "1", three: "3", five: "5", ten: "10" };

/** "One to five stars for the talks, the food and the location" -> "the talks (rating 1 to 5), the food (rating 1 to 5), ..." */
function starsFor(sentence: string): string {
  const found = STARS.exec(sentence);
  const list = found ? sentence.slice(found.index + found[0].length) : "";
  // "for design, for reliability and for teamwork"
  const run = list === "" ? undefined : runOf(list.replace(/(, (?:and )?| and )for (?=\p{L})/giu, "$1"));
  if (!found || !run) return sentence;
  const most = found[1] ?? found[2] ?? found[3] ?? found[4] ?? "5";
  const range = `(rating 1 to ${SPELLED[most.toLowerCase()] ?? most})`;
  return `${sentence.slice(0, found.index)}${run.things.map((thing) => `${thing} ${range}`).join(", ")}${run.rest}`;
}

const OF_ONE =
  /(?<![\p{L}])the (\p{L}+(?: \p{L}+)?) and (\p{L}+(?: \p{L}+)?) (of (?:the|their|your|our|this|that) \p{L}+(?: \p{L}+)?)(?=,|\.|$|;| and | \()/giu;
const OWNED =
  /(?<![\p{L}'’-])((?:(?:the|an?|your|their) )?(?:[\p{L}-]+ )??[\p{L}-]+['’]s?) (\p{L}+(?: \p{L}+)?) and (\p{L}+(?: \p{L}+)?)(?=,|\.|$|;| \()/giu;
/** These have no phone and no address of their own. */
const DEPENDENT = /(?:child|kid|son|daughter|baby|dog|cat|pet|horse|animal)['’]/iu;

/** "the date and venue of the wedding", "the child's name and age": each belongs to the same thing. */
function severalOf(sentence: string, grammar: Grammar): string {
  const knows = (...names: readonly string[]) => names.every((name) => isKnown(name, grammar));
  return sentence
    .replace(OF_ONE, (whole: string, first: string, second: string, tail: string) =>
      knows(first, second) ? `the ${first} ${tail}, the ${second} ${tail}` : whole,
    )
    .replace(OWNED, (whole: string, owner: string, first: string, second: string) =>
      knows(first, second) && !(DEPENDENT.test(owner) && /phone|mail|address/i.test(second))
        ? `${owner} ${first}, ${isKnown(`${owner} ${second}`, grammar) ? `${owner} ` : ""}${second}`
        : whole,
    );
}
