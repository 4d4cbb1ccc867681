/** Names labels and choices that may hold more than what to ask for: half a sentence, a condition, a second field. */
import type { FormField, FormStructure, Warning } from "../../generated/types.ts";
import { meaningOf } from "./fields/meaning.ts";
import { fold } from "./lexicon/fold.ts";
import { type Grammar, questionKind } from "./lexicon/grammar.ts";
import { standsAlone } from "./lexicon/phrases.ts";
import { asksWhether } from "./lexicon/whether.ts";
import { NOT, ONLY, UNLESS } from "./lost-restrictions.ts";
import { statedLimit } from "./prompt/stated-limits.ts";
import { clip } from "./texts.ts";

/** A longer label is a sentence. */
const MAX_WORDS = 7;
/** A longer question with "and" in it, before choices, may be two. */
const MAX_QUESTION = 9;
/** At most this many are named. */
const MAX_NAMED = 8;

const AMOUNT = /(?:^|\s)\d+(?:[.,]\d+)?\s?(?:€|\$|£|%|\p{Ll}{2,})/u;

/** A condition, a page, a sum, or words for the builder. */
const SUSPICIOUS: readonly RegExp[] = [
  /(?:^|[^\p{L}\p{N}])(?:if|when|whenever|in case|falls|wenn|sofern|si|cuando|quand|lorsque|quando|als|wanneer|jesli|gdy|om|hvis) \p{L}+ ?\p{L}*/u,
  /^(?:se|ako|daca|jei|jos|kui|pokud|jezeli|ако|αν|εαν) \p{L}/u,
  /(?:on|at) (?:the |a )?(?:first|second|third|next|last|same|other|new|separate) (?:page|step)|(?:page|step|seite|pagina|strona) \d/u,
  /[=+;]|\p{L} [x×*] \d/u,
  /^(?:ask|tell (?:me|us)|let|include|add|please|want|need|make|they|people|guests|users|everyone|nobody|no one|whoever|those who|anyone|(?:the )?rest) /u,
  /(?:^| )(?:their|them|they (?:need|must|should|pay|get|give|enter|choose|pick)|should|must|needs? to|has to|have to|costs?(?! cent)) /u,
];

/** Warnings for the fields of a new form whose label or choices may say more than what to ask for. */
export function doubtfulLabels(
  form: FormStructure,
  warnings: readonly Warning[],
  grammar: Grammar,
): Warning[] {
  const named = (text: string) =>
    warnings.some(({ code, message }) => code === "read_as" && message.includes(`"${text}"`));
  const found = form.pages
    .flatMap(({ fields }) => fields)
    .filter(({ type }) => type !== "statement" && type !== "consent" && type !== "section")
    .flatMap((field) => {
      const label = field.label[form.default_language] ?? "";
      const doubts =
        isDoubtful(label, field, grammar) && !named(clip(label, 60)) ? [labelWarning(label)] : [];
      return [...doubts, ...doubtfulChoices(field, label, form, grammar)];
    });
  return found.slice(0, MAX_NAMED).map((message) => ({ code: "read_as", message }));
}

function labelWarning(label: string): string {
  return `"${clip(label, 120)}" became the label of one field, word for word. What else it says is not carried out.`;
}

function isDoubtful(label: string, field: FormField, grammar: Grammar): boolean {
  if ("choices" in field && label.split(" ").length > MAX_QUESTION && grammar.and.first(fold(label)))
    return true;
  if (/\?["”»]?$/.test(label) || questionKind(label, grammar)) return false;
  if (label.includes(",")) return true;
  if (field.type === "yes_no" && isQuestion(label, grammar)) return false;
  if (meaningOf(label, grammar, false)?.exact) return false;
  const folded = fold(label).replace(/['’]/g, " ");
  const words = folded.match(/\p{L}+/gu) ?? [];
  if (words.length > MAX_WORDS && !isRated(field)) return true;
  if ([ONLY, NOT, UNLESS].some((pattern) => pattern.test(folded))) return true;
  if (!("choices" in field) && AMOUNT.test(folded)) return true;
  if (SUSPICIOUS.some((pattern) => pattern.test(folded)) || isRun(label, grammar)) return true;
  return isTwo(label, field, grammar);
}

/** "Are they coming" and "si comen carne" ask respondents, where "If damaged" sets a condition. */
function isQuestion(label: string, { languages }: Grammar): boolean {
  return (
    label.split(" ").length > 2 &&
    (/^(?:are|is|do|does|did|will|would|can|have|has) /u.test(fold(label)) ||
      asksWhether(label, languages[0]!))
  );
}

/** "Name emial phone": the first and the last word are names of fields. */
function isRun(label: string, grammar: Grammar): boolean {
  const words = label.split(" ");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (
    words.length < 3 ||
    /(?:^| )(?:or|of|for|to|from|in|on|at|de|du|des|di|von|der|do|da|van) /iu.test(label)
  )
    return false;
  const [one, other] = [first, last].map((word) => meaningOf(word, grammar, false));
  return (
    one?.exact === true && other?.exact === true && one.concept !== other.concept && RUN.has(one.concept)
  );
}

/** What stands first in a run of fields. */
const RUN: ReadonlySet<string> = new Set(["name", "full_name", "first_name", "email", "phone"]);

/** "Breed and weight in kg" may be two fields. */
function isTwo(label: string, field: FormField, grammar: Grammar): boolean {
  if ("rows" in field || isRated(field)) return false;
  return grammar.and
    .all(fold(label))
    .filter((word) => word.start > 0 && word.end < label.length && standsAlone(label, word))
    .some(
      ({ start }) =>
        !("choices" in field) || meaningOf(label.slice(0, start).trim(), grammar, false) !== undefined,
    );
}

/** A statement to rate is a sentence. */
function isRated({ type }: FormField): boolean {
  return type === "rating" || type === "scale" || type === "matrix" || type === "nps";
}

/** "max 50 people" and "fee: none" are no choices. */
function doubtfulChoices(
  field: FormField,
  label: string,
  { default_language: language }: FormStructure,
  grammar: Grammar,
): string[] {
  if (!("choices" in field)) return [];
  const texts = field.choices.map((choice) => choice.label[language] ?? "");
  return texts
    .filter((text) => isDoubtfulChoice(text, grammar))
    .slice(0, 2)
    .map((text) => `"${clip(text, 80)}" became a choice of "${clip(label, 60)}".`);
}

function isDoubtfulChoice(text: string, grammar: Grammar): boolean {
  const folded = fold(text);
  if (statedLimit(text, grammar)?.countsResponses || /: |, .*, |\*/.test(text)) return true;
  const modified = grammar.optional.first(folded) ?? grammar.required.first(folded);
  if (modified && modified.end === folded.length && modified.start > 0) return true;
  return /(?:^| )(?:they|their|must|should|per person|in total)(?: |$)/u.test(folded);
}
