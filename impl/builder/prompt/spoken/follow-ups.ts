/** Parts a question from the one that depends on its answer: "can they offer a lift and for how many" -> "..., if so how many". */
import type { Grammar } from "../../lexicon/grammar.ts";

/** "pets (yes or no, and if yes what kind)" */
const IN_BRACKETS = /\(((?:yes ?(?:\/|or) ?no)?)[,;]? ?(?:and )?if (?:yes|so),? ([^(),]{2,60})\)/giu;
/** "whether they are certified, and if so the certificate" */
const AND_IF_SO = /,? and,? if (so|yes|not|no),? (?=\p{L})/giu;
/** "do they have free seats and how many" */
const AND_HOW_MANY =
  /((?<=^|[,;:.] |\band )(?:whether|if|do|does|can|could|have|has|are|is|will|would) (?:(?:they|you|there|the \p{L}+|it) )?[^,;:()?]{3,60}?) and (?:for |to |at |in |by )?(how (?:many|much|often|long)|which(?: ones?)?|what kind|what|where|when)(?: of (?:them|those))?(?=[,.;?]|$)/giu;

export function withFollowUps(sentence: string, _grammar: Grammar): string {
  return sentence
    .replace(IN_BRACKETS, (_whole, kind: string, rest: string) => `(${kind || "yes/no"}), if yes ${rest}`)
    .replace(AND_HOW_MANY, "$1, if so $2")
    .replace(AND_IF_SO, ", if $1 ");
}
