/** Splits a prompt for an edit into instructions. */

import type { Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordsIn } from "../lexicon/lexicon.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { cleanLines } from "../prompt/clean.ts";
import { isInstruction } from "../prompt/instructions.ts";
import { isOnly } from "../prompt/prices.ts";
import { stripRequest } from "../prompt/request.ts";
import { enclosed, type Span, sentences, withoutTrailing } from "../prompt/split.ts";
import { type EditContext, listOf } from "./context.ts";
import { namesField } from "./find.ts";
import { verbBehindField } from "./other-wordings.ts";

/** Each line, sentence or clause is an instruction: "make phone optional and add a comment field" are two. */
export function splitInstructions(prompt: string, context: EditContext): string[] {
  return splitSentences(prompt, context)
    .flatMap((sentence) => clauses(sentence, context).map(({ start, end }) => sentence.slice(start, end)))
    .map((clause) => plainInstruction(clause, context))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

export function splitSentences(prompt: string, context: EditContext): string[] {
  const parts = cleanLines(withPronounsApart(withFullNegations(prompt), context))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)]) +/, ""))
    .flatMap((line) => wholeQuestions(sentences(line)));
  // "Page 1: name and email. Page 2: the rest." says one thing.
  return parts.length > 1 && parts.length < 8 && parts.every((part) => PAGE.test(part))
    ? [parts.join(" ")]
    : parts;
}

/** "Page 1: ..." in words that end in "page" or its like: a word, a number and a colon. */
const PAGE = /^(?:[\p{L}]{3,10} ){1,2}(?:\d{1,2}|\p{L}{2,8}) ?[:–-] |^\p{L}{3,10} \d{1,2} ?[:–-] /u;

/** "doesnt" -> "doesn't", and a phrase between single quotation marks gets double ones. */
function withFullNegations(prompt: string): string {
  return prompt
    .replace(NEGATION, (_whole, verb: string) => `${verb}n't`)
    .replace(/(^|[\s(:])['‘](\p{L}[^"\n]{0,200}?)['’](?=$|[\s,.;:!?)])/gu, '$1"$2"');
}

/** Spanish "ponlo", Italian "chiamali" -> "pon lo", "chiama li": a pronoun that is written together with its verb. */
function withPronounsApart(prompt: string, context: EditContext): string {
  const [verbs, pronouns] = [listOf("verbsWithPronoun", context), listOf("endPronouns", context)];
  if (verbs.length === 0 || pronouns.length === 0 || prompt.length > 2000) return prompt;
  const together = new RegExp(`(?<!\\p{L})(${verbs.join("|")})-?(${pronouns.join("|")})(?!\\p{L})`, "giu");
  return prompt.replace(together, "$1 $2");
}

const NEGATION =
  /(?<!\p{L})(does|do|is|are|was|has|have|should|must|need|could|would|did|ca|wo)nt(?!\p{L})/giu;

/** An instruction without "please could you" and without the marks at its end. */
export function plainInstruction(clause: string, context: EditContext): string {
  return withoutTrailing(withoutRequest(clause, context), " .!,;");
}

/** "show guests only if Will you attend? is yes": the question mark of a label ends no sentence. */
function wholeQuestions(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (/[?;]$/.test(joined.at(-1) ?? "") && !REQUEST.test(joined.at(-1) ?? ""))
      joined[joined.length - 1] += ` ${part}`;
    else joined.push(part);
  }
  return joined.map((part) => (REQUEST.test(part) ? withoutTrailing(part, " ?") : part));
}

/** "Could you add the company?" is no question of the form. */
const REQUEST =
  /^(?:(?:hi|hello|hey|ok|okay|please|and|also|then|now),? )*(?:can|could|would|will) (?:you|u|we|i) [^"“”„:?]*\?$|^(?:what|how) about [^"“”„:?]*\?$/i;

/** German: "füge eine Rangliste hinzu: Rom, Wien" has its list behind the verb's second part. */
const ADDED_LIST = /^(füge .{2,120}?) hinzu(?=[:,] | mit |$)/i;

/** Drops "please could you". "make" stays: it begins instructions as well as requests for a form. */
function withoutRequest(clause: string, context: EditContext): string {
  const asked = withoutAsking(withoutPlease(clause), context)
    .replace(ADDED_LIST, "$1")
    .replace(SEPARATED, "$1");
  const plain = verbFirst(asked, context);
  if (startsInstruction(plain, context)) return plain;
  const inverted = verbBehindField(plain, context);
  if (inverted) return inverted;
  const request = stripRequest(plain, context.grammar);
  return startsInstruction(request, context) ? request : plain;
}

/** Dutch "voeg ... toe na" and Irish "cuir ... leis i ndiaidh": the verb's second part stands before the place. */
const SEPARATED =
  /^(voeg .{2,120}?(?= toe)|cuir .{2,120}?(?= leis)) (?:toe|leis)(?= (?:na|voor|onder|boven|op|met|i ndiaidh|roimh) |$)/i;

/** Drops "könntest du bitte" at the start and "te rog" at the end, in the languages of the instruction. */
function withoutAsking(clause: string, context: EditContext): string {
  const words = wordSet(listOf("canYou", context));
  let text = clause.replace(/^[¿¡\s]+/, "").replace(/^["«]([^"«»]*)["»]?$/, "$1");
  for (let attempt = 0; attempt < 4; attempt++) {
    const found = words.start(fold(text));
    if (!found || found.end >= text.length - 3) break;
    text = text.slice(found.end).replace(/^[\s,']+/, "");
  }
  if (text !== clause) text = withoutTrailing(text, " ?");
  const bare = withoutTrailing(text, " ?.!,;");
  const last = words.all(fold(bare)).at(-1);
  return last && last.end === bare.length && last.start > 3
    ? withoutTrailing(bare.slice(0, last.start), " ,")
    : text;
}

/** "After submitting, redirect to ...": the words before the comma are no instruction of their own. */
function saysWhen(text: string, context: EditContext): boolean {
  const submit = wordSet(listOf("submit", context));
  const words = wordSet([...listOf("submit", context), ...listOf("after", context)]);
  return submit.first(fold(text)) !== undefined && isOnly(fold(text), words, context.grammar);
}

function endsInVerb(text: string, context: EditContext): boolean {
  return wordSet(listOf("finalVerbs", context)).all(fold(text)).at(-1)?.end === text.length;
}

/** "die Telefonnummer entfernen" -> "entfernen die Telefonnummer", in languages whose infinitives stand last. */
function verbFirst(text: string, context: EditContext): string {
  const bare = withoutTrailing(text, " ?.!");
  const last = wordSet(listOf("finalVerbs", context)).all(fold(bare)).at(-1);
  if (!last || last.end !== bare.length || last.start < 2 || startsInstruction(text, context)) return text;
  return `${bare.slice(last.start)} ${bare.slice(0, last.start).trim()}`;
}

function withoutPlease(clause: string): string {
  return clause
    .replace(
      /^(?:(?:instead(?! of)|plus|next|finally|additionally|lastly|please|bitte|can you|can u|could you|could u|pls|plz|thx|kannst du|können sie|s'il vous plaît|s'il te plaît|por favor|per favore|proszę|alsjeblieft|kan je|and|also|then|ok|okay|hi|hey|thanks|und),? )+/i,
      "",
    )
    .replace(
      /,? (?:please|pls|plz|bitte|thanks|thank you|instead|stattdessen|danke|por favor|s'il vous plaît|per favore|alsjeblieft|proszę)[.!]?$/i,
      "",
    );
}

/** Whether a text begins with a verb of an instruction. An "and" before it then ends the instruction before. */
export function startsInstruction(text: string, { instructionLanguages }: EditContext): boolean {
  const folded = fold(text.slice(0, 60));
  return instructionLanguages.some((language) => instructionsIn(language).verbs.start(folded) !== undefined);
}

/** In a longer sentence no verb is looked for behind its field. */
const MAX_INVERTED = 600;

/** Splits before verbs that begin another instruction, and where a field and what becomes of it follow a comma. */
export function clauses(sentence: string, context: EditContext): Span[] {
  const inside = enclosed(sentence);
  const parts: Span[] = [];
  let from = 0;
  for (const match of sentence.matchAll(separatorOf(context.instructionLanguages))) {
    const next = match.index + match[0].length;
    if (inside[match.index] === 1 || next <= from) continue;
    const rest = sentence.slice(next);
    const isOwn =
      endsInVerb(sentence.slice(from, match.index), context) ||
      startsInstruction(rest, context) ||
      (sentence.length <= MAX_INVERTED && verbBehindField(rest.slice(0, 80), context) !== undefined) ||
      isInstruction(rest, context.grammar) ||
      (/[,;]/.test(match[0]) && startsWithField(rest, context));
    if (!isOwn) continue;
    if (saysWhen(sentence.slice(from, match.index), context)) continue;
    if (begins(rest, "if", context)) continue;
    if (begins(rest, "show", context) && begins(sentence.slice(from), "if", context)) continue;
    parts.push({ start: from, end: match.index });
    from = next;
  }
  return [...parts, { start: from, end: sentence.length }];
}

/** The ways to take a sentence apart at one of its commas or words for "and", at most six. */
export function halves(sentence: string, context: EditContext): [string, string][] {
  const inside = enclosed(sentence);
  return [...sentence.matchAll(separatorOf(context.instructionLanguages))]
    .filter(({ index }) => inside[index] !== 1 && index > 2)
    .slice(0, 6)
    .map(({ 0: separator, index }) => [sentence.slice(0, index), sentence.slice(index + separator.length)]);
}

/** "If vegan, ask for allergies" is one instruction: whether a text begins with a word that shows, or that sets a condition. */
function begins(text: string, list: "show" | "if", { instructionLanguages }: EditContext): boolean {
  const folded = fold(text.slice(0, 60).trimStart());
  return instructionLanguages.some(
    (language) => wordSet(instructionsIn(language).vocabulary[list] ?? []).start(folded) !== undefined,
  );
}

const separators = new Map<string, RegExp>();

/** Semicolons, commas, and the words for "and" of the languages. */
function separatorOf(languages: readonly Language[]): RegExp {
  const key = languages.join();
  let separator = separators.get(key);
  if (!separator) {
    const words = languages.flatMap((language) =>
      wordsIn(language)
        .and.split(",")
        .map((word) => word.trim()),
    );
    words.push(...languages.flatMap((language) => instructionsIn(language).vocabulary.butWords ?? []));
    const known = words.filter((word) => /^[\p{L} ]+$/u.test(word)).sort((a, b) => b.length - a.length);
    separator = new RegExp(
      `(?:;|,? (?:but|aber|mais|pero|maar|ale|and then|and also|so|then|und dann|puis|${known.join("|")}),?|,) `,
      "giu",
    );
    separators.set(key, separator);
  }
  return separator;
}

/** "..., and comments only if ...": a field, and a word such as "only" or "is" after it. */
function startsWithField(rest: string, context: EditContext): boolean {
  const match = /^(.{2,60}?) (?:only|should|must|is|are|nur|soll|muss) /i.exec(rest);
  if (match !== null && namesField(match[1]!, context)) return true;
  const folded = fold(rest.slice(0, 80));
  const [own] = context.instructionLanguages;
  return context.instructionLanguages.some((language) => {
    if (language === "en" && own !== "en") return false;
    const {
      mustBe = [],
      mustNotBe = [],
      needNotBeGiven = [],
      isNotNeeded = [],
    } = instructionsIn(language).vocabulary;
    const found = wordSet([...mustBe, ...mustNotBe, ...needNotBeGiven, ...isNotNeeded]).first(folded);
    return found !== undefined && found.start > 1 && namesField(rest.slice(0, found.start).trim(), context);
  });
}
