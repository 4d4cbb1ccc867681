/** Puts scales behind what they are for: "On a scale of 1 to 5, how satisfied were they with A and B" -> "Rate A and B from 1 to 5". */
import { type Grammar, questionKind } from "../../lexicon/grammar.ts";

const FIRST =
  /^(?:on|using) (?:a|the) (?:scale|rating) (?:of|from|between) (\d{1,2}) (?:to|and|-) (\d{1,2}),? (?=\p{L})/iu;
const SATISFIED =
  /^(?:ask )?how (?:satisfied|happy|pleased|content) (?:(?:they|people|guests|customers|you) (?:are|were)|(?:are|were) (?:they|you|people|guests|customers)) (?:with|about) /iu;
/** "cleanliness / breakfast / staff each from 1 to 5" */
const EACH =
  /(?<=^|, )([^,;:()/]{2,40}(?: ?\/ ?[^,;:()/]{2,40}){1,6}),? each (?:from )?(\d{1,2})(?: to |-)(\d{1,2})(?=[,.;]|$)/giu;

/** "give 1 to 10 for design, for reliability and for teamwork" */
const GIVE =
  /(?<=^|[,;] |and |they )(?:give|gives|award|awards) (?:(?:marks|points|a score|scores|a mark) (?:of |from )?)?(\d{1,2})(?: to |-)(\d{1,2})(?: points| stars)? (?:each )?for ([^,;:()?]{2,40}(?:, [^,;:()?]{2,40}?){0,5},? and (?:for )?[^,;:()?]{2,40})(?=[,.;]|$)/giu;

/** "on a five-point scale" */
const POINTS = /on an? (five|seven|ten|5|7|10)[- ]point scale/giu;
const NUMBERS: Readonly<Record<string, string>> = { five: "5", seven: "7", ten: "10" };

/** "from 1 (cosmetic) to 5 (crash)" */
const ENDS =
  /,? ?(?:on a scale )?(?:from |of )?(\d{1,2}) (?:\(([^()]{2,40})\)|= ?([^,;:()]{2,30}?)) (?:to|-|–) (\d{1,2}) (?:\(([^()]{2,40})\)|= ?([^,;:()]{2,30}?))(?=[,.;]|$| and )/giu;

export function withScale(whole: string, grammar: Grammar): string {
  const sentence = whole.replace(
    ENDS,
    (_whole, min: string, low?: string, plainLow?: string, max?: string, high?: string, plainHigh?: string) =>
      ` (${min} = ${low ?? plainLow}, ${max} = ${high ?? plainHigh})`,
  );
  const given = sentence
    .replace(POINTS, (_whole, count: string) => `from 1 to ${NUMBERS[count.toLowerCase()] ?? count}`)
    .replace(
      GIVE,
      (_whole, min: string, max: string, list: string) =>
        `rate ${list.replace(/(?<=^|, |and )for /giu, "")} from ${min} to ${max}`,
    );
  const text = given.replace(EACH, (_whole, list: string, min: string, max: string) => {
    const parts = list.split("/").map((part) => part.trim());
    return `rate ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!} from ${min} to ${max}`;
  });
  const [start = "", min, max] = FIRST.exec(text) ?? [];
  if (start === "") return text;
  const rest = text.slice(start.length).replace(/[.?!]+$/, "");
  if (SATISFIED.test(rest)) return `${rest.replace(/^ask /iu, "")} (${min} to ${max}).`;
  if (rest.includes(",")) return text;
  const asks = questionKind(rest, grammar) !== undefined;
  return `${asks ? `${rest} (${min}-${max})` : `${rest} from ${min} to ${max}`}.`;
}
