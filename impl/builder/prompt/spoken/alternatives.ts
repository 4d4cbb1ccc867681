/** Writes out the choices that stand within a question: "whether it was too short, just right or too long". */
import { type Grammar, questionKind, stripFillers } from "../../lexicon/grammar.ts";
import { directQuestion } from "../indirect.ts";
import { isKnown } from "../known.ts";
import { enclosed, withoutTrailing } from "../split.ts";

/** A choice of more words is no choice. */
const MAX_WORDS = 5;

/** "whether the portions are too small, just right or too big" */
const WHETHER_LIST =
  /(?<=^|[,;:] |and |know )(?:whether|if) ((?:the|their|they|it|this|that)(?: [\p{L}'’-]+){0,4}?) (is|are|was|were|feels?|felt) ((?:(?! or )[^,;:()?.]){2,30}(?:, (?:(?! or )[^,;:()?.]){2,30}){0,4}),? or ([^,;:()?.]{2,30})(?=[,;.?]|$)/giu;
/** "do they prefer hiking or bowling", "are you a mentor or a mentee" */
const EITHER =
  /(?<=^|[,;:] |and )((?:do|does|did|would|will|are|is|were|was|should|can) (?:they|you|we|it|people|the \p{L}+)|whether (?:they|you|it|people)(?:['’]d|['’]re)?)( (?:(?! or )[^,;:()?.]){2,70}?),? or ([^,;:()?.]{2,40})(?=[,;.?]|$)/giu;
/** "what they order - meat, fish, vegan -, whether" and "which day suits them - Monday or Tuesday" */
const DASHED =
  /(?<=^|[,;:] |and |know |(?:picks?|chooses?|selects?|says?|tells us|tell us) )((?:what|which|how)(?: (?! )[^,;:()?.–—]{2,70}?)) [-–—] ([^()[\];:?!.–—]{3,160}?) ?(?:[-–—] ?(?=,|$)|(?=[.?]?$))/giu;

/** "which features they like (A; B) they can pick several" */
const SEVERAL =
  /\(([^():]{3,200})\),? ?(?:[-–] ?)?(?:they|people|you) (?:can|may|could) (?:pick|choose|select|tick) (?:several|more than one|multiple|as many as they (?:like|want)|all that apply)(?=[,.; ]|$)/giu;

export function withAlternatives(sentence: string, grammar: Grammar): string {
  const inside = enclosed(sentence);
  if (inside.includes(1) && /["“„«]/.test(sentence)) return sentence;
  return sentence
    .replace(DASHED, (whole: string, question: string, list: string) => {
      const choices = choicesIn(list);
      return choices ? `${question} (${choices.join("; ")})` : whole;
    })
    .replace(SEVERAL, "(tick all that apply: $1)")
    .replace(WHETHER_LIST, (whole: string, thing: string, verb: string, list: string, last: string) => {
      const choices = [...list.split(", "), last].map((choice) => choice.trim());
      if (choices.some((choice) => choice.split(" ").length > MAX_WORDS)) return whole;
      const question = directQuestion(`whether ${thing} ${verb} ${list} or ${last}`);
      return withChoices(question, choices, whole, sentence);
    })
    .replace(EITHER, (whole: string, start: string, left: string, right: string) => {
      const choices = parallel(start, left.trim(), right.trim(), grammar);
      if (!choices) return whole;
      const said = `${start}${left} or ${right}`;
      const question = directQuestion(said.replace(/^whether they['’]d/i, "would they"));
      const asked = question === said ? said.charAt(0).toUpperCase() + said.slice(1) : question;
      return withChoices(asked, choices, whole, sentence);
    })
    .replace(/(\?"? \([^()]*\))\?/g, "$1.");
}

/** The question and its choices in brackets. Within a list it stands in quotes, so that its commas split nothing. */
function withChoices(question: string, choices: readonly string[], whole: string, sentence: string): string {
  const plain = `${withoutTrailing(question, "? ")}?`;
  const isAlone = whole === withoutTrailing(sentence, " .?!");
  return `${isAlone ? plain : `"${plain}"`} (${choices.join("; ")})`;
}

/** The parts of "A, B or C", or of three and more without "or". */
function choicesIn(list: string): string[] | undefined {
  const parts = list.split(/, (?:or |and )?| or /).map((part) => part.trim());
  const areShort = parts.every((part) => part !== "" && part.split(" ").length <= MAX_WORDS);
  return areShort && (parts.length > 2 || (parts.length === 2 && / or /.test(list))) ? parts : undefined;
}

const LEADS = /^(?:a|an|the|at|in|by|on|with|before|after|from|for|as|to) /i;
const PREFERS =
  /^(?:prefer|rather \p{L}+|like to \p{L}+|want|need|drive|take|choose|go by|come by|travel by) /iu;

/** The two choices of a question, if both are built alike: "at 10" and "at midnight"; undefined: yes or no answers it. */
function parallel(start: string, left: string, right: string, grammar: Grammar): string[] | undefined {
  if (
    right.split(" ").length > MAX_WORDS ||
    /^(?:not|no|if|so|something|anything|more|less|older)\b/i.test(right)
  )
    return undefined;
  const [lead] = LEADS.exec(right) ?? [];
  if (lead) {
    const word = lead.toLowerCase().trim();
    const before = ` ${left}`.toLowerCase();
    const at = Math.max(
      before.lastIndexOf(` ${word} `),
      ...(/^an?$/.test(word) ? [before.lastIndexOf(" a "), before.lastIndexOf(" an ")] : []),
    );
    const first = at < 0 ? "" : left.slice(at);
    const isShort = first !== "" && first.split(" ").length <= MAX_WORDS;
    return isShort && !isKnown(first, grammar) ? [plain(first, grammar), plain(right, grammar)] : undefined;
  }
  if (
    /^(?:are|is|were|was|whether) /i.test(start) &&
    [left, right].every((side) => side.split(" ").length < 3)
  )
    return /^(?:are|is|were|was) /i.test(start) ? [left, right] : undefined;
  const [verb] = PREFERS.exec(left) ?? [];
  const first = verb === undefined ? "" : left.slice(verb.length);
  const areAlike = first !== "" && Math.abs(first.split(" ").length - right.split(" ").length) < 2;
  return areAlike && PREFERS.exec(left)![0] !== "want " && questionKind(first, grammar) === undefined
    ? [first, right]
    : undefined;
}

/** "a mentor" -> "mentor", "at 10" stays. */
function plain(choice: string, grammar: Grammar): string {
  return /^(?:a|an|the) /i.test(choice) ? stripFillers(choice, grammar) : choice;
}
