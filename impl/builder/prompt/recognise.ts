/** Decides whether the parts of a list name fields. */

import type { Draft } from "../fields/draft.ts";
import { meaningOf } from "../fields/meaning.ts";
import { SHAPES } from "../fields/shapes.ts";
import { findConcept, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { choiceRun } from "./choice-runs.ts";
import { readAccept } from "./files.ts";
import { rankingFrom } from "./grids.ts";
import { addressed } from "./indirect.ts";
import { isInstructionItem } from "./instructions.ts";
import { isKnown, isPersonName } from "./known.ts";
import { splitList } from "./list.ts";
import { matrixIn } from "./matrix.ts";
import { applyClause, applyModifiers, withoutDangling } from "./modifiers.ts";
import type { Item } from "./outline.ts";
import { asksEach, isPriced, mentionsTotal } from "./priced-pieces.ts";
import { readPrice, totalIn } from "./prices.ts";
import { ratedQuestion, ratedThings } from "./rated-questions.ts";
import { ratedEach, ratedItems } from "./ratings.ts";
import { choosesAtMost } from "./selection-limits.ts";
import { colonAt } from "./split.ts";
import { statedLimit } from "./stated-limits.ts";

/** The items of a list. "rate the food and the service" within it becomes several items. */
export function toItems(list: string, grammar: Grammar): Item[] {
  if (list === "") return [];
  if (matrixIn(list, grammar)) return [{ text: list }];
  const listed = splitList(list, grammar).flatMap((part) =>
    CONTACT.test(part) ? ["email", "phone"] : [part],
  );
  const [whole = ""] = listed;
  const things = listed.length === 1 && whole.includes(",") ? ratedThings(whole, grammar) : undefined;
  if (things) return things;
  const each = ratedEach(listed, grammar);
  if (each) return each;
  const question = ratedQuestion(listed, grammar);
  if (question) {
    const rest = (texts: readonly string[]) => withModifiers(texts, grammar).map((text) => ({ text }));
    return [
      ...rest(listed.slice(0, question.from)),
      ...question.items,
      ...rest(listed.slice(question.to + 1)),
    ];
  }
  const parts = withModifiers(listed, grammar);
  const ranked = parts.map((part) => rankingIn(part, grammar));
  if (ranked.some((item) => item !== undefined))
    return parts.flatMap((part, index) => ranked[index] ?? toItems(part, grammar));
  const first = parts.findIndex((part) => grammar.ratings.start(fold(stripFillers(part, grammar))));
  if (first < 0) return parts.map((text) => ({ text }));
  const rated = ratedItems("", parts.slice(first), grammar) ?? parts.slice(first).map((text) => ({ text }));
  return [...parts.slice(0, first).map((text) => ({ text })), ...rated];
}

/** "sort by importance: A, B, C" as one part of a list. */
function rankingIn(part: string, grammar: Grammar): Item | undefined {
  const colon = colonAt(part);
  return colon > 0 ? rankingFrom(part.slice(0, colon), part.slice(colon + 1).trim(), grammar) : undefined;
}

/** Stands for the email address and the phone number. */
export const CONTACT = /^(?:(?:their|your|the|all|full) )?contact (?:details|info|information|data)$/iu;

/** "CV, pdf only" and "age, must be at least 18": a part that only limits belongs to the one before it. */
export function withModifiers(parts: readonly string[], grammar: Grammar): string[] {
  const joined: string[] = [];
  for (const whole of parts) {
    // "21+ only" asks for nothing; what the form does not carry out is named.
    const least = ADULTS.exec(whole)?.[1];
    if (least !== undefined) {
      const age = parts.find(
        (one) => meaningOf(stripFillers(one, grammar), grammar, false)?.concept === "age",
      );
      const at = age === undefined ? -1 : joined.indexOf(age);
      if (at >= 0) joined[at] = `${age} (min ${least})`;
      continue;
    }
    const part = counted(phoneNumber(whole, joined.at(-1), grammar), joined.at(-1) ?? "", grammar);
    const priced = pricedPart(part, joined);
    if (priced) {
      joined[priced.index] = `${joined[priced.index]} (${priced.price})`;
      continue;
    }
    // "the membership number, a 5-digit number": what the number before it looks like.
    const digits = DIGITS.exec(part)?.[1];
    if (digits && /(?:number|code|id|pin)(?: \([^()]*\))?$/iu.test(joined.at(-1) ?? "")) {
      joined[joined.length - 1] = `${joined.at(-1)} (${digits} digits)`;
      continue;
    }
    if (joined.some((one) => isPriced(one)) && !isKnown(part, grammar)) {
      if (mentionsTotal(part, grammar) && totalIn(part, grammar) === undefined) joined.push("show the total");
      if (asksEach(part, grammar) || joined.at(-1) === "show the total") continue;
    }
    const most = /\([^()]+[,/;][^()]+\)$/.test(joined.at(-1) ?? "")
      ? choosesAtMost(part, grammar)
      : undefined;
    if (most !== undefined) {
      joined.push(`${joined.pop()!} (max ${most})`);
      continue;
    }
    const isOfForm = isKnown(part, grammar) || statedLimit(part, grammar)?.countsResponses === true;
    const limited = isOfForm ? -1 : limitedPart(part, joined, grammar);
    if (limited >= 0) joined[limited] = `${joined[limited]} (${part})`;
    else joined.push(part);
  }
  return joined;
}

const ADULTS = /^(?:only )?(\d{1,2}) ?\+(?: only)?$/iu;

/** "name and number": behind a name, a bare number is that of the telephone. */
function phoneNumber(part: string, before: string | undefined, grammar: Grammar): string {
  if (before === undefined || !/^(?:and )?(?:(?:a|the|their|your) )?number$/iu.test(part)) return part;
  return isPersonName(before, grammar) ? "phone number" : part;
}

const DIGITS = /^(?:an?|with|which has|always an?)? ?(\d{1,2})[- ]digits?(?: number| code| id)?$/iu;

/** "5 € le mètre" and "price per cake is 15 €" are the price of the item before that counts metres or cakes. */
function pricedPart(part: string, before: readonly string[]): { index: number; price: string } | undefined {
  const draft: Draft = { label: "", choices: [] };
  const folded = fold(part);
  const span = readPrice(folded, draft);
  if (!span || !draft.price) return undefined;
  const rest = `${folded.slice(0, span.start)} ${folded.slice(span.end)}`;
  const noun = PER.exec(rest.trim().replace(/ {2,}/g, " "))?.[1];
  if (noun === undefined) return undefined;
  const stem = noun.slice(0, Math.max(3, noun.length - 2));
  const named = before.findLastIndex((one) => fold(one).includes(stem));
  const index = named >= 0 ? named : before.findLastIndex((one) => COUNTED.test(fold(one)));
  return index < 0 ? undefined : { index, price: draft.price.text };
}

const PER =
  /^(?:(?:the )?(?:price|cost|preis|prix|precio|prezzo|preco|prijs|cena) )?(?:per|pro|je|par|por|al|per|le|la|les|za|el|il|the|a|das|der|die) (\p{L}{2,20})(?: (?:is|ist|est|es|costs|kostet))?$/u;
const COUNTED =
  /^(?:quantity|how many|number of|anzahl|menge|nombre|quantite|cantidad|quantita|quantidade|aantal|liczba|ilosc)/;

/** "up to 5 photos" -> "photos (up to 5 photos)", unless what is counted is part of a limit: "max 500 characters". */
function counted(part: string, before: string, grammar: Grammar): string {
  const noun = /^\p{L}[^\d,()]{1,14} \d{1,3} (\p{L}{3,20}(?: \p{L}{3,20})?)(?: \([^()]*\))?$/u.exec(
    part,
  )?.[1];
  if (noun === undefined || !isKnown(noun, grammar)) return part;
  if (/^(?:files?|uploads?|attachments?|documents?)$/i.test(noun) && readAccept(fold(before))) return part;
  // "a file upload for photos, at most 3 files" counts the photos.
  if (grammar.units.files.first(fold(before)) && grammar.units.files.is(fold(noun))) return part;
  const trial: Draft = { label: "", choices: [] };
  const [plain = "", bracket = ""] = part.split(/(?= \()/);
  return applyClause(plain, trial, grammar) && trial.maxFiles !== undefined
    ? `${noun} (${plain})${bracket}`
    : part;
}

/** The index of the part that a limit is for; -1 if a part is no limit. Domains are for addresses, wherever these stand. */
function limitedPart(part: string, before: readonly string[], grammar: Grammar): number {
  const trial: Draft = { label: "", choices: [] };
  if (!applyClause(part, trial, grammar)) return -1;
  // "age, number from 18 to 99"
  const isNumber = trial.kind === "number" && trial.bounds !== undefined && grammar.languages[0] !== "en";
  if (trial.kind && !trial.accept && !isNumber && !isOnlyKind(part)) return -1;
  if (trial.accept && isUpload(part, grammar) && !isUpload(before.at(-1) ?? "", grammar)) return -1;
  if (trial.domains)
    return before.findLastIndex(
      (one) => meaningOf(stripFillers(one, grammar), grammar, false)?.concept === "email",
    );
  return isInstructionItem(before.at(-1) ?? "", grammar) ? -1 : before.length - 1;
}

/** "PDF upload max 8 MB" is a field of its own, unless it says what the CV before it takes. */
function isUpload(part: string, grammar: Grammar): boolean {
  const concept = findConcept(stripFillers(part, grammar), grammar.languages)?.value;
  if (concept && SHAPES[concept].type === "file_upload") return true;
  const kinds = grammar.kinds.all(fold(part));
  return kinds.some(({ phrase }) => findKind(phrase, grammar.languages)?.value === "file_upload");
}

/** "whole number" says what the item before takes; "date" and "photo" are fields. */
function isOnlyKind(part: string): boolean {
  return /^(?:whole numbers?|integers?|numbers? only|digits only|numeric|multi-?line|long text|short text|free text|single choice|multiple choice|drop-?down|radio buttons|checkboxes|ganze zahl|freitext|nombre entier|número entero|numero intero)$/iu.test(
    part,
  );
}

/** "a short motivation" is a motivation. */
const SIZED =
  /^(?:short|brief|quick|exact|current|full|kurzer?|kurzes?|genauer?|genaues?|court|courte|bref|brève|breve|corta|corto|kort|korte|krótki|krótka|krótkie) (?=\p{L})/iu;

/** Whether words name a field: the lexicon knows it, or its kind or "optional" stands beside it. */
function isField(part: string, grammar: Grammar): boolean {
  const bare = stripFillers(stripAnd(part, grammar), grammar).slice(0, 80);
  const folded = fold(bare);
  // "size: S; M; L": a field with its choices.
  if (isKnown(bare, grammar) || isKnown(bare.replace(SIZED, ""), grammar)) return true;
  if (/^[^:]{2,40}: [^;]+;/.test(part)) return true;
  return grammar.kinds.first(folded) !== undefined || grammar.optional.first(folded) !== undefined;
}

/** Whether the words after "with" are fields: "with name and email", not "people with diabetes". */
export function arePlausible(parts: readonly string[], grammar: Grammar): boolean {
  return parts.length > 1 || parts.some((part) => /[(?]/.test(part) || isField(part, grammar));
}

/** Whether a sentence only lists fields: "Name, email and phone." */
export function areFields(parts: readonly string[], grammar: Grammar): boolean {
  if (parts.some((part) => part.length > 120 || isStatement(part, grammar))) return false;
  const known = parts.filter(
    (part) => isField(part, grammar) || REPORTED.test(stripAnd(part, grammar)),
  ).length;
  if (known * 2 >= parts.length && known > 0) return true;
  const named = parts.filter((part) => isNoun(part, grammar)).length;
  if (named > 1 && named * 2 >= parts.length && !parts.some((part) => isClause(part, grammar))) return true;
  const looks = parts.filter((part) => looksLikeField(part, grammar) || LISTED.test(part)).length;
  const longest = Math.max(0, ...parts.map((part) => part.split(" ").length));
  // The longer a list of short parts is, the fewer of them need to be known.
  if (parts.length > 4 && looks * 2 >= parts.length && longest <= 8) return true;
  if (parts.length > 5 && looks * 3 >= parts.length && longest <= 5) return true;
  return parts.length > 2 && looks * 4 >= parts.length * 3;
}

/** "previous experience in a café yes/no", "languages they speak", "500 characters max": names of fields, and what limits them. */
function isNoun(part: string, grammar: Grammar): boolean {
  const bare = stripFillers(stripAnd(part, grammar), grammar).replace(CONDITION, "");
  if (bare.split(" ").length > MAX_NOUN_WORDS) return false;
  if (choiceRun(bare, grammar)) return true;
  if (/\([^()]*\)$|\?$| (?:yes\/no|y\/n)$/i.test(bare) || isField(bare, grammar)) return true;
  const trial: Draft = { label: "", choices: [] };
  const modified = applyModifiers(bare, trial, grammar);
  return modified !== bare || meaningOf(bare, grammar, false) !== undefined || REPORTED.test(bare);
}

const MAX_NOUN_WORDS = 9;
/** "address if delivery" */
const CONDITION = /(?<=\p{L}) (?:only )?(?:if|when) [^,]{2,40}$/iu;

/** A part with its own subject and verb is a sentence, unless it asks something. */
function isClause(part: string, grammar: Grammar): boolean {
  const bare = stripAnd(part, grammar);
  return VERB.test(bare) && !REPORTED.test(bare) && questionKind(bare, grammar) === undefined;
}

const VERB =
  /^(?:we|i|it|this|that|there|our|my) (?:\p{L}+ )?(?:is|are|was|were|will|would|can|have|has|need|want|run|offer|take|do)(?:\p{L}*) |(?:^| )(?:is|are|was|were|will be|has been|have been) (?:a|an|the|not|being|held|taking|planning|going|looking) /iu;

/** "temperament: calm, nervous, aggressive" */
const LISTED = /^[^:?]{2,40}: [^:]{2,60},[^:]{2,60}$/u;

/** Short words whose last noun is known ("flat number"), a question, or words with brackets ("how urgent (low, high)"). */
function looksLikeField(part: string, grammar: Grammar): boolean {
  const bare = stripFillers(stripAnd(part, grammar), grammar);
  if (/^"[^"]+\?" \([^()]+\)$/.test(bare)) return true;
  if (bare.split(" ").length > 8) return false;
  if (CONTACT.test(bare) || addressed(bare) !== bare) return true;
  const plain = withoutDangling(applyModifiers(bare, { label: "", choices: [] }, grammar), grammar);
  return (
    isField(part, grammar) ||
    isKnown(plain, grammar) ||
    /\?$|\([^()]*\)$|^\p{L}[\p{L} ]{2,40} \d{1,4} ?(?:to|-|–) ?\d{1,5}$/u.test(bare) ||
    questionKind(bare, grammar) !== undefined ||
    (bare.split(" ").length <= 4 && meaningOf(bare, grammar, false) !== undefined)
  );
}

/** Indirect questions: "whether they are attending". */
const REPORTED =
  /^(?:whether|if|how (?:many|much|often|they|satisfied)|what they|which|when they|why they|where they|ob) /i;

/** "we will get back to you" is a statement. "I agree to the terms" is a consent, so it is not. */
function isStatement(part: string, grammar: Grammar): boolean {
  const folded = fold(part);
  return grammar.statementStarts.start(folded) !== undefined && grammar.agree.start(folded) === undefined;
}

/** Whether a sentence is three or more short parts, even if the lexicon knows none. */
export function isBareList(parts: readonly string[]): boolean {
  return parts.length > 2 && parts.every((part) => part.length <= 40 && part.split(" ").length <= 4);
}

/** Whether a list after a colon names fields. Otherwise it names choices, as in "Role: developer, designer". */
export function listsFields(list: string, grammar: Grammar): boolean {
  const parts = splitList(list, grammar);
  const fields = parts.filter((part) => isField(part, grammar) || /\?$|\(.*\)$/.test(part));
  // "date, start time, end time"
  const isMeant = (part: string) => meaningOf(stripFillers(part, grammar), grammar, false) !== undefined;
  if (fields.length > 0 && parts.length > 2 && parts.every(isMeant)) return true;
  return fields.length * 2 >= parts.length && (parts.length > 1 || fields.length === 1);
}
