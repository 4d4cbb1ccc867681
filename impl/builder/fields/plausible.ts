/** Decides whether a draft is a field that the prompt asks for, or half a sentence that was not understood. */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, phraseSet } from "../lexicon/phrases.ts";
import { asksWhether } from "../lexicon/whether.ts";
import type { Draft } from "./draft.ts";
import { evidenceIn } from "./evidence.ts";

/** Labels that the lexicon does not know may have this many words. */
const MAX_WORDS = 5;

/**
 * Whether a draft can become a field: the lexicon knows it, the prompt names its kind or its choices, it is a question, or it
 * is as short as labels are. Half a sentence is no label.
 */
export function isPlausible(draft: Draft, grammar: Grammar): boolean {
  const { label, meaning, choices, rows, wording } = draft;
  if (!meaning?.exact && choices.length === 0 && isUnsupported(label, grammar)) return false;
  if (!meaning?.exact && /^[\d\s:.,h–-]+(?:am|pm|uhr)?$/iu.test(label)) return false;
  if (!meaning?.exact && NO_FIELD.test(fold(label))) return false;
  if (wording || meaning?.exact || rows || choices.length > 0) return true;
  const isQuestion = /[?;؟]["”»]?$/.test(label) || questionKind(label, grammar) !== undefined;
  if (isQuestion || draft.opinion !== undefined || asksWhether(label, grammar.languages[0]!)) return true;
  const folded = fold(label);
  if (!draft.kind && isClause(folded)) return false;
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return false;
  if (draft.kind === "consent" || grammar.agree.start(folded)) return true;
  if (grammar.form.is(folded) || FIELD_WORDS.has(folded)) return false;
  if (grammar.statementStarts.start(folded) && words.length > 2) return false;
  const hasType =
    meaning !== undefined ||
    evidenceIn(label, grammar) !== undefined ||
    draft.kind !== undefined ||
    draft.bounds !== undefined ||
    OF_RESPONDENTS.test(label);
  return words.length <= (hasType ? 2 * MAX_WORDS : MAX_WORDS);
}

/** "name you want to be quoted with" */
const OF_RESPONDENTS = /^(?:[\p{L}-]+ ){1,4}you(?:'d|'ll|'re|'ve)? \p{L}/iu;

/** "otherwise email is enough": a clause of its own. "Person who is responsible" is none. */
function isClause(folded: string): boolean {
  const [, before = ""] = CLAUSE.exec(folded) ?? [];
  return before !== "" && !RELATIVE.test(before);
}

const CLAUSE =
  /^(.+?) (?:is|are|was|were|must|should|needs?|has to|have to|shall|ist|sind|muss|mussen|soll|sollen|est|sont|doit|doivent|debe|deben|deve|devono|devem|moet|moeten|musi|musza) /u;
const RELATIVE =
  /(?:^| )(?:who|which|that|what|how|where|when|why|you|they|we|i|der|die|das|was|wer|wo|wie|qui|que|quoi|che|chi|wat|wie|dat)$/u;
/** "3 questions" and "show the phone" are words for the builder. */
const NO_FIELD =
  /^(?:\d+|two|three|four|five|six) (?:questions?|answers?|fields?|pages?|steps?|options?|choices)(?!\p{L})|^(?:show|display|hide|send|email|notify|calculate|charge|print|sort|remind|forward) (?:the|a|an|me|us|them|it|all|each|every|people|everyone|their|your) |^(?:right|directly|just) (?:after|before|above|below|behind) /u;

const unsupported = new Map<string, PhraseSet>();

/** "Our logo", "save answers to Google Sheets": nothing that a field could ask for. A logo to upload is one. */
function isUnsupported(label: string, grammar: Grammar): boolean {
  const language = grammar.languages[0]!;
  let set = unsupported.get(language);
  if (!set) {
    const phrases = [language, "en" as const].flatMap(
      (one) => instructionsIn(one).vocabulary.unsupported ?? [],
    );
    set = phraseSet(phrases.map((phrase) => (fold(phrase).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")));
    unsupported.set(language, set);
  }
  return !label.endsWith("?") && set.first(fold(label)) !== undefined;
}

const FIELD_WORDS: ReadonlySet<string> = new Set([
  "field",
  "fields",
  "question",
  "questions",
  "feld",
  "champ",
  "campo",
]);
