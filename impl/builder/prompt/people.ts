/** Reads sentences such as "Visitors should state their name, choose a tour and sign": the list of what people give. */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import type { PhraseSet } from "../lexicon/phrases.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { conditionIn } from "./instructions.ts";
import { isKnown } from "./known.ts";
import type { Item } from "./outline.ts";
import { fileIn, fileOf } from "./people-files.ts";
import { type PeopleSentence, peopleSentence, peopleSets } from "./people-phrases.ts";
import { PEOPLE_WORDS } from "./people-words.ts";
import { toItems } from "./recognise.ts";
import { mentionsForm, startsCondition } from "./request.ts";
import { colonAt, withoutTrailing } from "./split.ts";

/** A longer sentence is read in other ways. */
const MAX_SENTENCE = 1500;

/** The fields that a sentence about respondents lists; undefined: it lists none. */
export function givenByPeople(sentence: string, grammar: Grammar): Item[] | undefined {
  if (sentence.length > MAX_SENTENCE || sentence.endsWith("?")) return undefined;
  if (startsCondition(sentence, grammar) || conditionIn(sentence, grammar) !== undefined) return undefined;
  const found = grammar.languages[0] === "en" ? englishSentence(sentence) : peopleSentence(sentence, grammar);
  if (!found || mentionsForm(found.start, grammar) || asksForForm(found.list, grammar)) return undefined;
  const items = toItems(found.list, grammar)
    .filter(({ text }) => !isOnlyVerb(text, grammar))
    .map((item) => byVerb(item, grammar));
  return items.length > 0 && areGiven(items, grammar) ? items : undefined;
}

function englishSentence(sentence: string): PeopleSentence | undefined {
  const start = PEOPLE_WORDS.starts.map((pattern) => pattern.exec(sentence)?.[0]).find(Boolean);
  if (start === undefined) return undefined;
  // A colon within the list is that of one field: "their name, club, and group: open, seniors".
  const colon = colonAt(sentence);
  if (colon > 0 && !sentence.slice(start.length, colon).includes(",")) return undefined;
  // The verb before the first part says what kind of field it is.
  const verb = /(\S+)\s*$/.exec(start)?.[1] ?? "";
  const rest = withoutTrailing(sentence.slice(start.length).trim(), " .!");
  const isObject = PEOPLE_WORDS.upload.test(`${verb} x`) || PEOPLE_WORDS.describe.test(`${verb} x`);
  return { start, list: isObject ? `${verb} ${rest}` : rest };
}

/** "Wir brauchen ein Bewerbungsformular mit Lebenslauf" asks the builder. */
function asksForForm(text: string, grammar: Grammar): boolean {
  const [first = ""] = text.split(/,|\(/);
  return (
    mentionsForm(first, grammar) ||
    /(?:formular|umfrage|fragebogen|formulier|enqu[eê]te|formulaire|formulario|modulo|formulář|formularz)/iu.test(
      first,
    )
  );
}

/** Whether the words are names of fields: "their name and phone", not "their coats at the door". */
function areGiven(items: readonly Item[], grammar: Grammar): boolean {
  const sure = items.filter(({ text, kind }) => {
    const bare = stripFillers(stripAnd(text, grammar), grammar);
    return (
      kind !== undefined ||
      isKnown(bare, grammar) ||
      /\([^()]+\)$/.test(bare) ||
      questionKind(bare, grammar) !== undefined ||
      isIndirect(bare, grammar) ||
      isIndirect(stripAnd(text, grammar), grammar)
    );
  }).length;
  return sure * 3 >= items.length;
}

const INDIRECT = /^(?:whether|if|which|what)(?= |$|\p{L})/iu;

function isIndirect(text: string, grammar: Grammar): boolean {
  const sets = peopleSets(grammar.languages[0]!);
  return sets ? sets.indirect.start(fold(text)) !== undefined : INDIRECT.test(text);
}

/** "they should be able to add up to 4 photos" among the items of any list. */
export function fromPeople(item: Item, grammar: Grammar): Item {
  if (grammar.languages[0] === "en") return THEY.test(item.text) ? byVerb(item, grammar) : item;
  if (item.choices?.length || item.kind) return item;
  return fileIn(item.text, grammar) ?? { ...item, text: withoutPeople(item.text, grammar) };
}

/** "pokud ne, ať napíšou proč" -> "pokud ne, proč": what people should do is no part of a label. */
function withoutPeople(text: string, grammar: Grammar): string {
  const sets = peopleSets(grammar.languages[0]!);
  if (!sets) return text;
  const answer = grammar.ifYes.start(fold(text)) ?? grammar.ifNo.start(fold(text));
  const start = answer ? text.slice(0, answer.end) : "";
  const rest = text.slice(start.length).replace(/^[\s,]+/, "");
  const allowed = withoutStart(rest, sets.modals);
  if (allowed === rest && start === "") return text;
  const bare = withoutStart(withoutStart(allowed, sets.gives), sets.describes);
  if (bare === allowed) return text;
  return start === "" ? bare : `${start}, ${bare}`;
}

const THEY =
  /^(?:and )?(?:also |then )?(?:they|people|everyone) (?:can|could|should|must|may|will|need to|have to)(?![\p{L}])/iu;

/** "attach up to 3 photos" -> a file, "describe the damage" -> a long text, "sign" -> a signature. */
function byVerb(item: Item, grammar: Grammar): Item {
  const sets = peopleSets(grammar.languages[0]!);
  const text = stripAnd(item.text, grammar);
  const signs = sets ? sets.signs.start(fold(text)) !== undefined : PEOPLE_WORDS.sign.test(text);
  if (signs) return { text: labelsIn(grammar.languages[0]!).fields.signature, kind: "signature" };
  const cut = (set: PhraseSet | undefined, pattern: RegExp) =>
    set ? withoutStart(text, set) : text.replace(pattern, "");
  const uploaded = cut(sets?.uploads, PEOPLE_WORDS.upload);
  if (uploaded !== text && (!ADD.test(text) || namesFile(uploaded, grammar)))
    return fileOf(item, uploaded, grammar);
  if (uploaded !== text) return { ...item, text: uploaded };
  const described = cut(sets?.describes, PEOPLE_WORDS.describe);
  if (described !== text) return { ...item, text: described, kind: "long_text" };
  const plain = withoutStart(cut(sets?.gives, PEOPLE_WORDS.verbs), sets?.wants ?? NONE);
  return plain === item.text ? item : { ...item, text: plain };
}

/** "add a photo" asks for a file, "add a comment" does not. */
const ADD =
  /^(?:and )?(?:then )?(?:also )?(?:they )?(?:(?:can|should|must|may|need to|have to) )?(?:be able to )?(?:optionally )?adds? /iu;

function namesFile(text: string, grammar: Grammar): boolean {
  return /\b(?:photo|picture|image|file|scan|copy|document|screenshot|pdf|logo|drawing|sketch)/iu.test(
    stripFillers(text, grammar),
  );
}

const NONE = wordSet([]);

/** "and say" before the next question asks for nothing itself. */
function isOnlyVerb(text: string, grammar: Grammar): boolean {
  const sets = peopleSets(grammar.languages[0]!);
  const folded = fold(stripAnd(text, grammar));
  const also = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.alsoWords ?? []);
  return (
    sets !== undefined &&
    [sets.gives, sets.wants, sets.modals, sets.finals, also].some((set) => set.is(folded))
  );
}
