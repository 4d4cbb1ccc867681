/** Tells whether a part of a prompt asks for something by its usual words that the form does not have. */
import type { FormField, FormStructure, Language, Warning } from "../../generated/types.ts";
import { fold } from "./lexicon/fold.ts";
import type { Grammar } from "./lexicon/grammar.ts";
import { instructionsIn } from "./lexicon/instructions.ts";
import { wordsIn } from "./lexicon/lexicon.ts";
import { languageNames, otherLanguageNames } from "./lexicon/names.ts";
import { type PhraseSet, phraseSet } from "./lexicon/phrases.ts";
import { slotCapacity } from "./prompt/capacity.ts";
import { directQuestion } from "./prompt/indirect.ts";

/** A form as the checks read it. */
export interface ReadForm {
  readonly form: FormStructure;
  readonly fields: readonly FormField[];
  /** Its texts without title and help texts: these repeat the prompt, but do nothing. */
  readonly text: string;
  /** The numbers that bound or count something. */
  readonly bounds: ReadonlySet<string>;
  /** What the warnings say about languages. */
  readonly warned: string;
}

export function readForm(form: FormStructure, warnings: readonly Warning[]): ReadForm {
  const fields = form.pages.flatMap((page) => page.fields).filter(({ type }) => type !== "statement");
  const plain = JSON.stringify({ ...form, title: undefined }, (key, value: unknown) =>
    key === "description" || key === "placeholder" ? undefined : value,
  );
  const languages = warnings.filter(({ code }) => code === "language_not_offered");
  const warned = fold(languages.map(({ message }) => message).join(" "));
  return { form, fields, text: fold(plain), bounds: boundsOf(form), warned };
}

function boundsOf(form: FormStructure): ReadonlySet<string> {
  const texts: string[] = [JSON.stringify(form.settings ?? {}), JSON.stringify(form.calculations ?? [])];
  JSON.stringify(form.pages, (key, value: unknown) => {
    if (/^(?:validation|visible_if|min|max|capacity)$/.test(key)) texts.push(JSON.stringify(value));
    return value;
  });
  const types = new Set(form.pages.flatMap(({ fields }) => fields.map(({ type }) => type)));
  const implied = types.has("nps")
    ? ["0", "1", "10"]
    : types.has("rating") || types.has("scale")
      ? ["1"]
      : [];
  return new Set([
    ...implied,
    ...texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []).map(plainNumber),
  ]);
}

function plainNumber(digits: string): string {
  return String(Number(digits));
}

/** Lists of words that ask for a feature, and whether a form has it. */
interface Feature {
  readonly lists: readonly string[];
  /** The words ask for it only at the beginning. */
  readonly first?: boolean;
  /** In a label, the words still ask for it. */
  readonly inLabels?: boolean;
  readonly has: (read: ReadForm) => boolean;
}

const FEATURES: readonly Feature[] = [
  { lists: ["allOptional"], has: ({ fields }) => fields.filter(isOptional).length * 2 >= fields.length },
  { lists: ["else"], has: ({ text }) => text.includes('"visible_if"') },
  { lists: ["optional", "needNotBeGiven"], has: ({ fields }) => fields.some(isOptional) },
  { lists: ["if"], first: true, has: ({ text }) => text.includes('"visible_if"') },
  { lists: ["correct", "points"], has: ({ text }) => text.includes('"op":"score"') },
  {
    lists: ["perSlot"],
    has: ({ text, form }) => text.includes('"capacity"') || form.settings?.response_limit !== undefined,
  },
  { lists: ["rank"], has: hasType("ranking") },
  {
    lists: ["noPast", "noFuture", "relativeDays"],
    inLabels: true,
    has: ({ text }) => /"m(?:in|ax)":"today"/.test(text),
  },
  { lists: ["once", "oneResponse"], has: ({ form }) => form.settings?.one_response_per_email === true },
  { lists: ["redirect"], first: true, has: ({ text }) => text.includes('"redirect_url"') },
];

function hasType(type: FormField["type"]): Feature["has"] {
  return ({ fields }) => fields.some((field) => field.type === type);
}

function isOptional(field: FormField): boolean {
  return "required" in field && field.required !== true;
}

/** Whether the words of a part ask for something that the form lacks. Words in labels and choices ask for nothing. */
export function losesFeature(part: string, read: ReadForm, grammar: Grammar): boolean {
  const folded = fold(part);
  const isIn = (phrase: string) => read.text.includes(phrase);
  const isReported = isReportedQuestion(folded.trim(), grammar);
  const missing = FEATURES.some((feature) => {
    if (isReported && feature.lists.includes("if")) return false;
    // "Sign-up for the course" has the words of "2 per course", and no number.
    if (feature.lists.includes("perSlot") && slotCapacity(part, grammar) === undefined) return false;
    const set = phrasesOf(feature, grammar.languages[0]!);
    const found = feature.first ? set.start(folded.trim()) : set.first(folded);
    return (
      found !== undefined &&
      !feature.has(read) &&
      (feature.inLabels || (!isIn(folded.trim()) && !isLabel(found.phrase, read)))
    );
  });
  return (
    missing ||
    losesOptional(folded, read, grammar) ||
    losesBound(folded, read, grammar) ||
    losesLanguage(folded, read, grammar)
  );
}

/** The parts that begin a condition, where the form has fewer conditions than the prompt. */
export function losesConditions(
  parts: readonly string[],
  read: ReadForm,
  grammar: Grammar,
): ReadonlySet<string> {
  const words = phrasesOf(CONDITIONS, grammar.languages[0]!);
  const conditions = parts.filter((part) => {
    const folded = fold(part).trim();
    return (
      words.start(folded) !== undefined && !isReportedQuestion(folded, grammar) && !read.text.includes(folded)
    );
  });
  const built = read.fields.filter(({ visible_if }) => visible_if !== undefined).length;
  return new Set(conditions.length > built ? conditions : []);
}

const CONDITIONS: Feature = { lists: ["if"], first: true, has: () => false };

/** "if they are coming" is a question, not a condition. */
function isReportedQuestion(folded: string, grammar: Grammar): boolean {
  return (
    directQuestion(folded) !== folded ||
    phrasesOf(REPORTED, grammar.languages[0]!).start(folded) !== undefined
  );
}

const REPORTED: Feature = { lists: ["whether"], has: () => true };

/** Whether a phrase of several words, or one with its number, stands in a label. */
function isLabel(phrase: string, { text }: ReadForm): boolean {
  return phrase.length > 3 && text.includes(phrase);
}

/** "all fields are optional", and the most of them are required. */
function losesOptional(folded: string, { fields }: ReadForm, grammar: Grammar): boolean {
  const modifier = grammar.optional.first(folded);
  if (!modifier) return false;
  const whole = `${folded.slice(0, modifier.start)} ${folded.slice(modifier.end)}`;
  // "all optional except the name": the name is not.
  const bare = whole.slice(0, grammar.except.first(whole)?.start ?? whole.length);
  const named = fields.filter((field) => labelsOf(field).some((label) => ` ${bare} `.includes(` ${label} `)));
  if (named.length > 0) return !named.some(isOptional);
  if (!grammar.all.first(folded)) return false;
  return fields.filter(isOptional).length * 2 < fields.length;
}

function labelsOf({ label }: FormField): string[] {
  return Object.values(label).map((text) => fold(text ?? ""));
}

/** A day in numbers is no bound of numbers. */
const DATE = /\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}/g;

/** "at most 5": the number is neither a bound nor part of a label. */
function losesBound(folded: string, { bounds, text }: ReadForm, grammar: Grammar): boolean {
  const plain = /"(?:closes_at|min|max)":"\d{4}-/.test(text) ? folded.replace(DATE, " ") : folded;
  return [grammar.atMost, grammar.atLeast, grammar.range].some((pattern) =>
    [...plain.matchAll(pattern)].some(({ 0: match, ...groups }) => {
      if (text.includes(match.trim())) return false;
      const numbers = match.match(/\d+(?:[.,]\d+)?/g) ?? [];
      return groups && numbers.some((number) => !bounds.has(plainNumber(number.replace(",", "."))));
    }),
  );
}

/** A language that the form does not have, where no label or choice names it. */
function losesLanguage(folded: string, { form, text, warned }: ReadForm, grammar: Grammar): boolean {
  const names = languageNames(grammar.languages[0]!);
  const others = otherLanguageNames(grammar.languages[0]!);
  return (folded.match(/\p{L}+/gu) ?? []).some((word) => {
    const code = names.get(word);
    if (code === undefined && !others.has(word)) return false;
    return !(code && form.languages.includes(code)) && !text.includes(word) && !warned.includes(code ?? word);
  });
}

const sets = new Map<string, PhraseSet>();

function phrasesOf({ lists }: Feature, language: Language): PhraseSet {
  const key = `${lists.join()} ${language}`;
  let set = sets.get(key);
  if (!set) {
    const { vocabulary } = instructionsIn(language);
    const { optional } = wordsIn(language);
    const phrases = lists.flatMap((list) =>
      list === "optional" ? optional.split(",") : (vocabulary[list] ?? []),
    );
    set = phraseSet(
      phrases.map((one) => (fold(one).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter((one) => one !== ""),
    );
    sets.set(key, set);
  }
  return set;
}
