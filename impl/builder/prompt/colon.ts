/** Reads sentences with a colon: a purpose or a heading with its list of fields. */
import { findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { hasMarks, withoutMarks } from "../lexicon/mark-brackets.ts";
import { phraseSet, wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { slotCapacity } from "./capacity.ts";
import { splitChoices } from "./choices.ts";
import { splitAtAnd } from "./conjunctions.ts";
import { gridFrom, rankingFrom } from "./grids.ts";
import { isInstruction } from "./instructions.ts";
import { isKnown, isPersonName } from "./known.ts";
import { splitList } from "./list.ts";
import { listMark, withMark } from "./marked-lists.ts";
import { hasAnswers } from "./marks.ts";
import { openerOf } from "./opener.ts";
import { addItems, type Item, type Outline } from "./outline.ts";
import { pollFrom } from "./polls.ts";
import { totalIn } from "./prices.ts";
import { rangeIn, ratedItems } from "./ratings.ts";
import { areFields, listsFields, toItems } from "./recognise.ts";
import { readRemark } from "./remarks.ts";
import { mentionsForm } from "./request.ts";
import { colonAt, splitOutside, withoutTrailing } from "./split.ts";
import { asksByWords, listsSeveral, standsAlone } from "./stands-alone.ts";
import { statedLimit } from "./stated-limits.ts";

/** Whether a colon belongs to one field of a list that begins before it: "with name, role: developer or designer". */
export function isWithinList(text: string, colon: number, grammar: Grammar): boolean {
  const head = text.slice(0, colon);
  if (head.includes(";")) return true;
  if (gridFrom(head, text.slice(colon + 1), grammar)) return false;
  const [first = "", ...others] = splitOutside(head, /,/g);
  // "survey, one answer each, one question at a time: list": remarks on the form, before its list.
  const remarks = others.filter((part) => readRemark(part, grammar) ?? isInstruction(part, grammar));
  if (remarks.length * 2 > others.length && mentionsForm(first, grammar)) return false;
  const opener = openerOf(head, grammar);
  if (opener !== undefined && head.indexOf(",", opener.end) > 0) return true;
  // "Butterfly count, one record per walk: observer*, date, wind (calm, strong)": no part of the head asks for anything.
  const list = text.slice(colon + 1);
  if (
    splitOutside(list, /,/g).length > 3 &&
    listsSeveral(list, grammar) &&
    !others.some((part) => standsAlone(part, grammar))
  )
    return false;
  // "nickname, which games (A, B), own pc y/n, pizza: A / B" is a list, and "pizza" a field of it.
  const asks = others.filter((part) => ASKS.test(part) || questionKind(part, grammar)).length;
  if (asks > 1 && !mentionsForm(first, grammar) && !mentionsForm(others.at(-1)!, grammar)) return true;
  const isEnglishList = grammar.languages[0] === "en" && others.length > 1 && !mentionsForm(head, grammar);
  if (isEnglishList && areFields([first, ...others.slice(0, -1)], grammar)) return true;
  const named = others.slice(0, -1).every((part) => areKnown(part, grammar));
  const opens =
    areKnown(first, grammar) ||
    (others.length > 1 && mentionsForm(first, grammar) && !grammar.or.first(fold(others.at(-1)!)));
  if (
    areKnown(first, grammar) &&
    others.length > 1 &&
    isLastFieldOfMany(others.at(-1)!, text.slice(colon + 1), grammar)
  )
    return true;
  return others.length > 0 && opens && named && !mentionsForm(others.at(-1)!, grammar);
}

/** "name, how many of you come and what you bring: wine, dessert or bread": the list with "or" belongs to the last field. */
function isLastFieldOfMany(last: string, list: string, grammar: Grammar): boolean {
  const choices = splitOutside(list, /,/g);
  return (
    !mentionsForm(last, grammar) &&
    choices.length > 1 &&
    grammar.or.all(fold(choices.at(-1)!)).some(({ start }) => start > 0) &&
    !choices.some((choice) => isKnown(choice, grammar))
  );
}

/** "games (A, B)", "own pc y/n" */
const ASKS = /\([^()]+\)$|\b(?:y\/n|yes\/no|yes or no)\??$/iu;

/** "name", "name and email" */
function areKnown(part: string, grammar: Grammar): boolean {
  return splitAtAnd(part, grammar, true).every((one) => isKnown(one, grammar));
}

/** "Contact form: name, email"; and "Address: street, city" where several such sentences make sections. */
export function readColon(
  text: string,
  colon: number,
  outline: Outline,
  grammar: Grammar,
  sectioned: boolean,
): void {
  const head = text.slice(0, colon).trim();
  const list = text.slice(colon + 1).trim();
  const mark = listMark(head, grammar);
  if (mark) {
    if (mark.title !== "") outline.purposeTexts.push(withoutOpener(mark.title, grammar));
    addItems(outline, withMark(toItems(list, grammar), mark.required, grammar));
    outline.listsFields = true;
    return;
  }
  const titled = titledList(head, list, grammar);
  if (titled) {
    outline.purposeTexts.push(titled.title);
    readColon(`${head}: ${titled.list}`, head.length, outline, grammar, sectioned);
    return;
  }
  const [, ranked = "", order = ""] = /^([^?]{3,400}) [-–—] ([^,]{3,80})$/.exec(list) ?? [];
  const [, first = "", behind = ""] = /^([^,?:()]{3,80}) [-–—] ([^?:]{3,400})$/.exec(list) ?? [];
  const ranking =
    (order === "" ? undefined : rankingFrom(order, ranked, grammar)) ??
    (first === "" ? undefined : rankingFrom(first, behind, grammar));
  if (ranking) {
    if (mentionsForm(head, grammar)) outline.purposeTexts.push(head);
    addItems(outline, [
      { ...ranking, text: mentionsForm(head, grammar) ? ranking.text : sentenceCase(head) },
    ]);
    outline.listsFields = true;
    return;
  }
  const isSection = sectioned && !mentionsForm(head, grammar);
  const grid = gridFrom(head, list, grammar) ?? rankingFrom(head, list, grammar);
  if (grid) {
    addItems(outline, [grid].flat());
    return;
  }
  const poll = pollFrom(head, list, grammar);
  if (poll) {
    outline.purposeTexts.push(head);
    addItems(outline, [poll]);
    outline.listsFields = true;
    return;
  }
  if (isOneField(head, list, grammar)) {
    addItems(outline, [{ text: MATRIX.test(head) ? list : text }]);
    return;
  }
  const chosen = chosenFrom(head, list, grammar);
  if (chosen) {
    addItems(outline, [chosen]);
    return;
  }
  if (addSections(head, list, outline, grammar)) return;
  const scale = rangeIn(head, grammar);
  if (scale && list.endsWith("?") && splitList(list, grammar).length === 1) {
    addItems(outline, [{ text: list, shared: scale }]);
    return;
  }
  const quoted = QUOTED_SECTION.exec(head)?.[1];
  if (quoted) {
    outline.sections.push({ title: quoted, items: toItems(list, grammar) });
    outline.listsFields = true;
    return;
  }
  if (NUMBERED.test(`${head} `)) {
    const [, title = "", fields = list] = /^([^,:]{1,60}?) [-–—] (.+)$/.exec(list) ?? [];
    outline.sections.push({ title: title === "" ? head : title, items: toItems(fields, grammar) });
    outline.listsFields = true;
    return;
  }
  const rated = ratedItems(head, splitList(list, grammar), grammar);
  if (isSection && !rated && !listsFields(list, grammar)) {
    addItems(outline, [{ text }]);
    outline.listsFields = true;
    return;
  }
  const about = grammar.aspects.first(fold(head)) ? { opinion: "about" as const } : {};
  const items: readonly Item[] = rated ?? toItems(list, grammar).map((item) => ({ ...about, ...item }));
  const asksToRate = rated !== undefined && grammar.ratings.first(fold(head)) !== undefined;
  if (!asksToRate) readHead(head, items, outline, grammar, sectioned);
  addItems(outline, items);
  if (items.length > 0) outline.listsFields = true;
}

/** "Form in German: Guest registration - name, arrival": the words before the dash are the title. */
function titledList(
  head: string,
  list: string,
  grammar: Grammar,
): { title: string; list: string } | undefined {
  const [, title = "", rest = ""] = /^([^,;()?:]{3,60}?) [-–—] ([^-–—]+,.+)$/.exec(list) ?? [];
  if (rest === "" || !mentionsForm(head, grammar) || isKnown(title, grammar)) return undefined;
  if (rankingFrom(title, rest, grammar)) return undefined;
  return isKnown(splitList(rest, grammar)[0] ?? "", grammar) ? { title, list: rest } : undefined;
}

/** "Personal: name, email; Documents: CV, photo" makes sections; "dropdown for the country: A, B; checkboxes for ..." fields. */
export function readSegments(text: string, outline: Outline, grammar: Grammar): boolean {
  const segments = splitOutside(withoutTrailing(text, " ."), /;/g);
  if (segments.length < 2 || !segments.every((segment) => colonAt(segment) > 0)) return false;
  for (const [index, segment] of segments.entries()) {
    const whole = segment.slice(0, colonAt(segment)).trim();
    const list = segment.slice(colonAt(segment) + 1).trim();
    const [, purpose = "", title = whole] = (index === 0 && /^(.{3,60}?) [-–—] (.+)$/.exec(whole)) || [];
    if (purpose !== "") outline.purposeTexts.push(purpose);
    const kind = grammar.kinds.start(fold(title))?.phrase;
    const isChoice = kind !== undefined && CHOOSING.has(findKind(kind, grammar.languages)?.value ?? "");
    if (isChoice) addItems(outline, [{ text: title, choices: splitChoices(list, grammar) }]);
    else if (listsFields(list, grammar)) outline.sections.push({ title, items: toItems(list, grammar) });
    else addItems(outline, [{ text: `${title}: ${list}` }]);
  }
  outline.listsFields = true;
  return true;
}

/** "Choose your workshops (max 2): Pottery, Dance" and "Employment status: employed, retired": one field and its choices. */
function chosenFrom(head: string, list: string, grammar: Grammar): Item | undefined {
  if (ratedItems(head, splitList(list, grammar), grammar)) return undefined;
  const parts = splitChoices(withoutTrailing(list, " ."), grammar);
  const last = parts.at(-1) ?? "";
  const shared = slotCapacity(last, grammar);
  if (shared !== undefined) parts.pop();
  const picks = instructionsIn(grammar.languages[0]!).vocabulary.pick ?? [];
  const picked = withoutStart(head.replace(RESPONDENTS, ""), phraseSet(picks.map(fold)));
  if (parts.length < 2 || parts.some((part) => part.length > 60 || /[:?](?!\d)/.test(part))) return undefined;
  const chosen: Item = { text: picked, choices: parts, ...(shared !== undefined && { capacity: shared }) };
  if (parts.some((part) => hasAnswers(part, grammar)) || areSlots(parts)) return chosen;
  if (parts.filter(hasMarks).length > 1 && !parts.some((part) => isKnown(withoutMarks(part), grammar)))
    return chosen;
  const known = parts.filter((part) => isKnown(part, grammar) || asksByWords(part, grammar)).length;
  const isPicked = picked !== head || grammar.atMost.test(fold(head));
  grammar.atMost.lastIndex = 0;
  const bare = stripFillers(picked, grammar);
  const isListOfFields = mentionsForm(head, grammar) || parts.some((part) => isNoChoice(part, grammar));
  const isKnownHead = (isKnown(bare, grammar) || asksWhich(head)) && known * 3 <= parts.length;
  const isField =
    !isListOfFields && (isKnownHead || (namesList(bare, parts, grammar) && known * 2 <= parts.length));
  return (isPicked && !mentionsForm(head, grammar) && known * 2 <= parts.length) || isField
    ? chosen
    : undefined;
}

/** "which days can you help" */
function asksWhich(head: string): boolean {
  return /^(?:(?:on |at |in )?(?:which|what) \p{L}+|when|where) (?:do|does|can|could|would|are|will|did|should) \p{L}/iu.test(
    head,
  );
}

/** "they can choose up to 3 of these workshops" */
const RESPONDENTS =
  /^(?:they|people|guests|users|members|everyone|participants|customers|you|respondents) (?:(?:can|may|should|must|have to) )?(?=choose|pick|select)/i;

/** "Name", "phone optional", "limit 50 people" and "show the total" stand among fields, not among choices. */
function isNoChoice(part: string, grammar: Grammar): boolean {
  const folded = fold(part);
  return (
    totalIn(part, grammar) !== undefined ||
    grammar.optional.first(folded) !== undefined ||
    grammar.required.first(folded) !== undefined ||
    statedLimit(part, grammar)?.countsResponses === true ||
    isPersonName(part, grammar)
  );
}

/** "Employment status", "type of car": such words are followed by their choices, if these are short. */
function namesList(head: string, parts: readonly string[], grammar: Grammar): boolean {
  const nouns = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.listNouns ?? []);
  const words = fold(head).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length > 4 || parts.some((part) => part.split(" ").length > 3)) return false;
  return nouns.is(words.at(-1) ?? "") || nouns.is(words[0] ?? "");
}

/** "14:00, 14:20, 14:40": times are choices. */
function areSlots(parts: readonly string[]): boolean {
  return parts.every((part) =>
    /^\d{1,2}(?:[:.]\d{2})? ?(?:[ap]m|h|uhr)?(?: ?[-–] ?\d{1,2}(?:[:.]\d{2})? ?(?:[ap]m|h|uhr)?)?(?=$| |\u{e000})/iu.test(
      part,
    ),
  );
}

/** "Page 1", "Step 2 -": no title of a page. */
export const NUMBERED =
  /^(?:page|step|part|section|seite|schritt|teil|abschnitt|partie|étape|página|paso|parte|pagina|passo|stap|deel|strona|krok|część|strana|oldal|lépés|sida|steg|side|trin|sivu|vaihe|leht|samm|lapa|solis|puslapis|žingsnis) *(?:\d{1,3}|one|two|three|four|five|six|eins|zwei|drei|vier)(?![\p{L}\p{N}]) *[-–—:.(]? */iu;

/** `Section "About you"` */
export const QUOTED_SECTION =
  /^(?:(?:page|section|part|step|seite|abschnitt|teil|page|partie|section|página|sección|parte|pagina|sezione|sectie|strona|sekcja|sida|avsnitt|side|afsnit|seção|secção|secţiunea|secțiunea|secțiune|oldal|szakasz|sivu|osio|leht|jaotis|lapa|sadaļa|puslapis|skyrius|sekce|sekcia|stránka|strana|sekcija|odjeljak|razdelek|stran|ενότητα|σελίδα|раздел|секция|страница|taqsima|paġna|cuid|leathanach)(?: \d{1,2})?) ?["“„«']\s?([^"“”„«»']{1,80}?)\s?["”“»']$/iu;

const MATRIX = /^(?:matrix|grid|table)(?: question)?$/i;
const SECTIONS =
  /\b(?:sections|pages|parts|steps|abschnitte|seiten|teile|schritte|sections|étapes|secciones|páginas|sezioni|pagine|secties|pagina's)\b/iu;

/** "three sections: Personal (name, email), Work (company)": a page for each. */
function addSections(head: string, list: string, outline: Outline, grammar: Grammar): boolean {
  const parts = splitList(list, grammar).map((part) => /^(.+?) ?\((.+)\)$/.exec(part));
  if (!SECTIONS.test(head) || parts.length < 2 || !parts.every((part) => part !== null)) return false;
  for (const [, title = "", fields = ""] of parts) {
    outline.sections.push({ title, items: toItems(fields, grammar) });
  }
  outline.listsFields = true;
  return true;
}

const CHOOSING: ReadonlySet<string> = new Set([
  "ranking",
  "single_choice",
  "multiple_choice",
  "dropdown",
  "matrix",
]);

/** "Rank these: A, B, C" is one field, and so is a matrix with its rows and columns. */
function isOneField(head: string, list: string, grammar: Grammar): boolean {
  if (/\brows?\s?[:=]/i.test(list) && /\b(?:columns?|cols)\s?[:=]/i.test(list)) return true;
  const kind = grammar.kinds.start(fold(head))?.phrase;
  if (kind === undefined) return false;
  const isAsked =
    /\?\s*(?:\([^()]*\))?\.?$/.test(list.replace(/\([^()]*\)(?=\s*\?)/g, "")) &&
    splitList(list, grammar).length === 1;
  return (
    (isAsked && grammar.kinds.is(fold(head))) || CHOOSING.has(findKind(kind, grammar.languages)?.value ?? "")
  );
}

/** Reads the text before a colon: the purpose, the title of a section, or words that open a list. */
function readHead(
  head: string,
  items: readonly Item[],
  outline: Outline,
  grammar: Grammar,
  sectioned: boolean,
): void {
  const isFirst = outline.purposeTexts.length === 0;
  if (items.length === 0 || mentionsForm(head, grammar) || (!sectioned && isFirst)) {
    outline.purposeTexts.push(withoutOpener(withoutSideRemarks(head, outline, grammar), grammar));
  } else if (sectioned || outline.sections.some((section) => section.items.length > 0)) {
    outline.sections.push({ title: head, items: [] });
  }
}

/** "Safety test, name of employee" and "form with one question per page": the purpose; what else the words name is taken. */
export function withoutSideRemarks(whole: string, outline: Outline, grammar: Grammar): string {
  const [, before = whole, inner = ""] = /^(.+?) ?\(([^()]{3,60})\)$/u.exec(whole) ?? [];
  const noted = inner === "" ? undefined : readRemark(inner, grammar);
  if (noted && noted.kind !== "title") outline.remarks.push(noted);
  const head = noted && noted.kind !== "title" ? before : whole;
  const openers = grammar.openers.all(fold(head));
  const found = openers.find(({ end }) => isInstruction(head.slice(end).trim(), grammar));
  if (found) outline.instructions.push(head.slice(found.end).trim());
  const text = found ? head.slice(0, found.start).trim() : head;
  const [first = "", ...others] = splitOutside(text, /,/g);
  const kept = [first];
  for (const part of others) {
    const remark = readRemark(part, grammar);
    if (remark && remark.kind !== "title") outline.remarks.push(remark);
    else if (isKnown(part, grammar)) addItems(outline, [{ text: part }]);
    else if (isInstruction(part, grammar)) outline.instructions.push(part);
    else kept.push(part);
  }
  return kept.join(", ");
}

/** "contact form with the following fields" -> "contact form" */
export function withoutOpener(head: string, grammar: Grammar): string {
  const opener = grammar.openers.all(fold(head)).at(-1);
  return opener && opener.end >= head.length - 1 ? head.slice(0, opener.start).trim() : head;
}
