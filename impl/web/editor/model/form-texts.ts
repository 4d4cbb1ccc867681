/** Removes texts of a form: those of a removed language, and translations of a replaced text. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { outdatedTexts } from "../../../forms/edits/outdated-texts.ts";
import {
  collectTexts,
  type IdentifiedText,
  isNeeded,
  setAt,
  textId,
} from "../../../forms/structure/identified-texts.ts";
import { setText } from "./edits.ts";

/** Removes a language and every text in it. */
export function removeLanguage(structure: FormStructure, language: Language): FormStructure {
  const languages = structure.languages.filter((one) => one !== language) as FormStructure["languages"];
  const without = (form: FormStructure, { path, text }: IdentifiedText) =>
    setAt(form, path, setText(text, language, ""));
  return collectTexts(structure).reduce(without, { ...structure, languages });
}

/**
 * Removes the translations of replaced texts, and restores those of texts that are the same as before. If the user wrote both
 * the text and its translation, the translation stays.
 * @param start the form at the time of the selection
 * @param before the form before the last change
 */
export function adjustTranslations(
  next: FormStructure,
  start: FormStructure,
  before: FormStructure,
): FormStructure {
  const { default_language: language } = next;
  if (start.default_language !== language || before.default_language !== language) return next;
  const started = new Map(collectTexts(start).map((one) => [textId(one), one.text]));
  const restored = restoredTexts(next, started, before);
  const outdated = outdatedTexts(start, restored);
  return outdated.reduce((form, { path, text, languages }) => {
    const left = languages.reduce<LocalizedText | undefined>((one, to) => setText(one, to, ""), text);
    return setAt(form, path, left ?? (isNeeded({ path }) ? {} : undefined));
  }, restored);
}

function restoredTexts(
  next: FormStructure,
  started: ReadonlyMap<string, LocalizedText>,
  before: FormStructure,
): FormStructure {
  const { default_language: language } = next;
  const changed = new Map(collectTexts(before).map((one) => [textId(one), one.text]));
  return collectTexts(next).reduce((form, one) => {
    const first = started.get(textId(one));
    const isBack = first?.[language] === one.text[language];
    const wasOther = changed.get(textId(one))?.[language] !== one.text[language];
    return first && isBack && wasOther ? setAt(form, one.path, { ...first, ...one.text }) : form;
  }, next);
}

/** Lists the languages that have fewer translations after the change than before. */
export function listLostLanguages(before: FormStructure, after: FormStructure): Language[] {
  const now = new Map(collectTexts(after).map((one) => [textId(one), one.text]));
  const lost = new Set<Language>();
  for (const one of collectTexts(before)) {
    const text = now.get(textId(one));
    if (text?.[after.default_language] === one.text[after.default_language]) continue;
    for (const language of after.languages)
      if (text && language in one.text && !(language in text)) lost.add(language);
  }
  lost.delete(after.default_language);
  return [...lost];
}
