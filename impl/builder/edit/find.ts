/** Finds the fields that an instruction names. */
import type { FormField, Language } from "../../../generated/types.ts";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import { meaningOf } from "../fields/meaning.ts";
import { SHAPES } from "../fields/shapes.ts";
import { findKind } from "../lexicon/dictionary.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { grammarOf, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { allFields, type EditContext, labelOf, refuse } from "./context.ts";

const NOUN =
  "(?:fields?|questions?|items?|ones?|entry|feld|felder|frage|fragen|champ|question|campo|pregunta|domanda|veld|vraag|pole|pytanie|pergunta)";
const LAST = new RegExp(`^(?:last|final|letzte[ns]?|derniere?|ultim[ao]|laatste|ostatnie) ${NOUN}$`);
const FIRST = new RegExp(`^(?:first|erste[ns]?|premiere?|primer[ao]|prim[ao]|eerste|pierwsze) ${NOUN}$`);
const NUMBERED = new RegExp(
  `^${NOUN} (?:no\\.? |nr\\.? |number |#)?(\\d{1,3})$|^(\\d{1,3})(?:st|nd|rd|th|\\.)? ${NOUN}$`,
);
const NOISE = new RegExp(
  `^(?:the )?${NOUN} (?:for|about|called|labelled|labeled|named|on|zu|fur|nach) |^${NOUN} (?=["“„«])| ${NOUN}$`,
);

/**
 * The one field that a text names: by place ("the last question"), label in any language, id or concept.
 *
 * @throws Refusal where there is none, or more than one
 */
export function findField(reference: string, context: EditContext): FormField {
  const found = candidates(reference, context);
  if (found.length === 1) {
    context.last = found[0]!;
    return found[0]!;
  }
  const text = bareReference(reference, context);
  if (found.length > 1) refuse("edit_several_fields", { text, fields: names(found, context) });
  return refuse("edit_no_such_field", { text, fields: names(allFields(context.form), context) });
}

/** Whether a text names exactly one field. */
export function namesField(reference: string, context: EditContext): boolean {
  return candidates(reference, context).length === 1;
}

function candidates(reference: string, context: EditContext): FormField[] {
  if (context.last && isPronoun(reference, context)) return [context.last];
  if (isHalfQuoted(reference) || startsWithAdding(reference, context)) return [];
  const fields = allFields(context.form);
  const byPlace = placeNamed(fold(stripFillers(reference, context.grammar)), fields.filter(isAnswered));
  if (byPlace) return [byPlace];
  const key = phraseKey(bareReference(reference, context));
  if (key === "" || isArticle(key, context)) return [];
  const matchers = [
    (field: FormField) => field.id === key.replaceAll(" ", "_"),
    (field: FormField) => labelsOf(field).includes(key),
    (field: FormField) => conceptOf(field, context) === conceptNamed(reference, context),
    (field: FormField) =>
      labelsOf(field).some((label) => ` ${label} `.includes(` ${key} `) && isNaming(key, label)),
    // "Datum" is the only date, and the end of "Wunschdatum".
    (field: FormField) => key.length > 3 && labelsOf(field).some((label) => endsIn(key, label)),
    (field: FormField) =>
      isOnlyOfType(field, typeNamed(reference, context), fields) && !areOthers(field, reference, context),
    // "tshirt" is "T-shirt", wherever a label writes a blank or a hyphen.
    (field: FormField) =>
      key.length > 4 && labelsOf(field).some((label) => joined(label).startsWith(joined(key))),
  ];
  for (const matches of matchers) {
    const found = fields.filter(matches);
    if (found.length > 0) return found;
  }
  // "a number from 18 to 99" names no field whose label begins alike.
  if (findKind(key, context.instructionLanguages)?.value === "number")
    return context.last ? [context.last] : [];
  return closest(key, fields);
}

/** 'the email: "We' is cut out of a quotation, or goes on behind a colon. */
function isHalfQuoted(reference: string): boolean {
  return (reference.match(/"/g) ?? []).length % 2 === 1 || /[“„][^”“]*$|:\s/.test(reference);
}

/** "you" does not name "Will you attend?": in a long label, a short word is no name. */
function isNaming(key: string, label: string): boolean {
  return label.split(" ").length < 3 || key.split(" ").some((word) => word.length > 3 || /\d/.test(word));
}

/** "der" and "de la" name nothing. */
function isArticle(key: string, { instructionLanguages }: EditContext): boolean {
  const skipped = instructionLanguages.flatMap((language) => instructionsIn(language).vocabulary.skip ?? []);
  const words = new Set(skipped.map(fold));
  return key.split(" ").every((word) => words.has(word) && word.length < 4);
}

function endsIn(key: string, label: string): boolean {
  return label.split(" ").some((word) => word.length > key.length + 2 && word.endsWith(key));
}

/** Types of which most forms have one field, so that the name of the type names the field. */
const NAMING: ReadonlySet<string> = new Set([
  "date",
  "time",
  "email",
  "phone",
  "url",
  "file_upload",
  "signature",
]);

/** The type of the concept that a reference names, in whatever case: "e-maila". */
function typeNamed(reference: string, context: EditContext): string | undefined {
  const bare = bareReference(reference, context);
  for (let cut = 0; cut <= 3 && bare.length - cut > 3; cut++) {
    const meaning = meaningOf(bare.slice(0, bare.length - cut), context.grammar, false);
    if (meaning?.exact) return SHAPES[meaning.concept].type;
  }
  return undefined;
}

function isOnlyOfType(field: FormField, type: string | undefined, fields: readonly FormField[]): boolean {
  if (type === undefined || field.type !== type || !NAMING.has(type)) return false;
  return fields.filter((one) => one.type === type).length === 1;
}

/** Concepts that mean no more than their type. */
const GENERAL: ReadonlySet<string> = new Set([
  "date",
  "time",
  "email",
  "phone",
  "website",
  "file",
  "signature",
]);

/** The date of birth is not the preferred date, even if the form asks for no other date. */
function areOthers(field: FormField, reference: string, context: EditContext): boolean {
  const named = conceptNamed(reference, context);
  return named !== undefined && !GENERAL.has(named) && typeof conceptOf(field, context) === "string";
}

/** "Ask for the arrival date, it" names no field: it adds one. */
function startsWithAdding(reference: string, { form, instructionLanguages }: EditContext): boolean {
  const folded = fold(reference.trim());
  return instructionLanguages.some((language) => {
    const found = wordSet(instructionsIn(language).vocabulary.add ?? []).start(folded);
    if (!found || found.end === folded.length) return false;
    const isLabel = (field: FormField) => labelsOf(field).some((label) => label.startsWith(found.phrase));
    return !allFields(form).some(isLabel);
  });
}

function joined(key: string): string {
  return key.replaceAll(" ", "");
}

/** The fields whose labels have forms of the words of a reference, those with the smallest differences. */
function closest(key: string, fields: readonly FormField[]): FormField[] {
  const distances = fields.map((field) =>
    Math.min(
      ...labelsOf(field).map((label) =>
        isNaming(key, label) ? distance(key, label) : Number.POSITIVE_INFINITY,
      ),
    ),
  );
  const best = Math.min(...distances);
  return best === Number.POSITIVE_INFINITY ? [] : fields.filter((_, index) => distances[index] === best);
}

/** Whether a text stands for the field that was named last: "it". */
export function isPronoun(text: string, { instructionLanguages }: EditContext): boolean {
  const word = fold(text.trim());
  return instructionLanguages.some((language) =>
    (instructionsIn(language).vocabulary.pronouns ?? []).some((one) => fold(one) === word),
  );
}

/** How much the words of a reference differ from words of the label, in its order; infinite if one is missing. */
function distance(reference: string, label: string): number {
  const words = label.split(" ");
  let from = 0;
  let sum = 0;
  for (const word of reference.split(" ")) {
    const at = words.findIndex((one, index) => index >= from && isForm(word, one));
    if (at < 0) return Number.POSITIVE_INFINITY;
    sum += Math.max(word.length, words[at]!.length) - commonStart(word, words[at]!);
    from = at + 1;
  }
  return sum;
}

/** Whether two words begin alike and differ in a short ending: "kommentarus" and "kommentarai". */
function isForm(a: string, b: string): boolean {
  if (a === b) return true;
  const same = commonStart(a, b);
  const needed = Math.max(3, Math.ceil(Math.min(a.length, b.length) * 0.6));
  return same >= needed && Math.max(a.length, b.length) - same <= (same > 5 ? 5 : 4);
}

function commonStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

function isAnswered({ type }: FormField): boolean {
  return type !== "statement" && type !== "section";
}

function placeNamed(text: string, fields: readonly FormField[]): FormField | undefined {
  if (LAST.test(text)) return fields.at(-1);
  if (FIRST.test(text)) return fields[0];
  const [, after, before] = NUMBERED.exec(text) ?? [];
  const number = Number(after ?? before ?? 0);
  return number > 0 ? fields[number - 1] : undefined;
}

/** Without quotes, articles, "the question about" and "field". */
function bareReference(reference: string, { grammar, instructionLanguages }: EditContext): string {
  const plain = stripFillers(reference.trim(), grammar);
  const noise = NOISE.exec(fold(plain));
  const bare = noise ? plain.slice(0, noise.index) + plain.slice(noise.index + noise[0].length) : plain;
  const unquoted = bare.replace(/["“”„«»]/g, "").replace(/^'|'$/g, "");
  return stripFillers(withoutArticles(unquoted.trim(), instructionLanguages), grammar);
}

/** Articles that are written together with their noun: "l'adresse", "in-numru". */
const ELIDED =
  /^(?:[ld]['’]|(?:all|dell|nell)['’]|(?:l|il|in|it|id|is|ir|iż|iz|tal|tat|tan|tad|tas|fid|fil|fit|mad|mat|mal|[nds]|t(?!-shirt|-l[eé]ine))-)(?=\p{L})/iu;

/** Drops articles and words such as "field" at both ends. */
function withoutArticles(text: string, languages: readonly Language[]): string {
  const skipped = new Set(
    languages.flatMap((language) => instructionsIn(language).vocabulary.skip ?? []).map(fold),
  );
  let words = text.replace(ELIDED, "").split(" ");
  while (words.length > 1 && skipped.has(fold(words[0]!))) words = words.slice(1);
  const nouns = new Set(
    languages.flatMap((language) => instructionsIn(language).vocabulary.fieldNouns ?? []),
  );
  const isNoise = (word: string) => skipped.has(fold(word)) || nouns.has(fold(word));
  while (words.length > 1 && isNoise(words.at(-1)!)) words = words.slice(0, -1);
  return words.join(" ").replace(ELIDED, "");
}

function labelsOf({ label }: FormField): string[] {
  return Object.values(label as Record<string, string>).map(phraseKey);
}

/** The concept of a field's label; a symbol that equals no other if it names none. */
export function conceptOf(field: FormField, context: EditContext): string | symbol {
  const meaning = meaningOf(labelOf(field, context), grammarOf(context.form.default_language), false);
  return meaning?.exact ? meaning.concept : Symbol("none");
}

function conceptNamed(reference: string, context: EditContext): string | undefined {
  const meaning = meaningOf(bareReference(reference, context), context.grammar, false);
  return meaning?.exact ? meaning.concept : undefined;
}

/** The labels for a message, at most ten. */
function names(fields: readonly FormField[], context: EditContext): string | Sentence {
  const shown = fields.slice(0, 10).map((field) => `"${labelOf(field, context)}"`);
  const ids = shown.join(", ");
  return fields.length > 10 ? { key: "ids_and_more", values: { ids, more: fields.length - 10 } } : ids;
}
