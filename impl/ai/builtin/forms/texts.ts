/** The localized texts of a form, from the lexicon or from the prompt, and which of them could not be translated. */
import { limits } from "../../../../generated/limits.ts";
import type { Language, LocalizedText, Warning } from "../../../../generated/types.ts";
import { languageName } from "../../../texts/detection/names.ts";
import { choiceNamed } from "../items/concepts.ts";
import { isUniversal } from "../items/spelling.ts";
import { type Labels, lexiconOf } from "../reading/lexicon.ts";

/** The languages of a form, the default one first, and the language of its prompt. */
export interface FormLanguages {
  readonly languages: readonly [Language, ...Language[]];
  readonly promptLanguage: Language;
}

type Pick = (labels: Labels) => string;

export class Texts {
  readonly languages: readonly [Language, ...Language[]];
  readonly promptLanguage: Language;
  readonly #missing = new Map<string, readonly Language[]>();

  constructor({ languages, promptLanguage }: FormLanguages) {
    this.languages = languages;
    this.promptLanguage = promptLanguage;
  }

  /** A text of the lexicon; `words` of the prompt replace it in the language of the prompt. */
  fromLexicon(pick: Pick, words?: string): LocalizedText {
    return Object.fromEntries(
      this.languages.map((language) => [
        language,
        words !== undefined && language === this.promptLanguage
          ? clip(words)
          : pick(lexiconOf(language).labels),
      ]),
    );
  }

  /** A text of the prompt: in its language and in the default one. */
  fromPrompt(words: string): LocalizedText {
    const text = clip(words);
    if (isUniversal(text)) return Object.fromEntries(this.languages.map((language) => [language, text]));
    const lacking = this.languages.filter((language) => language !== this.promptLanguage);
    if (lacking.length > 0) this.#missing.set(text, lacking);
    const spoken = this.languages.filter(
      (language, index) => index === 0 || language === this.promptLanguage,
    );
    return Object.fromEntries(spoken.map((language) => [language, text]));
  }

  /** A choice in the words of the prompt; well-known ones are translated. */
  choice(words: string): LocalizedText {
    const choice = choiceNamed(words, [this.promptLanguage, "en"]);
    return choice ? this.fromLexicon((labels) => labels.choices[choice], words) : this.fromPrompt(words);
  }

  /** One warning for all texts that lack the same languages. */
  warnings(): Warning[] {
    const groups = Map.groupBy(this.#missing, ([, languages]) => listNames(languages.map(languageName)));
    return [...groups].map(([into, texts]) => {
      const shown = texts.slice(0, 5).map(([text]) => `"${clip(text, 60)}"`);
      const more = texts.length > shown.length ? ` and ${texts.length - shown.length} more` : "";
      return {
        code: "untranslated",
        message: `No translation into ${into} for ${shown.join(", ")}${more}: respondents see the words of the prompt.`,
      };
    });
  }
}

/** Cuts a text to a number of characters, by default as many as a structure allows. Like the limits, it counts code points. */
export function clip(text: string, length: number = limits.localized_text_length.max): string {
  if (text.length <= length) return text;
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}

const MOST_LISTED = 8;

/** `A`, `A and B`, `A, B and C`; of many names only the first. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED + 1;
  const shown = rest > 1 ? [...names.slice(0, MOST_LISTED - 1), `${rest} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
