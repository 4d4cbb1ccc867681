/** Reads a sentence without a colon, a question or a condition: a purpose, a list of fields, or both. */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { splitChoices } from "./choices.ts";
import { denialIn } from "./denials.ts";
import { isInstruction } from "./instructions.ts";
import { isKnown } from "./known.ts";
import { splitList } from "./list.ts";
import { type Opener, openerOf, readOpened } from "./opener.ts";
import { optionsAt } from "./options.ts";
import { addItems, type Outline } from "./outline.ts";
import { areFields, isBareList, toItems } from "./recognise.ts";
import { mentionsForm, saysPurpose } from "./request.ts";
import { splitOutside, withoutTrailing } from "./split.ts";
import { statedLimit } from "./stated-limits.ts";

/** A choice or a field of more words is a sentence. */
const MAX_WORDS = 4;

/** A list of fields, a purpose, or neither: then the sentence is not understood. */
export function readPlain(text: string, sentence: string, outline: Outline, grammar: Grammar): void {
  const opener = openerOf(text, grammar);
  // "Name; dietary needs; date": words that open a list elsewhere are part of a label here.
  if (opener && isSemicolonList(text) && opener.start > text.indexOf(";")) {
    addItems(outline, toItems(text, grammar));
    outline.listsFields = true;
    return;
  }
  if (
    opener &&
    !tellsAboutAsker(text, opener, grammar) &&
    optionsAt(text, grammar)?.start !== opener.start &&
    readOpened(text, opener, outline, grammar)
  )
    return;
  const hasNoItems = outline.sections.every(({ items }) => items.length === 0);
  const isFirst = outline.purposeTexts.length === 0 && hasNoItems;
  const [first = "", ...others] = splitList(text, grammar);
  const options = isFirst && mentionsForm(first, grammar) ? optionsAt(first, grammar) : undefined;
  if (options) {
    const head = withoutTrailing(first.slice(0, options.start), " ,");
    outline.purposeTexts.push(head);
    const label = /["“„«]([^"“”„«»]+)["”“»]/.exec(head)?.[1] ?? head;
    addItems(outline, [
      { text: label, choices: splitChoices(first.slice(options.end).replace(/^[\s:]+/, ""), grammar) },
    ]);
    addItems(outline, toItems(others.join(", "), grammar));
    outline.listsFields = true;
    return;
  }
  const opens = isFirst && others.length > 0 && namesPurpose(first, others, grammar);
  if (opens) {
    outline.purposeTexts.push(first);
    addItems(outline, toItems(others.join(", "), grammar));
    outline.listsFields ||= others.length > 2;
    return;
  }
  const parts = first === "" ? [] : [first, ...others];
  const isPurpose = mentionsForm(text, grammar) || (isFirst && saysPurpose(text, grammar));
  if (isSemicolonList(text)) {
    addItems(outline, toItems(text, grammar));
    outline.listsFields = true;
  } else if (isPurpose && isFirst && parts.length === 1)
    outline.purposeTexts.push(withoutTrailing(text, " .!"));
  else if (areFields(parts, grammar) || (hasNoItems && !isPurpose && isBareList(parts))) {
    addItems(outline, toItems(text, grammar));
  } else if (isFirst && areNamedAfter(others, grammar)) {
    if (!isKnown(first, grammar)) outline.purposeTexts.push(first);
    for (const part of isKnown(first, grammar) ? parts : others)
      if (isKnown(part, grammar) || /[(:?]/.test(part) || areFields([part], grammar))
        addItems(outline, toItems(part, grammar));
      else if (isInstruction(part, grammar) || statedLimit(part, grammar))
        addItems(outline, [{ text: part }]);
      else outline.unused.push(part);
    outline.listsFields = true;
  } else if (isPurpose || (isFirst && (!/[.!]$/.test(text) || isHeading(text, grammar))))
    outline.purposeTexts.push(withoutTrailing(text, " .!"));
  else if (!addNamedFields(parts, outline, grammar)) outline.unused.push(sentence);
}

/** "Date; hive number; queen seen (yes/no)": semicolons stand between fields. */
function isSemicolonList(text: string): boolean {
  const parts = splitOutside(withoutTrailing(text, " .;"), /;/g);
  return parts.length > 3 && parts.every((part) => part.split(" ").length <= MAX_LISTED);
}

/** With its choices, a field of a list may have so many words. */
const MAX_LISTED = 12;

/** Nouns that name an occasion for a form. */
const HEADINGS =
  /\b(?:request|sale|entry|loan|inspection|intake|exchange|list|check|audit|log|claim|nomination|handover|party|trip|camp|club|class|night|match|race|competition|tournament|raffle|pick-?up|hire|rental|swap|visit|viewing|tour|suggestions?|ideas|complaints?|donations?|volunteers?|appointments?|enquiry|inquiry|consent|permission|report|details|planning|signup|sign-up|menu|interview|election|vote|ballot|contest)[.!]$/i;

/** Whether at least two parts behind the purpose name fields. */
function areNamedAfter(parts: readonly string[], grammar: Grammar): boolean {
  return parts.filter((part) => isKnown(part, grammar) || areFields([part], grammar)).length > 1;
}

/** "Dog sitting request." names the form, although the lexicon does not know the purpose. */
function isHeading(text: string, grammar: Grammar): boolean {
  return (
    /^[^,:;?()\d]{4,60}[.!]$/.test(text) &&
    (text.split(" ").length <= 2 || (text.split(" ").length <= 6 && HEADINGS.test(text))) &&
    !grammar.statementStarts.start(fold(text)) &&
    !isKnown(withoutTrailing(text, ".!"), grammar) &&
    !denialIn(text, grammar) &&
    !statedLimit(text, grammar)
  );
}

/** "We are a small studio with three teachers" lists no fields; "We collect name and email" does. */
function tellsAboutAsker(text: string, opener: Opener, grammar: Grammar): boolean {
  if (!grammar.statementStarts.start(fold(text)) || !grammar.dangling.is(opener.phrase)) return false;
  return !splitList(text.slice(opener.end), grammar).some((part) => isKnown(part, grammar));
}

/** "RSVP, one response per person, name": the first part of a list says what the form is for. */
function namesPurpose(first: string, others: readonly string[], grammar: Grammar): boolean {
  if (isKnown(first, grammar) && others.filter((part) => isKnown(part, grammar)).length < 2) return false;
  const isPurpose = mentionsForm(first, grammar) || saysPurpose(first, grammar);
  return isPurpose && (areFields(others, grammar) || others.some((part) => isInstruction(part, grammar)));
}

const SAYS =
  /^(?:and )?(?:also )?(?:they )?(?:should |can |must )?(?:say|tell us|tell me|state|let us know|indicate|add) (?=\S)/iu;
const REPORTED =
  /^(?:whether|if|how|which|what|when|where|why|who) (?:.* )?(?:they|he|she|people|you)(?=['’ ])/iu;

/** "We just need everyone's name, email and what they like": parts that name known fields, after words that name none. */
function addNamedFields(parts: readonly string[], outline: Outline, grammar: Grammar): boolean {
  const [first = "", ...others] = parts;
  const named = namedAtEnd(first, grammar);
  const ended = others.map((whole) => {
    // "say if they have a car" asks whether they have one.
    const part = whole.replace(SAYS, "");
    if (part !== whole && REPORTED.test(part)) return part;
    return isKnown(part, grammar) ||
      REPORTED.test(part) ||
      stripFillers(part, grammar).split(" ").length <= MAX_WORDS
      ? part
      : (namedAtEnd(part, grammar) ?? part);
  });
  const known = ended.filter((part) => isKnown(part, grammar)).length + (named ? 1 : 0);
  if (known < 2 || known * 3 < parts.length) return false;
  if (!named && mentionsForm(first, grammar)) outline.purposeTexts.push(first);
  else if (!named) outline.unused.push(first);
  addItems(
    outline,
    [...(named ? [named] : []), ...ended].map((text) => ({ text })),
  );
  outline.listsFields = true;
  return true;
}

/** The name of a known field with which a text ends: "just need everyone's name" -> "everyone's name". */
function namedAtEnd(text: string, grammar: Grammar): string | undefined {
  const words = text.split(" ");
  for (let count = Math.min(4, words.length); count > 0; count--) {
    const end = words.slice(-count).join(" ");
    if (isKnown(end, grammar)) return end;
  }
  return undefined;
}
