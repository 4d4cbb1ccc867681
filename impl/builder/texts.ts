/** The localized texts of a form, from the lexicon or from the prompt. */
import { limits } from "../../generated/limits.ts";
import type { Language, LocalizedText, Warning } from "../../generated/types.ts";
import type { Labels } from "./lexicon/concepts.ts";
import { findChoice, findConcept, findHeading } from "./lexicon/dictionary.ts";
import { labelsIn } from "./lexicon/lexicon.ts";
import { withoutMarks } from "./lexicon/mark-brackets.ts";
import { languageName } from "./lexicon/names.ts";
import { isUniversal } from "./lexicon/spelling.ts";

/** The languages of a form, and the language of its prompt. */
export interface FormLanguages {
  readonly languages: readonly Language[];
  readonly defaultLanguage: Language;
  readonly promptLanguage: Language;
}

/**
 * Makes the localized texts of one form, and collects the texts that it could not translate. Such a text is in the words
 * of the prompt, in the default language and in the language of the prompt only.
 */
export interface Texts {
  /** A text of the lexicon. `wording` replaces it in one language, where the prompt says the same in other words. */
  fromLexicon(
    pick: (labels: Labels) => string,
    wording?: { language: Language; text: string },
  ): LocalizedText;
  /** A text of the prompt. */
  fromPrompt(text: string): LocalizedText;
  /** A title of a page in the words of the prompt; well-known ones are translated. */
  heading(text: string): LocalizedText;
  /** A choice in the words of the prompt; well-known ones are translated. */
  choice(text: string): LocalizedText;
  /** One sentence for each group of texts that are missing in some languages. */
  warnings(): Warning[];
}

export function makeTexts({ languages, defaultLanguage, promptLanguage }: FormLanguages): Texts {
  const missing = new Map<string, Language[]>();

  function noteMissing(text: string, lacking: readonly Language[]): void {
    if (lacking.length > 0) missing.set(text, [...new Set([...(missing.get(text) ?? []), ...lacking])]);
  }

  function fromLexicon(
    pick: (labels: Labels) => string,
    wording?: { language: Language; text: string },
  ): LocalizedText {
    const text: LocalizedText = {};
    for (const language of languages) {
      text[language] = wording?.language === language ? clip(wording.text) : pick(labelsIn(language));
    }
    return text;
  }

  function fromPrompt(words: string): LocalizedText {
    const text = clip(withoutMarks(words));
    if (isUniversal(text)) return Object.fromEntries(languages.map((language) => [language, text]));
    const spoken = [defaultLanguage, promptLanguage].filter((language) => languages.includes(language));
    const lacking = languages.filter((language) => language !== promptLanguage);
    noteMissing(text, lacking);
    return Object.fromEntries(spoken.map((language) => [language, text]));
  }

  function choice(words: string): LocalizedText {
    if (isUniversal(words)) return fromPrompt(words);
    const candidates = [promptLanguage, ...languages];
    const found = findChoice(words, candidates);
    if (found) {
      const wording = { language: found.language, text: words };
      return fromLexicon((labels) => labels.choices[found.value], wording);
    }
    const concept = findConcept(words, candidates);
    if (!concept) return fromPrompt(words);
    return fromLexicon((labels) => labels.fields[concept.value], { language: concept.language, text: words });
  }

  function heading(words: string): LocalizedText {
    const candidates = [promptLanguage, ...languages];
    const found = findHeading(words, candidates);
    if (found)
      return fromLexicon((labels) => labels.texts[found.value], { language: found.language, text: words });
    const concept = findConcept(words, candidates);
    if (!concept) return fromPrompt(words);
    return fromLexicon((labels) => labels.fields[concept.value], { language: concept.language, text: words });
  }

  return { fromLexicon, fromPrompt, heading, choice, warnings: () => untranslated(missing) };
}

/** Cuts a text to a number of characters, by default as many as a structure allows. Like the limits, it counts code points. */
export function clip(text: string, length: number = limits.localized_text_length.max): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** One warning for all texts that lack the same languages. */
function untranslated(missing: ReadonlyMap<string, Language[]>): Warning[] {
  const groups = new Map<string, string[]>();
  for (const [text, languages] of missing) {
    const into = listed(languages.map(languageName));
    groups.set(into, [...(groups.get(into) ?? []), text]);
  }
  return [...groups].map(([into, texts]) => {
    const shown = texts.slice(0, 5).map((text) => `"${clip(text, 60)}"`);
    const more = texts.length - shown.length;
    const list = more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
    const what = texts.length === 1 ? "1 text" : `${texts.length} texts`;
    const message = `${what} could not be translated into ${into}: ${list}. Respondents see the words of the prompt instead; add the translations to the structure.`;
    return { code: "untranslated", message };
  });
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
