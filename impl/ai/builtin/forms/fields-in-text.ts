/** Decides which parts of running text are fields. A part that may be half of a sentence is none, and is quoted. */
import { isQuestion } from "../items/answers.ts";
import { wordLength } from "../items/choices.ts";
import type { Said } from "../items/draft.ts";
import { type Item, readItem } from "../items/item.ts";
import { partsOf, readList } from "../items/list.ts";
import { modifierAt } from "../items/modifiers.ts";
import { readCondition } from "../items/readers/conditions.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";

/** The most words of a part of a list, of its parts on average, of labels beside other parts, and of a choice. */
const MAX_WORDS = { part: 9, mean: 5, first: 3, label: 4, typed: 5, asked: 7, choice: 5 };

/**
 * Reads several fields between commas.
 *
 * @param isLed whether words such as "I need:" or "with" stand before it, which say that it is a list of fields
 * @returns the fields of a list, whose parts are short; of other text, fields only if all parts are fields for sure
 */
export function fieldsIn(text: Text, range: Range, isLed: boolean, said: Said = {}): Item[] {
  const items = ratedAlike(text, readList(text, range, said));
  const parts = partsOf(text, range);
  const sure = items.filter((item) => isSure(text, item) && isClosed(text, item, range));
  const isAlone = parts.length === 1 && !isLed && !items.some((item) => isSaid(text, item));
  if (sure.length === parts.length && !isAlone) return items;
  if (!isList(text, parts, isLed) || parts.some((part) => isCondition(text, part))) return [];
  const usable = items.filter((item) => isUsable(text, item) && isClosed(text, item, range));
  const enough = isLed ? usable : sure;
  return enough.length > 1 && enough.length * 2 >= parts.length ? usable : [];
}

/** "only when yes": what stands behind it would be asked without it. */
function isCondition(text: Text, part: Range): boolean {
  const { from, to } = text.prompt.trim(part);
  return readCondition(text, from, to)?.to === to;
}

/** Concepts by which a list of fields is told from a list of choices or of what is rated. */
export const PERSONAL: ReadonlySet<string> = new Set(["name", "full_name", "first_name", "last_name"]);

const TEXT_OR_RATING: ReadonlySet<string> = new Set(["short_text", "rating"]);

/** "rating for food, service and atmosphere": a kind of rating before the first label is that of all up to "and". */
function ratedAlike(text: Text, items: Item[]): Item[] {
  const { prompt } = text;
  const first = items.findIndex(({ draft, label }) => draft.kind === "rating" && label.from > draft.at.from);
  const last = items.findIndex(
    ({ draft }, at) => at > first && wordLength(text, draft.at.from - 1, prompt.tokens.length, "and") > 0,
  );
  const rated = items.slice(first + 1, last + 1);
  const { kind, bounds } = items[first]?.draft ?? {};
  const isOther = ({ decided, draft }: Item) =>
    !TEXT_OR_RATING.has(decided.shape.type) || PERSONAL.has(draft.concept?.concept ?? "");
  if (!kind || rated.some(isOther)) return items;
  const said = { kind, ...(bounds && { bounds }) };
  return items.map((item) =>
    rated.includes(item) ? (readItem(text, item.draft.at, { isLine: false, said }) ?? item) : item,
  );
}

/** "Message.", "Phone of the parents.", "Size: S, M or L": a part that is a field even if it stands alone. */
function isSaid({ prompt }: Text, { draft: { concept, kind, choices }, decided, label }: Item): boolean {
  // "Dear team", "Best wishes"
  const isTyped = concept !== undefined && prompt.count(label) > 1 && !/text$/.test(decided.shape.type);
  const isNamed = concept?.isWhole === true || isTyped;
  return isNamed || kind !== undefined || choices !== undefined || prompt.isMark(label.to - 1, "?");
}

/** Whether the choices of an item end with it. Behind a colon, the next part may be one of them or not. */
function isClosed({ prompt }: Text, { draft: { at, choices } }: Item, { to }: Range): boolean {
  if (!choices || at.to >= prompt.trim({ from: at.from, to }).to || prompt.isMark(at.to, ";")) return true;
  const isAlike = choices.every((choice) => /\d/.test(choice.text));
  return isAlike || prompt.find(at, (index) => prompt.isColon(index) || prompt.isDash(index)) === undefined;
}

function isList(text: Text, parts: readonly Range[], isLed: boolean): boolean {
  const words = parts.map((part) => labelWords(text, part));
  const sum = words.reduce((total, count) => total + count, 0);
  return (
    parts.length >= (isLed ? 2 : 3) &&
    (isLed || (words[0] ?? 0) <= MAX_WORDS.first) &&
    words.every((count) => count <= MAX_WORDS.part) &&
    sum <= MAX_WORDS.mean * parts.length
  );
}

/** The words before a bracket, a slash or a colon, behind which details or choices stand; a quote counts as one. */
function labelWords({ prompt }: Text, { from, to }: Range): number {
  let words = 0;
  for (let index = from; index < to; index = Math.max(prompt.after(index), index + 1)) {
    if (prompt.isOpenBracket(index) || prompt.isMark(index, "/") || prompt.isColon(index)) break;
    if (prompt.isWord(index) || prompt.isOpenQuote(index)) words += 1;
  }
  return words;
}

/** Whether a field is what the words say and nothing else: a concept by its name, or a short label with what it takes. */
export function isSure(text: Text, item: Item): boolean {
  const { draft, decided, label, unread } = item;
  if (unread.length > 0 || decided.isGuess || decided.lacksChoices || !isUsable(text, item)) return false;
  if (draft.concept?.isWhole || decided.shape.type === "consent") return true;
  const { prompt } = text;
  if (prompt.isOpenQuote(label.from) || prompt.isMark(label.to - 1, "?")) return true;
  const isAsked = isQuestion(text, label) && prompt.count(label) > MAX_WORDS.label;
  return !isAsked && prompt.count(label) <= MAX_WORDS.typed;
}

/** Whether a part of a list may be a field: one thing, no clause, no total, and no choices that are sentences. */
function isUsable(text: Text, item: Item): boolean {
  const { draft, decided, label } = item;
  const { prompt } = text;
  if (draft.choices?.some((choice) => isLong(choice.text)) || hasTotal(text, draft.at)) return false;
  if ((draft.allowedDomains ?? draft.blockedDomains) && draft.concept?.concept !== "email") return false;
  if (draft.concept?.isWhole || decided.shape.type === "consent" || prompt.isOpenQuote(label.from))
    return true;
  if (isClause(text, item) || isInstruction(text, item) || isUnclear(text, item)) return false;
  if (isQuestion(text, label) && !decided.isGuess)
    return !!(draft.choices ?? draft.bounds) || prompt.count(label) <= MAX_WORDS.asked;
  return prompt.count(label) <= (decided.isGuess ? MAX_WORDS.label : MAX_WORDS.typed);
}

/** "page two", "rank these by importance": words about the form before or in a label. */
function isInstruction({ prompt, lexicon }: Text, { draft, label: { from, to } }: Item): boolean {
  return (
    prompt.keyAt(from, to, "page") !== undefined ||
    prompt.keyAt(from, to, "options")?.to === to ||
    prompt.keyAt(from + 1, to, "page") !== undefined ||
    lexicon.table("show", "hide").at(prompt.tokens, from, to) !== undefined ||
    (draft.kind !== "ranking" && lexicon.table("rank").all(prompt.tokens, from, to).length > 0)
  );
}

/** "dog's name and breed", "size between S and XL", "people with an address @example.org": it may be read in another way. */
function isUnclear(text: Text, { draft, decided, label, unread }: Item): boolean {
  if (decided.isGuess && unread.length > 0) return true;
  // "judo (at least one)" is no number of it.
  const { min, max } = draft.bounds ?? {};
  const isCount = draft.concept !== undefined || isQuestion(text, label);
  if (decided.shape.type === "number" && !isCount && (min === undefined) !== (max === undefined)) return true;
  if (text.prompt.isMark(label.to - 1, "?"))
    return decided.shape.type === "yes_no" && hasWord(text, label, "or");
  return hasWord(text, label, "and") || saysMore(text, label);
}

/** Numbers and modifiers inside a label are more than a name. */
function saysMore(text: Text, { from, to }: Range): boolean {
  const { prompt } = text;
  for (let at = from + 1; at < to; at++) {
    if (prompt.isMark(at, "+") || (prompt.tokens[at]?.kind === "number" && at < to - 1)) return true;
    const says = prompt.tokens[at]?.isSpaced ? modifierAt(text, at, to)?.says : undefined;
    if (says && (says.bounds ?? says.selections ?? says.days ?? says.capacity ?? says.condition)) return true;
  }
  return false;
}

function hasWord(text: Text, { from, to }: Range, list: "and" | "or"): boolean {
  for (let at = from + 1; at < to; at++) if (wordLength(text, at, to, list) > 0) return true;
  return false;
}

/** Totals are not calculated, so what asks for one is quoted. */
function hasTotal({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  return lexicon.table("total", "calculate").all(prompt.tokens, from, to).length > 0;
}

function isLong(choice: string): boolean {
  return choice.includes(":") || choice.split(" ").length > MAX_WORDS.choice;
}

/** Languages whose word for "whether" begins a question, too: "Czy masz psa?" */
const ASKING: ReadonlySet<string> = new Set(["pl", "et", "lv", "lt", "sl", "hr", "bg", "fi"]);

/** "whether they have pets", "who they are": a clause that asks without being a question. */
function isClause({ prompt, lexicon }: Text, { draft, label: { from, to } }: Item): boolean {
  const { tokens } = prompt;
  if (prompt.isMark(to - 1, "?") || prompt.isMark(to, "?") || prompt.isOpenQuote(from)) return false;
  const opening = lexicon.table("questions.open", "questions.when").at(tokens, from, to);
  const whether = lexicon.table("whether").at(tokens, from, to);
  if (whether && !ASKING.has(lexicon.language)) return true;
  if (!whether && !opening && lexicon.table("if").at(tokens, from, to)) return true;
  if (draft.choices ?? draft.bounds) return false;
  const people = lexicon.table("they", "first").all(tokens, from, to);
  return people.some((found) => prompt.key(found.from) !== "you");
}
