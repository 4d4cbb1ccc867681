/** Writes conditions of English prose as lists say them: "and if they do, how many" -> ", if yes how many". */
import { type Grammar, questionKind } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";
import { toItems } from "../recognise.ts";
import { withoutTrailing } from "../split.ts";

const SUBJECT =
  "(?:they|you|he|she|it|people|someone|somebody|anyone|the person|guests?|(?:the )?(?:answer|reply)|so|yes)";
const AFFIRMED =
  "(?:do|does|did|are|is|have|has|will|would|can|could|so|yes|(?:say|says|said|answer|answers|answered|choose|chose|chooses|pick|picks|tick|ticks|reply)(?: with)? (?:yes|so))";
const DENIED =
  "(?:don['’]?t|doesn['’]?t|do not|does not|aren['’]?t|are not|can['’]?t|cannot|won['’]?t|will not|haven['’]?t|have not|isn['’]?t|is not|(?:say|says|answer|answers|choose|pick|tick)(?: with)? no|is no)";
/** What may follow "if they do": a question, a request, or something to ask for. */
const ASKED =
  "(?=how|what|which|whether|where|when|who|why|if|ask|tell|we|they should|please|then|also|the |their |a |an |[\\p{L}]+ (?:and|,|\\.|$))";
/** The condition at the beginning of a sentence and within a list, and its words there. */
const CONDITIONS = [
  [`(?:${SUBJECT} ${AFFIRMED}|so|yes)`, "if yes"],
  [`(?:${SUBJECT} ${DENIED}|not|no)`, "if no"],
].map(([said, words]) => {
  const condition = `(?:if|when|in case) ${said}(?:,|:| -)? (?:then,? )?${ASKED}`;
  return {
    first: new RegExp(`^(?:${condition}|(?:if|when|in case) ${said}: )`, "iu"),
    within: new RegExp(`(?:[,;] (?:and )?|(?<=[\\p{L})/]) and )${condition}`, "giu"),
    words: words!,
  };
});
const REQUEST =
  /^(?:(?:please |also |then |we |should |need to |want to |would like to |would also like to )*(?:ask(?: them| people)?(?: for| about)?|know|have|tell us|let us know|give us)|we (?:also )?need|they should (?:say|tell us|give|enter)) (?:us )?(?:about )?/iu;

/** "say in a sentence or two what impressed them" */
const BRIEFLY =
  /((?:say|tell us|explain|describe|write|note) )(?:briefly |in (?:a|one|two|a few|their own|a couple of) (?:short )?(?:sentences?(?: or two)?|words|lines) )(?=what|why|how|which|where)/iu;

/** The sentence with its conditions in the words of lists. */
export function withSpokenConditions(sentence: string, grammar: Grammar): string {
  const plain = sentence.replace(BRIEFLY, "$1");
  return elliptic(bracketedCondition(givenBySome(ownSentence(plain))), grammar);
}

/** "name, if they're not coming ask for the reason" -> "name. If they're not coming, ask for the reason" */
function ownSentence(sentence: string): string {
  const apart = sentence
    // "delivery or pickup, and if delivery, the address"
    .replace(IF_CHOSEN, ", $2 (if $1)")
    .replace(/; (?=(?:for )?(?:those|people|anyone|everyone) (?:who|that|under|over) )/iu, ". ");
  return apart.replace(
    /(?<=[\p{L})]),? (?:and )?if ((?!any|yes|no(?:t|ne)?(?= )|so )[^,.;:()?]{5,60}?),? ((?:also |then |please )?(?:ask (?:for|them|about)|we (?:also )?need) [^,.;?]{3,80})(?=[.]?$)/iu,
    ". If $1, $2",
  );
}

const IF_CHOSEN =
  /,? and if (?!yes|no|so|any|not|possible|they|you|he|she|it |there)([\p{L}-]+(?: [\p{L}-]+){0,2}),? (?:also )?(?=(?:the|their|a|an) )([^,.;:()?]{3,40})(?=[.,]|$)/iu;

/** "do they smoke (if yes: how many a day), ..." -> "do they smoke, if yes how many a day, ..." */
function bracketedCondition(sentence: string): string {
  return sentence.replace(
    /(?<=[\p{L}?])\s?\((if (?:yes|so|no|not|they do|they are|they have|they will|they don['’]t))(?:,|:| -)? ((?:how|what|which|where|when|who|why|whether)[^()]{3,120})\)/giu,
    (whole: string, condition: string, question: string, at: number, text: string) => {
      const asks =
        /(?:^|[,;:.?] |and )(?:(?:do|does|are|is|have|has|will|would|can|did|whether|if) |[^,;:.?]{2,60}\?$)[^,;:.?]*$/iu;
      const before = text.slice(0, at);
      const isAsked = text.endsWith("?") && at + whole.length < text.length - 1;
      if (!asks.test(before) || isAsked) return whole;
      return `${before.endsWith("?") ? " " : ", "}${condition} ${question}`;
    },
  );
}

/** "If they do, ask ..." -> "If yes, ..."; "and if they do, whether they could drive" -> ", if yes whether they could drive" */
function elliptic(sentence: string, grammar: Grammar): string {
  let text = sentence;
  for (const { first, within, words } of CONDITIONS) {
    const start = first.exec(text)?.[0];
    if (start !== undefined) {
      const rest = text.slice(start.length).replace(REQUEST, "");
      return severally(`${words.charAt(0).toUpperCase()}${words.slice(1)},`, rest, grammar);
    }
    text = text
      .replace(within, `, ${words} `)
      .split(new RegExp(`(?<=, )(?=${words} )`, "u"))
      // "if yes how many years and where": both depend on the answer.
      .map((part) => (part.startsWith(`${words} `) ? part.replace(AND_ALSO, `$1, ${words} `) : part))
      .join("");
  }
  return text;
}

const AND_ALSO = /^([^,;.:()]{3,80}?) and (?=(?:how|where|which|what|when|why|who|whether)(?![\p{L}]))/iu;

/** "If yes, name and phone" asks two things, each under the condition. */
function severally(start: string, rest: string, grammar: Grammar): string {
  const list = withoutTrailing(rest, " .!");
  if (rest.endsWith("?") || list.length > 300) return `${start} ${rest}`;
  const items = toItems(list, grammar).map(({ text }) => text);
  const areApart = items.every(
    (text) =>
      isKnown(text, grammar) ||
      questionKind(text, grammar) !== undefined ||
      /^(?:whether|which|what|how) /iu.test(text),
  );
  if (items.length < 2 || items.length > 6 || !areApart) return `${start} ${rest}`;
  return items.map((text) => `${start} ${text}.`).join(" ");
}

const PEOPLE =
  "(?:(?:for )?(?:all )?(?:those|people|anyone|anybody|everyone|everybody|guests|members|participants|visitors|customers|students|applicants|attendees|children|kids|parents|persons|someone|players|runners|volunteers|employees))";
const MUST =
  "(?:(?:should|must|can|may|need to|needs to|have to|has to|will|would|also|please|then|are asked to|,) ?)*(?:tells? us|say|says|state|give(?: us)?|enter|provide|add|choose|pick|select|need|needs|be asked(?: for| about)?|ask(?: them)?(?: for| about)?|leave|let us know|we need|specify|list|describe|name|indicate|fill in|upload|have|has)";
const BY_CHOICE = new RegExp(
  `^${PEOPLE} (?:who|that) (?:will |want to |would like to |plan to |are |have )?(come|comes|coming|attend|attends|attending|join|joins|joining|choose|chose|pick|picked|select|selected|say|said|answer|answered|tick|ticked|want|order|take part|participate|opt for|go for)(?: (?!should|must|can|need|have|will|please|also|tell|give|say)([^,.:;]{2,40}?))?,? ${MUST} (?=\\S)`,
  "iu",
);
/** "those who haven't should tell us when", of a question that yes or no answers. */
const BY_ANSWER = new RegExp(
  `^${PEOPLE} (?:who|that) ((?:do|does|did|have|has|are|is|will|can|would)(?:n['’]t| not)?|can['’]t|won['’]t),? ${MUST} (?=\\S)`,
  "iu",
);
/** "If it's damaged, they should upload up to 3 photos" */
const BY_STATE = new RegExp(
  `^if (?:it|this|the [\\p{L}-]+)(?:['’]s| is| was) (?!not |no |an? )([\\p{L}-]+(?: [\\p{L}-]+){0,2}?),? (?:they|people|we|you|guests|customers)?,? ?${MUST} (?=\\S)`,
  "iu",
);
/** "If it contains nuts they should list the ingredients" */
const BY_THING = new RegExp(
  `^if (?:it|this|that|the [\\p{L}-]+) (contains|has|needs|includes|requires|involves|works|uses|takes|shows|comes with) ([^,.;:]{2,40}?),? (?:they|people|we|you|guests|parents)?,? ?${MUST} (?=\\S)`,
  "iu",
);
const BY_AGE = new RegExp(
  `^(?:if )?(?:${PEOPLE}|they|someone|the (?:child|person|participant))(?:(?: who)?(?: is| are)|,)? (?:aged )?(under|below|younger than|over|above|older than)(?: the age of)? (\\d{1,3})(?: ?years?(?: old)?| of age)?,? ${MUST} (?=\\S)`,
  "iu",
);

const TELL = /(^|, | and )(?:and )?(?:tell us|let us know|give us|say|state)(?: about)? (?=\S)/giu;

/** "contains" -> "contain", as a question has it */
function baseForm(verb: string): string {
  return verb === "has" ? "have" : verb.replace(/^(\p{L}+?)s(?= |$)/u, "$1");
}

/** "Those who come in person should tell us ..." -> "If they pick in person: ..."; "Anyone under 18 needs ..." -> "If age is under 18: ..." */
function givenBySome(sentence: string): string {
  const [said = "", auxiliary = ""] = BY_ANSWER.exec(sentence) ?? [];
  if (said !== "") {
    const denies = /n['’]t$| not$/i.test(auxiliary);
    return `${denies ? "If no" : "If yes"}, ${sentence.slice(said.length)}`;
  }
  const [state = "", condition = ""] = BY_STATE.exec(sentence) ?? [];
  if (state !== "") {
    const asked = sentence
      .slice(state.length)
      .replace(/^up to (\d{1,2}) (\p{L}{3,20})(?=\.?$)/iu, "$2 (up to $1 $2)");
    return `If ${condition}: ${asked}`;
  }
  const [thing = "", does = "", what = ""] = BY_THING.exec(sentence) ?? [];
  if (thing !== "") return `If ${baseForm(does)} ${what}: ${sentence.slice(thing.length)}`;
  const aged = BY_AGE.exec(sentence);
  if (aged) {
    const side = /^(?:under|below|younger)/i.test(aged[1]!) ? "under" : "over";
    return `If age is ${side} ${aged[2]}: ${sentence.slice(aged[0].length)}`;
  }
  const [head = "", verb = "", value = ""] = BY_CHOICE.exec(sentence) ?? [];
  if (head === "") return sentence;
  // "People who want it should say ..." speaks of everybody.
  if (/^(?:it|this|that|one|them|to|some|any|a (?:place|spot|seat))$/i.test(value))
    return `They tell us ${sentence.slice(head.length)}`;
  const list = sentence.slice(head.length).replace(TELL, "$1");
  if (value !== "") return `If they pick ${value}: ${list}`;
  return /^(?:come|comes|coming|attend|attends|attending|join|joins|joining|take part|participate)$/i.test(
    verb,
  )
    ? `If they come: ${list}`
    : sentence;
}
