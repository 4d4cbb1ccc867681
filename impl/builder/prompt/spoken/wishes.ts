/** Writes what English sentences remark on a field of their own as the field: "Budget would be helpful but isn't a must" -> "Budget (optional)". */
import type { Grammar } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";

const HELPFUL =
  /^(?:and |also |maybe )?((?:the |their |a |an |some |any )?[\p{L}][^,;:()?.]{2,50}?) (?:would|could|might|will|can|is|are) (?:also |really |still )?(?:be )?(?:helpful|useful|handy|good to (?:know|have)|nice to (?:know|have)|great to (?:know|have)|interesting)(?: too| as well| for us)?(?:,? (?:but|though|although)(?: it| they| that)?(?:['’]s| is| are| should| must| need| does)?[^,;:()?.]{3,50})?[.!]?$/iu;
const NO_SUBJECT = /^(?:it|that|this|they|what|which|everything|all|knowing|to |if |an? form)(?![\p{L}])/iu;

/** "they can pay by card or transfer" */
const PAY =
  /(?<=^|, |; | and |\. )(?:they|people|guests|customers|parents|you|members|participants|clients|everyone) (?:can|may|could|will be able to|should be able to) (?:choose to )?pay (?:by|with|via|in|through) ([\p{L} ]{3,25}(?:, [\p{L} ]{3,25}){0,4}),? or (?:by |with |via |in )?([\p{L} ]{3,25})(?=[.,;]|$)/iu;

/** "Anything else goes in a comment box." */
const ANYTHING =
  /^(?:(?:anything|everything) else|other (?:things|remarks|comments)|the rest|any other (?:remarks|comments|notes)|remarks|notes) (?:goes|go|can go|should go|comes|fits) (?:in|into|to) (?:a|the|one) (?:big |final |last |free )?(comment|remark|note|message|text|free text)s? ?(?:box|field|area)?[.!]?$/iu;

/** "whether they'll attend in person, online or not at all" */
const WHETHER =
  /(?<=^|, | and |say |know |us )(whether (?:they|people|guests|members|everyone)(?:['’]ll|['’]d| will| would)?(?: like to| want to| prefer to)? (?:attend|come|join|travel|arrive|pay|participate|take part|work|prefer|stay|eat|drink)) ([^,;:()?.]{2,25}(?:, [^,;:()?.]{2,25}){1,4}),? or ([^,;:()?.]{2,25})(?=[,.;]|$)/iu;

/** "and let them rate their sleep" */
const LET =
  /(?<=^|, |, and | and )(?:let|have|ask|allow) (?:them|people|guests|everyone|users|customers|participants)(?: to)? (?=(?:rate|choose|pick|select|upload|attach|enter|describe) )/giu;

export function withWishes(sentence: string, grammar: Grammar): string {
  const wished = HELPFUL.exec(sentence)?.[1];
  if (wished && !NO_SUBJECT.test(wished) && (wished.split(" ").length < 5 || isKnown(wished, grammar)))
    return `${wished} (optional).`;
  if (ANYTHING.test(sentence)) return "Comments (optional).";
  return sentence
    .replace(LET, "")
    .replace(PAY, "payment method ($1, $2)")
    .replace(
      WHETHER,
      (_whole, question: string, list: string, last: string) => `${question} (${list}, ${last})`,
    );
}
