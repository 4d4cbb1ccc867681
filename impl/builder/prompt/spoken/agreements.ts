/** Writes agreements in a list as the statement that people tick: "agreement to our rules" -> "I agree to our rules (consent)". */
import type { Grammar } from "../../lexicon/grammar.ts";
import { saidByRespondent } from "../consents.ts";

/** "plus agreement to our code of conduct" */
const NOUN =
  /(?<=^|, )(?:and |plus |also |as well as )*(?:(?:an?|their) )?(agreement|consent|confirmation) (to|with|that|of) ([^,;:()?]{3,100}?)(?=[,.;]|$)/giu;
/** "and they need to confirm they are over 18", "and a box that they agree to the rules" */
const VERBAL =
  /(?<=, )(?:and |plus |also )*(?:(?:a|tick a|one) (?:tick ?box|checkbox|check box|box) (?:that|where|saying) )?(?:they|people|everyone) (?:(?:should|must|need to|have to|has to|also) )*(confirm|agree|accept|consent|acknowledge|declare)s? (?=\p{L})([^,;:()?]{3,100}?)(?=[,.;]|$)/giu;

/** "They have to consent at the beginning." */
const CONSENT =
  /^(?:they|people|everyone|everybody|(?:the |all )?[\p{L}]{3,}s) (?:must|have to|has to|need to|needs to|should) (?:also |first |all )*(?:consent|give (?:their |us )?consent)(?: at the (?:very )?(?:beginning|start|end)| first| too)?[.!]?$/iu;

export function withAgreements(sentence: string, _grammar: Grammar): string {
  if (CONSENT.test(sentence)) return "Ask for consent.";
  return sentence
    .replace(NOUN, (whole: string, noun: string, word: string, what: string) => {
      if (/^(?:privacy|gdpr|data|photo|terms)/i.test(what)) return whole;
      const verb = /^confirmation/i.test(noun) ? "confirm" : "agree";
      return statement(`I ${verb} ${/^of$/i.test(word) ? "to" : word} ${what}`);
    })
    .replace(VERBAL, (_whole, verb: string, what: string) => statement(`I ${verb.toLowerCase()} ${what}`));
}

function statement(text: string): string {
  return `${saidByRespondent(text)} (consent)`;
}
