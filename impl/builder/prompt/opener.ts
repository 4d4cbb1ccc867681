/** Reads lists of fields after words such as "with" and "asking for". */
import { SHAPES } from "../fields/shapes.ts";
import { findConcept, findOpinion } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import type { PhraseMatch } from "../lexicon/phrases.ts";
import { intentOf } from "./intent.ts";
import { isKnown } from "./known.ts";
import { splitList } from "./list.ts";
import { addItems, type Outline } from "./outline.ts";
import { rangeIn, ratedItems, withoutRange } from "./ratings.ts";
import { areFields, arePlausible, toItems } from "./recognise.ts";
import { mentionsForm, saysNothing, saysPurpose, stripRequest } from "./request.ts";
import { enclosed } from "./split.ts";

/** "hourly rate" is an amount and asks to rate nothing. */
const RATE_OF =
  /(?:hourly|daily|weekly|monthly|annual|interest|tax|exchange|heart|growth|flat|pay|day|wage|vat) $/;

/** "whether they have pets": this "have" opens no list. */
const AFTER_PERSON = /(?:^| )(?:they|you|who|people|guests|customers|he|she) $/;

/** Words that open a list, and what the list holds. */
export interface Opener extends PhraseMatch {
  readonly role: "fields" | "purpose" | "aspects" | "rated" | "topics";
}

/** The words that open the list of fields. "to collect" and "about" count only if there is no other opener. */
export function openerOf(text: string, grammar: Grammar): Opener | undefined {
  const folded = fold(text);
  const inside = enclosed(text);
  const first = (role: Opener["role"], found: PhraseMatch[]): Opener[] => {
    const usable = found.find(
      ({ start, end }) =>
        inside[start] === 0 &&
        end < text.length - 1 &&
        !((role === "fields" || role === "purpose") && isWithinQuestion(text, start, grammar)),
    );
    return usable ? [{ ...usable, role }] : [];
  };
  const best = [
    ...first("aspects", grammar.aspects.all(folded)),
    ...first(
      "rated",
      grammar.ratings.all(folded).filter(({ start }) => !RATE_OF.test(folded.slice(0, start))),
    ),
    ...first("fields", grammar.openers.all(folded)),
  ].sort((a, b) => a.start - b.start || b.end - a.end)[0];
  const weak = [
    ...first(
      "purpose",
      grammar.purposes.all(folded).filter(({ start }) => !AFTER_PERSON.test(folded.slice(0, start))),
    ),
    ...first("topics", grammar.topics.all(folded)),
  ];
  return best ?? weak[0];
}

/** "does it contain nuts", "whether the dog is ok with children": these words open no list. */
function isWithinQuestion(text: string, at: number, grammar: Grammar): boolean {
  const part = stripAnd(text.slice(text.lastIndexOf(", ", at) + 1, at).trim(), grammar);
  if (stripRequest(part, grammar) !== part) return false;
  return part.includes(" ") && (questionKind(part, grammar) !== undefined || ASKED.test(part));
}

const ASKED = /^(?:whether|if|how|what|which|who|where|when|why) /iu;

/** Reads the text before and the list after an opener. Returns false if the words after it are not fields. */
export function readOpened(text: string, opener: Opener, outline: Outline, grammar: Grammar): boolean {
  const head = text.slice(0, opener.start).trim();
  const list = text.slice(opener.end).trim();
  switch (opener.role) {
    case "rated": {
      const items = ratedItems("", splitList(text.slice(opener.start), grammar), grammar);
      if (!items) return false;
      addHead(head, outline, grammar);
      addItems(outline, items);
      return true;
    }
    case "aspects":
      if (isSubject(list, opener, grammar)) {
        outline.purposeTexts.push(`${opener.phrase} ${list}`);
        return true;
      }
      addHead(FEEDBACK.test(opener.phrase) ? opener.phrase.split(" ")[0]! : head, outline, grammar);
      addAspects(list, outline, grammar);
      return true;
    case "topics":
      if (!areOpinions(list, grammar)) return false;
      addHead(head, outline, grammar);
      addAspects(list, outline, grammar);
      return true;
    default:
      return readFields(head, list, opener, outline, grammar);
  }
}

/** "feedback on our new website": one thing of which the lexicon knows no opinion is what the form is about. */
function isSubject(list: string, { phrase }: Opener, grammar: Grammar): boolean {
  const [only = "", ...others] = splitList(list, grammar);
  return (
    FEEDBACK.test(phrase) &&
    others.length === 0 &&
    !/[:(?]/.test(only) &&
    !rangeIn(only, grammar) &&
    !isOpinion(stripFillers(only, grammar), grammar) &&
    !isKnown(only, grammar)
  );
}

const FEEDBACK = /^(?:feedback|opinion|avis|meinung)/;

/** The text before a list: the purpose, unless it lists fields itself: "doctor's name, wait time, rating for friendliness". */
function addHead(head: string, outline: Outline, grammar: Grammar): void {
  const parts = splitList(head, grammar);
  const [first = "", ...others] = parts;
  if (others.length === 0 || !head.includes(",") || !areFields(others, grammar)) {
    if (head !== "" && !saysNothing(head, grammar)) outline.purposeTexts.push(head);
    return;
  }
  const isPurpose = mentionsForm(first, grammar) || saysPurpose(first, grammar);
  if (isPurpose) outline.purposeTexts.push(first);
  addItems(outline, toItems((isPurpose ? others : parts).join(", "), grammar));
}

/** "feedback on food, service and price from 1 to 5": the range applies to all. */
function addAspects(list: string, outline: Outline, grammar: Grammar): void {
  const parts = splitList(list, grammar);
  const shared = rangeIn(parts.at(-1) ?? "", grammar);
  addItems(
    outline,
    parts.map((part) => ({
      text: shared ? withoutRange(part, grammar) : part,
      opinion: "about" as const,
      ...(shared && { shared }),
    })),
  );
}

/** Whether the list after "about" holds matters of opinion: "about the food and the service", not "about pets". */
function areOpinions(list: string, grammar: Grammar): boolean {
  const parts = splitList(list, grammar);
  const known = parts.filter((part) => isOpinion(stripFillers(part, grammar), grammar));
  return (
    parts.length > 1 && (known.length * 2 >= parts.length || rangeIn(parts.at(-1)!, grammar) !== undefined)
  );
}

function isOpinion(text: string, grammar: Grammar): boolean {
  if (findOpinion(text, grammar.languages)) return true;
  const concept = findConcept(text, grammar.languages)?.value;
  return concept !== undefined && SHAPES[concept].type === "rating";
}

/** "Customers can rent bikes from us": what follows need not be fields. */
const MAY = /(?:^| )(?:can|to|people|users|guests|applicants|customers|them)$/;

function readFields(head: string, list: string, opener: Opener, outline: Outline, grammar: Grammar): boolean {
  const parts = splitList(list, grammar);
  const isSure = opener.role === "fields" && (opener.phrase.includes(" ") || head === "");
  if (!isSure && !arePlausible(parts, grammar)) return false;
  const isFirst = outline.sections.every(({ items }) => items.length === 0);
  if (
    isFirst &&
    parts.length === 1 &&
    !isKnown(list, grammar) &&
    !/[(?]/.test(list) &&
    intentOf(list, grammar)
  ) {
    outline.purposeTexts.push(grammar.form.is(fold(head)) ? list : `${head} ${list}`.trim());
    return true;
  }
  if (MAY.test(opener.phrase) && parts.length === 1 && !arePlausible(parts, grammar)) return false;
  addHead(head, outline, grammar);
  addItems(outline, toItems(list, grammar));
  return true;
}
