/** Makes the fields that an instruction adds. */

import type { FormField } from "../../../generated/types.ts";
import { draftItems } from "../draft-sections.ts";
import type { Draft } from "../fields/draft.ts";
import { makeField } from "../fields/make-field.ts";
import { meaningOf } from "../fields/meaning.ts";
import { isPlausible } from "../fields/plausible.ts";
import { guessedTypes } from "../guessed.ts";
import { findKind } from "../lexicon/dictionary.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { withSlots } from "../prompt/read.ts";
import { toItems } from "../prompt/recognise.ts";
import { clip } from "../texts.ts";
import { allFields, type EditContext, labelOf, listOf, numberOf, refuse } from "./context.ts";
import { conceptOf, namesField } from "./find.ts";
import { isFragment } from "./fragments.ts";

/** "company after the e-mail": a label that puts itself beside a field of the form was not understood. */
function namesPlace(label: string, context: EditContext): boolean {
  const lists = context.instructionLanguages.map((language) => instructionsIn(language).vocabulary);
  const places = wordSet(lists.flatMap(({ after = [], before = [] }) => [...after, ...before]));
  return places.all(fold(label)).some(({ start, end }) => {
    const [left, right] = [label.slice(0, start).trim(), label.slice(end).trim()];
    return (
      (left !== "" && right !== "" && namesField(right, context)) ||
      (right === "" &&
        left
          .split(" ")
          .some((_, index, words) => index > 0 && namesField(words.slice(index).join(" "), context)))
    );
  });
}

/** "Diet is no longer needed": what an instruction says of a field is no label. */
function saysRemoval(label: string, { instructionLanguages }: EditContext): boolean {
  const phrases = instructionLanguages.flatMap((language) => {
    const { isNotNeeded = [], needNotBeGiven = [], mustBeGiven = [] } = instructionsIn(language).vocabulary;
    return [...isNotNeeded, ...needNotBeGiven, ...mustBeGiven].filter((phrase) => phrase.includes(" "));
  });
  return wordSet(phrases).first(fold(label)) !== undefined;
}

/** "data de nascimento a seguir ao nome": what a field asks, then words for a place that no list has, then another field. */
function endsInField(label: string, context: EditContext): boolean {
  const words = label.split(" ");
  return words.some((_, end) => {
    const asked = meaningOf(words.slice(0, end).join(" "), context.grammar, false);
    if (!asked?.exact) return false;
    return [1, 2].some(
      (tail) => words.length - tail - end > 1 && namesField(words.slice(-tail).join(" "), context),
    );
  });
}

/** "form in blue" is about the form; "form of address" is a field. */
function isAboutForm(label: string, { instructionLanguages }: EditContext): boolean {
  const folded = fold(label);
  return instructionLanguages.some((language) => {
    const { form = [], of = [] } = instructionsIn(language).vocabulary;
    const found = wordSet(form).start(folded);
    return found !== undefined && !folded.slice(found.end).startsWith(` ${of[0]} `);
  });
}

/** '"Where from?" with A': a quotation with other words beside it is half a sentence. */
const QUOTED_PART = /^["“„«].*["“”»] *[\p{L}\p{N}]|[\p{L}\p{N}] *["“„«]/u;

/** "5 stars" belongs to the field before, and "lo todo" begins with a pronoun: neither is a label. */
function isHalf(label: string, { instructionLanguages }: EditContext): boolean {
  if (/^\d+ \p{Ll}+$/u.test(label)) return true;
  const [first = "", second] = fold(label).split(" ");
  if (second === undefined || label.endsWith("?")) return false;
  return instructionLanguages.some((language) => {
    const { pronouns = [], skip = [], all = [], everything = [] } = instructionsIn(language).vocabulary;
    if (
      [...all, ...everything].some((one) => fold(one) === second) &&
      pronouns.some((one) => fold(one) === first)
    )
      return true;
    return pronouns.some((one) => fold(one) === first) && !skip.some((one) => fold(one) === first);
  });
}

/** "two fields: company and VAT number" lists the two; "these questions: ..." as well. */
function withoutCount(list: string, context: EditContext): string {
  const [lead = ""] = /^[^:,"?()]{3,40}: /u.exec(list) ?? [];
  const words = fold(lead).match(/[\p{L}\p{N}]+/gu) ?? [];
  const nouns = wordSet(listOf("fieldPlurals", context));
  const isCount = words.length > 1 && nouns.is(words.at(-1)!) && numberOf(words[0]!, context) !== undefined;
  return isCount || nouns.is(fold(lead.slice(0, -2))) ? list.slice(lead.length) : list;
}

/** Refuses what is a part of an instruction and no name of a field. */
function requireName(draft: Draft, context: EditContext): void {
  const { label, meaning, choices } = draft;
  const isKnown = meaning?.exact === true;
  const isPart = isHalf(label, context) || isFragment(label, context);
  if (
    saysRemoval(label, context) ||
    QUOTED_PART.test(label) ||
    (isPart && !label.endsWith("?") && !isKnown && choices.length === 0) ||
    (!isKnown && isAboutForm(label, context)) ||
    !isPlausible(draft, context.grammar) ||
    namesPlace(label, context) ||
    endsInField(label, context) ||
    (choices.length === 0 && findKind(label, context.instructionLanguages)?.value === "dropdown") ||
    (!label.endsWith("?") && wordSet(listOf("duty", context)).start(fold(label)) !== undefined)
  )
    refuse("edit_unknown_field", { text: clip(label, 80) });
}

/** The fields of a list. Fields that the form already has are left out with a warning. */
export function newFields(list: string, context: EditContext): FormField[] {
  const present = allFields(context.form);
  const labels = new Set(present.map((field) => phraseKey(labelOf(field, context))));
  const concepts = new Set(present.map((field) => conceptOf(field, context)));
  const { texts, ids, grammar, warnings } = context;
  const guessed: FormField[] = [];
  // "if yes" looks at what was asked last, be it new.
  const asked = [...present];
  const items = toItems(withSlots(withoutCount(list, context), grammar), grammar);
  const fields = draftItems(items, false, grammar, warnings).flatMap((draft): FormField[] => {
    requireName(draft, context);
    const isThere = draft.meaning?.exact
      ? concepts.has(draft.meaning.concept)
      : labels.has(phraseKey(draft.label));
    if (!isThere) {
      const field = makeField(draft, asked, { texts, ids, grammar, warnings, guessed });
      asked.push(field);
      return [field];
    }
    warnings.push({
      code: "already_there",
      message: `The form asks for "${draft.label}" already; it was not added again.`,
    });
    return [];
  });
  if (fields.length === 0 && warnings.some(({ code }) => code === "already_there")) {
    return refuse("edit_already_there", { text: list });
  }
  warnings.push(...guessedTypes(guessed, context.form));
  return fields;
}
