/** All texts of a form: removed with their language, or with the text that they translate. */
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

/** Without a language and every text in it. */
export function removeLanguage(structure: FormStructure, language: Language): FormStructure {
  const languages = structure.languages.filter((one) => one !== language) as FormStructure["languages"];
  const without = (form: FormStructure, { path, text }: IdentifiedText) =>
    setAt(form, path, setText(text, language, ""));
  return collectTexts(structure).reduce(without, { ...structure, languages });
}

/**
 * Without the translations of texts that were written anew, and with those of texts that are again as they were. What was written in both
 * languages stays.
 * @param start the form when this piece of work began
 * @param before the form before the last change
 */
export function withFittingTranslations(
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

/** Languages of the form into which a text was translated before, and is no longer. */
export function lostLanguages(before: FormStructure, after: FormStructure): Language[] {
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
