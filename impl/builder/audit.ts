/** Compares a prompt with the form made from it: what the form and its warnings do not account for is named in a warning. */
import type { FormStructure, Warning } from "../../generated/types.ts";
import { meaningOf } from "./fields/meaning.ts";
import { fold } from "./lexicon/fold.ts";
import { type Grammar, stripFillers } from "./lexicon/grammar.ts";
import { instructionsIn } from "./lexicon/instructions.ts";
import { labelsIn, wordsIn } from "./lexicon/lexicon.ts";
import { languageNames } from "./lexicon/names.ts";
import { ownAnswerWords } from "./lexicon/own-answer.ts";
import { phraseSet } from "./lexicon/phrases.ts";
import { losesConditions, losesFeature, readForm } from "./lost-features.ts";
import { losesConcept, losesRestriction } from "./lost-restrictions.ts";
import { cleanLines } from "./prompt/clean.ts";
import { NUMBERED, QUOTED_SECTION } from "./prompt/colon.ts";
import { extractLanguages } from "./prompt/languages.ts";
import { readLine } from "./prompt/lines.ts";
import { splitOutside } from "./prompt/split.ts";
import { writeOut } from "./prompt/spoken/write-out.ts";
import { clip } from "./texts.ts";

/** At most this many parts are quoted. */
const MAX_PARTS = 12;

/**
 * Warnings for the parts of a prompt that are neither in the form nor in another warning.
 *
 * @param accounted sentences that the form carries out by what it does not have
 */
export function unaccounted(
  prompt: string,
  form: FormStructure,
  warnings: readonly Warning[],
  grammar: Grammar,
  accounted: readonly string[],
): Warning[] {
  const known = knownWords(form, warnings, grammar);
  const numbers = numbersOf(form, warnings);
  // "(max 3)" asks for something even in a title, where "Summer camp 2027" does not.
  const bracketed = numbersOf({ ...form, title: {} }, warnings);
  const parts = cleanLines(prompt)
    .map((line) => writeOut(readLine(line).text, grammar))
    .flatMap((line) => splitOutside(line, /[.;!?](?=\s|$)|,(?!\d)|:(?=\s)/g))
    .map((part) => QUOTED_SECTION.exec(part.trim())?.[1] ?? part);
  const read = readForm(form, warnings);
  const quoted = fold(
    warnings
      .filter(({ code }) => code === "not_understood")
      .map(({ message }) => message)
      .join(" "),
  );
  const lostConditions = losesConditions(parts, read, grammar);
  const left = parts.filter(
    (part) =>
      !accounted.some((text) => text.includes(part.trim()) || part.includes(text)) &&
      !quoted.includes(fold(part.trim())) &&
      ((hasUnknownWord(withoutLanguages(part, form, grammar), known) && !isAskedFor(part, form, grammar)) ||
        hasUnknownNumber(part, /\([^()]*\d/.test(part) ? bracketed : numbers) ||
        losesFeature(part, read, grammar) ||
        losesRestriction(part, read, grammar) ||
        (!prompt.includes(`${part.trim()}:`) &&
          !ownWords(form, grammar).some((word) => fold(word) === fold(part.trim())) &&
          losesConcept(part, read, grammar)) ||
        lostConditions.has(part) ||
        losesSense(part, form, grammar)),
  );
  return left.slice(0, MAX_PARTS).map(partly);
}

function partly(part: string): Warning {
  const message = `Not all of "${clip(part.trim(), 200)}" is in the form. Check what it asks for, and name what is missing.`;
  return { code: "not_understood", message };
}

/** "Yhteydenottolomake suomeksi ja englanniksi": languages that the form has are accounted for, in any case of theirs. */
function withoutLanguages(part: string, form: FormStructure, grammar: Grammar): string {
  const { text, languages } = extractLanguages(part, grammar);
  return languages.every((language) => form.languages.includes(language)) ? text : part;
}

/** Whether a part names a concept that the form asks for, in whatever language. */
function isAskedFor(part: string, form: FormStructure, grammar: Grammar): boolean {
  const meaning = meaningOf(stripFillers(part.trim(), grammar), grammar, false);
  return (
    meaning?.exact === true &&
    form.pages.some(({ fields }) => fields.some(({ id }) => id === meaning.concept))
  );
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}+/gu) ?? [];
}

interface KnownWords {
  readonly exact: ReadonlySet<string>;
  /** By their first three letters, for other forms of a word. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
}

/** The words of the form, of its warnings, of the concepts that it asks for, and those that only connect others. */
function knownWords(form: FormStructure, warnings: readonly Warning[], grammar: Grammar): KnownWords {
  const language = grammar.languages[0]!;
  const names = [...languageNames(language)].flatMap(([name, code]) =>
    form.languages.includes(code) ? [name] : [],
  );
  const texts = [
    ...names,
    JSON.stringify(form),
    ...warnings.map(({ message }) => message),
    conceptWords(form, grammar),
    ...ownWords(form, grammar),
  ];
  const exact = new Set([...texts.flatMap(wordsOf), ...functionWords(language)]);
  const byStart = new Map<string, string[]>();
  for (const word of exact) {
    const start = word.slice(0, 3);
    const list = byStart.get(start);
    if (list) list.push(word);
    else byStart.set(start, [word]);
  }
  return { exact, byStart };
}

/** "Sonstiges" is accounted for by an answer of one's own. */
function ownWords({ pages }: FormStructure, { languages }: Grammar): string[] {
  const fields = pages.flatMap((page) => page.fields);
  return fields.some((field) => "allow_other" in field && field.allow_other)
    ? [labelsIn(languages[0]!).choices.other, ...ownAnswerWords(languages)]
    : [];
}

/** Other names of the concepts in the form: "phone" where the label is "Telephone number". */
function conceptWords(form: FormStructure, { languages }: Grammar): string {
  const { aliases, kinds, kindNouns } = wordsIn(languages[0]!);
  const fields = form.pages.flatMap((page) => page.fields);
  const ids = fields.map(({ id }) => id.replace(/_\d+$/, ""));
  const types = fields.map(({ type }) => type);
  const concepts = ids.flatMap((id) => [
    (aliases as Record<string, string>)[id] ?? "",
    (labelsIn(languages[0]!).fields as Record<string, string>)[id] ?? "",
  ]);
  const lists = types.flatMap((type) => [
    (kinds as Record<string, string>)[type] ?? "",
    (kindNouns as Record<string, string>)[type] ?? "",
  ]);
  return [...concepts, ...lists].join();
}

/** Lists of words that say something for themselves. */
const NOUNS: ReadonlySet<string> = new Set(["listNouns", "places", "relativeDays"]);

const functionWordCache = new Map<string, ReadonlySet<string>>();

/** Words that mean nothing for themselves, and words of instructions: what they ask for is checked in other ways. */
function functionWords(language: Grammar["languages"][number]): ReadonlySet<string> {
  let words = functionWordCache.get(language);
  if (!words) {
    const {
      aliases: _a,
      choices: _c,
      opinions: _o,
      headNouns: _h,
      endings: _e,
      headFirst: _f,
      answers: _n,
      ...lists
    } = wordsIn(language);
    const vocabulary = Object.entries(instructionsIn(language).vocabulary);
    const plain = vocabulary.filter(([name]) => !NOUNS.has(name)).map(([, list]) => list);
    words = new Set([
      ...wordsOf(JSON.stringify(lists)),
      ...wordsOf(JSON.stringify(plain)),
      ...FORMATS,
      ...monthsOf(language),
    ]);
    functionWordCache.set(language, words);
  }
  return words;
}

function monthsOf(language: string): string[] {
  const name = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => wordsOf(name.format(Date.UTC(2026, month, 1)))).flat();
}

const FORMATS = [
  "ans",
  "años",
  "anni",
  "anos",
  "lat",
  "pdf",
  "jpg",
  "jpeg",
  "png",
  "word",
  "doc",
  "docx",
  "mb",
  "eur",
  "euro",
  "pls",
  "exactly",
  "digits",
  "plz",
  "thx",
  "ok",
  "asap",
  "etc",
  "www",
  "http",
  "https",
  "com",
];

function hasUnknownWord(part: string, known: KnownWords): boolean {
  return wordsOf(part).some((word) => word.length > 2 && !known.exact.has(word) && !hasForm(word, known));
}

/** "kaufte" for "kaufen": another form of a known word. */
function hasForm(word: string, { byStart }: KnownWords): boolean {
  return (byStart.get(word.slice(0, 3)) ?? []).some((other) => {
    const shorter = Math.min(word.length, other.length);
    let same = 0;
    while (same < shorter && word[same] === other[same]) same++;
    return same >= Math.max(3, shorter * 0.75) && Math.max(word.length, other.length) - same <= 3;
  });
}

function numbersOf(form: FormStructure, warnings: readonly Warning[]): ReadonlySet<string> {
  const text = `${JSON.stringify({ ...form, title: form.title })} ${warnings.map(({ message }) => message).join(" ")}`;
  const implied = /"type":"(?:rating|scale|nps)"/.test(text) ? ["0", "1", "5", "10"] : [];
  const count = form.pages.reduce((sum, { fields }) => sum + fields.length, 0);
  return new Set([
    ...implied,
    String(count),
    String(form.languages.length),
    ...(text.match(/\d+/g) ?? []).map((number) => String(Number(number))),
  ]);
}

/** Numbers that count the prompt's own items, such as "3 questions", are no answers to anything. */
function hasUnknownNumber(part: string, numbers: ReadonlySet<string>): boolean {
  if (NUMBERED.test(`${part.trim()} `)) return false;
  const plain = part.replace(/^\s*\(?\d{1,2}[.)]\s/, "");
  return [...plain.matchAll(/(?<![\p{L}\d])\d+(?![\p{L}])/gu)].some(
    ([number]) => !numbers.has(String(Number(number))),
  );
}

/** Whether a part sets a condition or a total, and the form has nothing of the kind. */
function losesSense(part: string, form: FormStructure, grammar: Grammar): boolean {
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const folded = fold(part);
  const says = (list: readonly string[] | undefined) =>
    phraseSet(
      (list ?? []).map((one) => (fold(one).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter(Boolean),
    ).first(folded) !== undefined;
  const json = JSON.stringify(form);
  const isQuestion = json.includes(JSON.stringify(part).slice(1, -1));
  if (
    !form.calculations &&
    says(vocabulary.total) &&
    !isQuestion &&
    !/"(?:label|title)":\{[^}]*total/i.test(json)
  )
    return says(vocabulary.show) || says(vocabulary.calculate);
  return !isQuestion && says(vocabulary.only) && says(vocabulary.if) && !json.includes('"visible_if"');
}
