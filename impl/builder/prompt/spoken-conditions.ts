/** Writes conditions of English prose as lists say them: "and if they do, how many" -> ", if yes how many". */
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { isKnown } from "./known.ts";
import { toItems } from "./recognise.ts";
import { withoutTrailing } from "./split.ts";

const SUBJECT = "(?:they|he|she|it|people|someone|somebody|anyone|the person|guests?|(?:the )?(?:answer|reply)|so|yes)";
const AFFIRMED =
  "(?:do|does|did|are|is|have|has|will|would|can|could|so|yes|(?:say|says|said|answer|answers|answered|choose|chose|chooses|pick|picks|tick|ticks|reply)(?: with)? (?:yes|so))";
const DENIED =
  "(?:don['’]?t|doesn['’]?t|do not|does not|aren['’]?t|are not|can['’]?t|cannot|won['’]?t|will not|haven['’]?t|have not|isn['’]?t|is not|(?:say|says|answer|answers|choose|pick|tick)(?: with)? no|is no)";
/** What may follow "if they do": a question, a request, or something to ask for. */
const ASKED =
  "(?=how|what|which|whether|where|when|who|why|if|ask|tell|we|they should|please|then|also|the |their |a |an |[\\p{L}]+ (?:and|,|\\.|$))";
const IF_YES = new RegExp(
  `(?<=^|[,;(] ?|[,;] and |[\\p{L})] and )(?:if|when|in case) (?:${SUBJECT} ${AFFIRMED}|so|yes)(?:,|:| -)? (?:then,? )?${ASKED}`,
  "iu",
);
const IF_NO = new RegExp(
  `(?<=^|[,;(] ?|[,;] and |[\\p{L})] and )(?:if|when|in case) (?:${SUBJECT} ${DENIED}|not|no)(?:,|:| -)? (?:then,? )?${ASKED}`,
  "iu",
);
const REQUEST =
  /^(?:(?:please |also |then |we |should |need to |want to |would like to |would also like to )*(?:ask(?: them| people)?(?: for| about)?|know|have|tell us|let us know|give us)|we (?:also )?need|they should (?:say|tell us|give|enter)) (?:us )?(?:about )?/iu;

/** The sentence with its conditions in the words of lists. */
export function withSpokenConditions(sentence: string, grammar: Grammar): string {
  return elliptic(bracketedCondition(givenBySome(sentence)), grammar);
}

/** "do they smoke (if yes: how many a day), ..." -> "do they smoke, if yes how many a day, ..." */
function bracketedCondition(sentence: string): string {
  return sentence.replace(
    /(?<=[\p{L}?])\s?\((if (?:yes|so|no|not|they do|they are|they have|they will|they don['’]t))(?:,|:| -)? ((?:how|what|which|where|when|who|why|whether)[^()]{3,120})\)/giu,
    (whole: string, condition: string, question: string, at: number, text: string) => {
      const asks = /(?:^|[,;:.?] |and )(?:(?:do|does|are|is|have|has|will|would|can|did|whether|if) |[^,;:.?]{2,60}\?$)[^,;:.?]*$/iu;
      const before = text.slice(0, at);
      if (!asks.test(before)) return whole;
      return `${before.endsWith("?") ? " " : ", "}${condition} ${question}`;
    },
  );
}

/** "and if they do, whether they could drive" -> ", if yes whether they could drive" */
function elliptic(sentence: string, grammar: Grammar): string {
  let text = sentence;
  for (const [pattern, words] of [
    [IF_YES, "if yes"],
    [IF_NO, "if no"],
  ] as const) {
    const found = pattern.exec(text);
    if (!found) continue;
    const before = text.slice(0, found.index).replace(/,? and $/iu, ", ");
    const rest = text.slice(found.index + found[0].length).replace(REQUEST, "");
    const start = before === "" ? `${words.charAt(0).toUpperCase()}${words.slice(1)},` : words;
    text = `${before}${before === "" ? severally(start, rest, grammar) : `${start} ${rest}`}`;
  }
  return text;
}

/** "If yes, name and phone" asks two things, each under the condition. */
function severally(start: string, rest: string, grammar: Grammar): string {
  const list = withoutTrailing(rest, " .!");
  if (rest.endsWith("?") || list.length > 300) return `${start} ${rest}`;
  const items = toItems(list, grammar).map(({ text }) => text);
  const areApart = items.every(
    (text) => isKnown(text, grammar) || questionKind(text, grammar) !== undefined || /^(?:whether|which|what|how) /iu.test(text),
  );
  if (items.length < 2 || items.length > 6 || !areApart) return `${start} ${rest}`;
  return items.map((text) => `${start} ${text}.`).join(" ");
}

const PEOPLE =
  "(?:(?:for )?(?:all )?(?:those|people|anyone|anybody|everyone|everybody|guests|members|participants|visitors|customers|students|applicants|attendees|children|kids|parents|persons|someone|players|runners|volunteers|employees))";
const MUST =
  "(?:(?:should|must|can|may|need to|needs to|have to|has to|will|would|also|please|then|are asked to|,) ?)*(?:tells? us|say|says|state|give(?: us)?|enter|provide|add|choose|pick|select|need|needs|be asked(?: for| about)?|ask(?: them)?(?: for| about)?|leave|let us know|we need|specify|indicate|fill in|upload|have|has)";
const BY_CHOICE = new RegExp(
  `^${PEOPLE} (?:who|that) (?:will |want to |would like to |plan to |are |have )?(come|comes|coming|attend|attends|attending|join|joins|joining|choose|chose|pick|picked|select|selected|say|said|answer|answered|tick|ticked|want|order|take part|participate|opt for|go for)(?: (?!should|must|can|need|have|will|please|also|tell|give|say)([^,.:;]{2,40}?))?,? ${MUST} (?=\\S)`,
  "iu",
);
const BY_AGE = new RegExp(
  `^(?:if )?(?:${PEOPLE}|they|someone|the (?:child|person|participant))(?:(?: who)?(?: is| are)|,)? (?:aged )?(under|below|younger than|over|above|older than)(?: the age of)? (\\d{1,3})(?: ?years?(?: old)?| of age)?,? ${MUST} (?=\\S)`,
  "iu",
);

/** "Those who come in person should tell us ..." -> "If they pick in person: ..."; "Anyone under 18 needs ..." -> "If age is under 18: ..." */
function givenBySome(sentence: string): string {
  const aged = BY_AGE.exec(sentence);
  if (aged) {
    const side = /^(?:under|below|younger)/i.test(aged[1]!) ? "under" : "over";
    return `If age is ${side} ${aged[2]}: ${sentence.slice(aged[0].length)}`;
  }
  const [head = "", verb = "", value = ""] = BY_CHOICE.exec(sentence) ?? [];
  if (head === "") return sentence;
  const list = sentence.slice(head.length);
  if (value !== "") return `If they pick ${value}: ${list}`;
  return /^(?:come|comes|coming|attend|attends|attending|join|joins|joining|take part|participate)$/i.test(verb)
    ? `If they come: ${list}`
    : sentence;
}
