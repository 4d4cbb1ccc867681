/** Parts a question from the one that depends on its answer: "can they offer a lift and for how many" -> "..., if so how many". */
import type { Grammar } from "../../lexicon/grammar.ts";

/** "pets (yes or no, and if yes what kind)" */
const IN_BRACKETS = /\(((?:yes ?(?:\/|or) ?no)?)[,;]? ?(?:and )?if (?:yes|so),? ([^(),]{2,60})\)/giu;
/** "whether they are certified, and if so the certificate" */
const AND_IF_SO = /,? and,? if (so|yes|not|no),? (?=\p{L})/giu;
/** "do they have free seats and how many" */
const AND_HOW_MANY =
  /((?<=^|[,;:.] |\band )(?:whether|if|do|does|can|could|have|has|are|is|will|would) (?:(?:they|you|there|the \p{L}+|it) )?[^,;:()?]{3,60}?) and (?:for |to |at |in |by )?(how (?:many|much|often|long)|which(?: ones?)?|what kind|what|where|when)(?: of (?:them|those))?(?=[,.;?]|$)/giu;

/** "the current address and the new one" */
const NEW_ONE = /(?<![\p{L}])(\p{L}+) (\p{L}+) and the (\p{L}+) one(?=[,.;]|$)/giu;
/** "the floor and whether there is a lift" */
const AND_ASKS =
  /(?<=[\p{L})])(?<!\b(?:what|which|when|where|who|why|how|whether|if|know|ask|say|tell|choose|pick|select|both|about)) and (?![^,.;]*\b(?:optional|required|mandatory|needed|voluntary)\b)(?=(?:whether|how (?:many|much|often|long)|what|which|when|where|why|who) \p{L})/giu;

/** "tick as many evenings as they like from Monday to Sunday" */
const AS_MANY =
  /(?:ticks?|chooses?|picks?|selects?) as many (?:of the )?(\p{L}+) as (?:they|you) (?:like|want|can|wish),? (?:from |out of |of )?([^,;:()?]{3,80})(?=[,.;]|$)/giu;
/** "..., in which case they leave a phone number" */
const IN_WHICH_CASE =
  /,? in which case (?:they|you|we|i) (?:should |can |must |need to |also )*(?:leave|give|enter|provide|tell us|need|state|want|would need) (?:us )?|,? (?:[-–] )?in which case (?=(?:the|their|a|an) )/giu;

/** "If they are afraid, how can we help?" */
const IF_ASK =
  /^if ((?!yes|so |not |no )[^,?:;]{4,60}), ((?:how|what|which|where|when|who|why|do|does|would|will|can|should) [^?,;:]{3,100})\?$/iu;

/** "say in a sentence or two what impressed them" */
const BRIEFLY =
  / (?:in (?:a (?:few )?(?:sentence(?: or two)?|sentences|words)|one sentence|(?:two|three|their own) (?:sentences|words)|detail|short)|briefly|in a few words) (?=(?:what|why|how|which|where|when|who) )/giu;
/** "those who haven't should tell us when" */
const THOSE_WITHOUT =
  /^(?:those|people|anyone|everyone) (?:who|that) (?:haven['’]?t|hasn['’]?t|don['’]?t|doesn['’]?t|aren['’]?t|isn['’]?t|can['’]?t|won['’]?t|have not|do not|are not|cannot) (?:should |must |please |can |need to )?(?:tell us|say|state|give us|give|enter|let us know) /iu;

/** "from which date until which date" */
const PERIOD = /(?:from )?(?:which|what) (date|day|time) (?:until|till|to) (?:which|what) \1/giu;

/** "(internet, time, other) and if other, what": an answer of one's own is written down anyway. */
const IF_OTHER =
  /,? (?:and )?if other,? (?:what|which(?: one)?|please specify|specify|please say what|say what|explain|please explain)(?=[,.;?]|$)/giu;

export function withFollowUps(sentence: string, _grammar: Grammar): string {
  return sentence
    .replace(IF_OTHER, "")
    .replace(AS_MANY, "$1 ($2, several possible)")
    .replace(BRIEFLY, " ")
    .replace(
      IF_ASK,
      (_whole, when: string, question: string) =>
        `${question.charAt(0).toUpperCase()}${question.slice(1)}? (if ${when})`,
    )
    .replace(IN_WHICH_CASE, ", if so ")
    .replace(THOSE_WITHOUT, "If not, ")
    .replace(PERIOD, "from which $1, until which $1")
    .replace(IN_BRACKETS, (_whole, kind: string, rest: string) => `(${kind || "yes/no"}), if yes ${rest}`)
    .replace(AND_HOW_MANY, "$1, if so $2")
    .replace(AND_IF_SO, ", if $1 ")
    .replace(NEW_ONE, "$1 $2, $3 $2")
    .replace(AND_ASKS, ", ");
}
