/** Takes the words off that lead to a request: "Ah and it would be nice to know ..." -> "We want to know ...". */

import { fold } from "../../lexicon/fold.ts";
import type { Grammar } from "../../lexicon/grammar.ts";
import { instructionsIn } from "../../lexicon/instructions.ts";
import { wordSet } from "../../lexicon/phrases.ts";

const KNOW = "We want to know ";
const GIVE = "They should ";

/** The words of a list as alternatives of a pattern, the longest first. */
function anyOf(list: string, { languages }: Grammar): string {
  const words = instructionsIn(languages[0]!).vocabulary[list] ?? [];
  return [...words].sort((a, b) => b.length - a.length).join("|");
}

const patterns = new Map<string, readonly (readonly [RegExp, string])[]>();

/** Lead-ins and what they come to. */
function patternsOf(grammar: Grammar): readonly (readonly [RegExp, string])[] {
  const language = grammar.languages[0]!;
  const cached = patterns.get(language);
  if (cached) return cached;
  const verbs = `(?=(?:${anyOf("giveVerbs", grammar)}) (?!up |in for ))`;
  const people = "(?!to |you |a |an |it )((?:(?!form |survey |to )[\\p{L}'’-]+ ){1,7}?)";
  const made: (readonly [RegExp, string])[] = [
    [
      new RegExp(
        `^(?:we|i)(?:['’]d| would)? (?:(?:also|really|just) )*(?:like|love|want|need|expect|require|prefer) ${people}to (?:be able to )?(?:also )?${verbs}`,
        "iu",
      ),
      GIVE,
    ],
    [
      new RegExp(
        `^(?:please )?(?:also )?(?:let|have|allow|require|make) (?:them|people|everyone|everybody|users|guests|(?:the )?[\\p{L}'’-]+s) (?:also )?(?:to )?${verbs}`,
        "iu",
      ),
      GIVE,
    ],
    [
      /^(?:please )?(?:also )?(?:make sure|be sure|remember|do ?n['’]?t forget)(?: that it)?(?: to)?(?: also)? (?:asks?|include|get|collect|have)(?: for| about)? /iu,
      KNOW,
    ],
    [
      /^(?:it(?:['’]d| would| is| might)?(?: also)?(?: be)?|would(?: also)? be) (?:really |very |also )?(?:good|nice|great|helpful|useful|cool|lovely|interesting|important|handy)(?: for us)? (?:to (?:also )?(?:know|have|get|see|hear|ask(?: for| about)?|find out|collect)|if we (?:knew|could ask(?: for| about)?|had)) /iu,
      KNOW,
    ],
    [
      /^(?:so )?(?:what|all|the (?:things?|info(?:rmation)?|details?|data|stuff|bits))(?: that)? (?:we|i)(?:['’]d| would)?(?: really| also)? (?:need|want|like|love)(?: to (?:know|ask|collect|have|get|see))?(?: from (?:them|people|everyone|(?:the )?\p{L}+s))? (?:is|are)[:,]? /iu,
      KNOW,
    ],
    [
      /^(?:we|i)(?:['’]m| am|['’]re| are)(?: also| really)? (?:interested in|curious about|curious|wondering(?: about)?|after|looking for) (?=(?:whether|if|how|what|which|where|when|why|who|the |their ))/iu,
      KNOW,
    ],
    [
      /^(?:there )?(?:should|must|needs to|has to|ought to)(?: also)? be (?:(?:a|an|some|one) )?(?:field|question|box|space|place|spot|room)s?(?: for| about| where they (?:can )?(?:say|tell us))? /iu,
      KNOW,
    ],
    [
      /^for ((?!our |the |my |a |an |this |that |me |us |each |every |all )[^,.:()]{2,30}?),? (?:we|i) (?:also |then )?(?:need|want|require) (?=(?:the|their|a|an) )/iu,
      "If $1, ask for ",
    ],
    [/^(?:also |and )?they (?:should|must|can) be able to /iu, "They can "],
  ];
  patterns.set(language, made);
  return made;
}

/** The sentence without "Oh and", and with the usual words for a request. */
export function withoutLeadIn(sentence: string, grammar: Grammar): string {
  let text = sentence;
  const words = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.interjections ?? []);
  for (let attempt = 0; attempt < 3; attempt++) {
    const found = words.start(fold(text.slice(0, 60)));
    const rest = found ? text.slice(found.end).replace(/^[,:! –-]+/, "") : "";
    if (rest.split(" ").length < 2 || !/^\p{L}/u.test(rest)) break;
    text = /^\p{Lu}/u.test(text) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
  }
  for (const [pattern, plain] of patternsOf(grammar)) {
    if (pattern.test(text)) return text.replace(pattern, plain);
  }
  return text;
}
