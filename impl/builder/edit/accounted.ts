/** Refuses an edit if something that its words name is not in what was changed: a number, a quotation, a field. */
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { meaningOf } from "../fields/meaning.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { ownAnswerWords } from "../lexicon/own-answer.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { withIsoDays } from "../prompt/settings.ts";
import { clip } from "../texts.ts";
import { withoutAsides } from "./asides.ts";
import { type Change, changeOf } from "./change-of-form.ts";
import { allFields, type EditContext, listOf, refuse } from "./context.ts";
import { conceptOf } from "./find.ts";
import { UNDERSTOOD } from "./read-sentence.ts";

/** Names in a longer sentence are not looked for, so that the time stays linear. */
const MAX_SENTENCE = 600;
/** The longest name that is looked for, in words. */
const MAX_NAME = 5;

/** @throws Refusal which quotes the sentence of which a part is not carried out */
export function requireAccounted(
  before: FormStructure,
  sentences: readonly string[],
  context: EditContext,
): void {
  const change = changeOf(before, context.form);
  if (change.isEmpty) {
    if (context.changes.length === 0 && context.warnings.length === 0) notUnderstood(sentences[0]!);
    return;
  }
  const known = knownOf(before, change, context);
  for (const sentence of sentences) {
    const bare = withoutAsides(sentence, context);
    const isDone =
      hasQuotations(bare, known, context) &&
      hasNumbers(bare, known, context) &&
      hasFields(bare, known, change, context) &&
      hasWholeLabels(bare, change, context);
    if (!isDone) notUnderstood(sentence);
  }
}

function notUnderstood(sentence: string): never {
  return refuse("edit_not_understood", { instruction: clip(sentence, 120), understood: UNDERSTOOD });
}

/** What the sentences of an edit are compared with, made once for all of them. */
interface Known {
  /** The texts of the form and of the change, as keys. */
  readonly texts: string;
  readonly numbers: ReadonlySet<number>;
  /** The fields that the form had, by their labels and by what they ask for. */
  readonly byLabel: ReadonlyMap<string, FormField>;
  readonly byConcept: ReadonlyMap<string | symbol, readonly FormField[]>;
  /** What was made, without the types of fields. */
  readonly made: string;
}

function knownOf(before: FormStructure, change: Change, context: EditContext): Known {
  const form = JSON.stringify(before);
  const numbers = `${change.parts} ${JSON.stringify(before.pages)} ${JSON.stringify(context.warnings)}`;
  const fields = allFields(before);
  const labelled = fields.flatMap((field) =>
    Object.values(field.label).map((text) => [phraseKey(text ?? ""), field] as const),
  );
  return {
    texts: `${phraseKey(form)} ${phraseKey(change.texts)}`,
    numbers: new Set([...numbers.matchAll(ANY_NUMBER)].map(([one]) => numberIn(one))),
    byLabel: new Map(labelled.reverse()),
    byConcept: Map.groupBy(fields, (field) => conceptOf(field, context)),
    made: phraseKey(change.parts.replace(/"type":"\w+"/g, "").replaceAll("_", " ")),
  };
}

const QUOTATION = /["“„«]([^"“”„«»]{1,300})["”“»]/gu;

/** Each quotation is a text that the change made, or a name that the form had. */
function hasQuotations(sentence: string, { texts }: Known, context: EditContext): boolean {
  const own = new Set(ownAnswerWords(context.instructionLanguages).map(phraseKey));
  return quotationsIn(sentence).every((text) => texts.includes(text) || own.has(text));
}

/** The quotations of a sentence, as keys. */
function quotationsIn(sentence: string): string[] {
  return [...sentence.matchAll(QUOTATION)].map(([, text = ""]) => phraseKey(text));
}

const NUMBER = /(?<![\p{L}\d.,:/@-])\d{1,6}(?:[.,]\d{1,2})?(?![\p{L}\d/@]|[.,:]\d)/gu;
const ANY_NUMBER = /\d+(?:[.,]\d+)?/g;

/** Each number is in what the change made, counts pages or fields, or was in a text of the form. */
function hasNumbers(sentence: string, { numbers }: Known, context: EditContext): boolean {
  const found = [...withIsoDays(sentence.replace(QUOTATION, " ")).matchAll(NUMBER)];
  const counted = wordSet([...listOf("page", context), ...listOf("pages", context), ...COUNTED]);
  return found.every(({ 0: number, index }) => {
    // Ratings begin at 1 without saying so.
    if (number === "0" || number === "1") return true;
    const near = fold(sentence.slice(Math.max(index - 12, 0), index + number.length + 14));
    return numbers.has(numberIn(number)) || counted.first(near) !== undefined;
  });
}

/** "the first 3 questions", "field 4" */
const COUNTED = [
  "field",
  "fields",
  "question",
  "questions",
  "feld",
  "frage",
  "champ",
  "campo",
  "veld",
  "pole",
];

function numberIn(number: string): number {
  return Number(number.replace(",", "."));
}

/** Each field that the sentence names by its label or concept has changed, stands beside a change, or is what one looks at. */
function hasFields(sentence: string, known: Known, change: Change, context: EditContext): boolean {
  const isExcepted = wordSet(listOf("except", context)).first(fold(sentence)) !== undefined;
  if (sentence.length > MAX_SENTENCE || change.isRepaged || isExcepted) return true;
  return fieldsNamed(sentence.replace(QUOTATION, " , "), known, context).every(
    ({ field, name }) =>
      change.touched.has(field.id) ||
      change.parts.includes(`"${field.id}"`) ||
      known.made.includes(name.split(" ")[0]!) ||
      isAlready(field, sentence, context),
  );
}

/** "Make phone and email required", and the email is. */
function isAlready(field: FormField, sentence: string, context: EditContext): boolean {
  const says = (name: string) => wordSet(listOf(name, context)).first(fold(sentence)) !== undefined;
  const isRequired = "required" in field && field.required === true;
  // "Email and phone are not compulsory", and the phone is not.
  if (!isRequired && says("negations") && says("required")) return true;
  return says(isRequired ? "required" : "optional") || says(isRequired ? "mustBeGiven" : "needNotBeGiven");
}

interface Named {
  readonly field: FormField;
  readonly name: string;
}

/** The fields that a sentence names by their labels or by other names of what they ask for, longer names first. */
function fieldsNamed(sentence: string, { byLabel, byConcept }: Known, context: EditContext): Named[] {
  const isRespondent = wordSet([
    ...listOf("they", context),
    ...listOf("crowd", context),
    ...listOf("responses", context),
  ]);
  const fieldCalled = (name: string): FormField | undefined => {
    if (isRespondent.is(name)) return undefined;
    const labelled = byLabel.get(name);
    if (labelled) return labelled;
    const meaning = meaningOf(name, context.grammar, false);
    const alike = meaning?.exact ? (byConcept.get(meaning.concept) ?? []) : [];
    return alike.length === 1 ? alike[0] : undefined;
  };
  return sentence.split(/[,.;:!?()]+/).flatMap((clause) => {
    const words = phraseKey(clause).split(" ");
    const named: Named[] = [];
    for (let at = 0; at < words.length; ) {
      let length = Math.min(MAX_NAME, words.length - at);
      for (; length > 0; length--) {
        const name = words.slice(at, at + length).join(" ");
        const field = fieldCalled(name);
        if (field) named.push({ field, name });
        if (field) break;
      }
      at += Math.max(length, 1);
    }
    return named;
  });
}

/** "Email to be the very", "Offer S" and "XL as an option" hold a part of the instruction, and a dropdown is no choice. */
function hasWholeLabels(sentence: string, { names, choices }: Change, context: EditContext): boolean {
  const { verbs } = instructionsIn(context.instructionLanguages[0]!);
  const verb = verbs.start(fold(sentence))?.phrase;
  const options = listOf("as", context).flatMap((as) =>
    listOf("option", context).map((one) => `${as} ${one}`),
  );
  const parts = wordSet([
    ...[...listOf("mustCome", context), ...listOf("mustBe", context)].filter((one) => one.includes(" ")),
    ...options,
  ]);
  // '"Halal" as a choice' is no field.
  const isOption = wordSet(options).first(fold(sentence.replace(QUOTATION, " "))) !== undefined;
  if (isOption && names.length > 0 && choices.length === 0) return false;
  const quoted = quotationsIn(sentence).join("\n");
  const isQuoted = (name: string) => quoted.includes(phraseKey(name));
  if (choices.some((name) => context.grammar.kinds.is(fold(name)) && !isQuoted(name))) return false;
  return names.every((name) => {
    if (name.endsWith("?") || isQuoted(name)) return true;
    const folded = fold(name);
    return !(verb && folded.startsWith(`${verb} `)) && parts.first(folded) === undefined;
  });
}
