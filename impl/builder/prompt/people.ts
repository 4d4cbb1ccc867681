/** Reads sentences such as "Visitors should state their name, choose a tour and sign": the list of what people give. */
import { findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { conditionIn } from "./instructions.ts";
import { isKnown } from "./known.ts";
import type { Item } from "./outline.ts";
import { PEOPLE_WORDS, type PeopleWords } from "./people-words.ts";
import { toItems } from "./recognise.ts";
import { mentionsForm, startsCondition } from "./request.ts";
import { colonAt, withoutTrailing } from "./split.ts";

/** A longer sentence is read in other ways. */
const MAX_SENTENCE = 1500;

/** The fields that a sentence about respondents lists; undefined: it lists none. */
export function givenByPeople(sentence: string, grammar: Grammar): Item[] | undefined {
  const words = PEOPLE_WORDS[grammar.languages[0]!];
  if (!words || sentence.length > MAX_SENTENCE || sentence.endsWith("?") || colonAt(sentence) > 0)
    return undefined;
  if (startsCondition(sentence, grammar) || conditionIn(sentence, grammar) !== undefined) return undefined;
  const start = words.starts.map((pattern) => pattern.exec(sentence)).find((found) => found !== null);
  if (!start || mentionsForm(start[0], grammar)) return undefined;
  if (asksForForm(sentence.slice(start[0].length), grammar)) return undefined;
  // The verb before the first part says what kind of field it is.
  const verb = /(\S+)\s*$/.exec(start[0])?.[1] ?? "";
  const rest = withoutTrailing(sentence.slice(start[0].length).trim(), " .!");
  const first =
    words.upload?.test(`${verb} x`) || words.describe?.test(`${verb} x`) ? `${verb} ${rest}` : rest;
  const said = words.before ? first.replace(words.before, ", ") : first;
  const list = words.ends ? said.replace(words.ends, "") : said;
  const items = toItems(list, grammar).map((item) => byVerb(item, words, grammar));
  return items.length > 0 && areGiven(items, grammar) ? items : undefined;
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
      INDIRECT.test(bare)
    );
  }).length;
  return sure * 3 >= items.length;
}

const INDIRECT =
  /^(?:whether|if|which|what|ob|welche[rs]?|wie|wo|si |s['’]|quels?|quelles?|comment|cómo|qué|se |quale|quali|of |welke|hoe|qual|quais|czy|jak)(?= |$|\p{L})/iu;

/** "attach up to 3 photos" -> a file, "describe the damage" -> a long text, "sign" -> a signature. */
function byVerb(item: Item, words: PeopleWords, grammar: Grammar): Item {
  const text = stripAnd(item.text, grammar);
  if (words.sign?.test(text))
    return { text: labelsIn(grammar.languages[0]!).fields.signature, kind: "signature" };
  const uploaded = words.upload ? text.replace(words.upload, "") : text;
  if (uploaded !== text && (!ADD.test(text) || namesFile(uploaded, grammar)))
    return fileOf(item, uploaded, grammar);
  if (uploaded !== text) return { ...item, text: uploaded };
  const described = words.describe ? text.replace(words.describe, "") : text;
  if (described !== text) return { ...item, text: described, kind: "long_text" };
  const plain = text.replace(words.verbs, "");
  return plain === item.text ? item : { ...item, text: plain };
}

/** "add a photo" asks for a file, "add a comment" does not. */
const ADD = /^(?:and )?(?:then )?(?:also )?(?:they )?(?:(?:can|should|must|may) )?add /iu;

function namesFile(text: string, grammar: Grammar): boolean {
  return /\b(?:photo|picture|image|file|scan|copy|document|screenshot|pdf|logo|drawing|sketch)/iu.test(
    stripFillers(text, grammar),
  );
}

/** "photos (up to 3 photos)": what the lexicon knows as a file keeps its own kind. */
function fileOf(item: Item, text: string, grammar: Grammar): Item {
  const bare = stripFillers(text, grammar);
  const counted = /^\p{L}[^\d,()]{1,14} \d{1,3} (\p{L}{3,20}(?: \p{L}{3,20})?)$/u.exec(bare)?.[1];
  if (counted)
    return {
      ...item,
      text: `${counted} (${bare})`,
      ...(!isKnown(counted, grammar) && { kind: "file_upload" }),
    };
  const isFile = isKnown(bare, grammar) || findKind(fold(bare), grammar.languages) !== undefined;
  return { ...item, text: bare, ...(!isFile && { kind: "file_upload" as const }) };
}
