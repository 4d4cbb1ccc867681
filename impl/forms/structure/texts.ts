/** Rules for the texts of a structure: languages, length, and readable characters. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Language, LocalizedText, Warning } from "../../../generated/types.ts";
import { invalidInput } from "../../platform/failures/invalid-input.ts";
import { nameLanguages, type SentenceKey } from "../../texts/sentences/sentence.ts";
import { type Placed, placedTexts } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Texts of one line, which have less room than others, and the sentence for one that is too long. */
const TITLES: ReadonlyMap<string, SentenceKey> = new Map([
  ["/title", "title_too_long"],
  ["/settings/receipt_subject", "receipt_subject_too_long"],
]);

/** Checks that every text exists in the default language and is readable, and that titles and subjects fit. */
export function textProblems(structure: FormStructure): StructureProblem[] {
  const { default_language: language, languages } = structure;
  const problems: StructureProblem[] = [];
  if (!languages.includes(language)) {
    const values = { language: { languages: [language] }, languages: { languages } };
    problems.push(problemAt("/default_language", "default_not_offered", values));
  }
  const texts = placedTexts(structure);
  for (const { value, path } of texts) {
    if (value[language] === undefined) {
      problems.push(problemAt(path, "text_missing", { language: { languages: [language] } }));
    } else if (value[language].trim() === "") {
      problems.push(problemAt(`${path}/${language}`, "text_blank"));
    }
  }
  problems.push(...texts.flatMap(unreadableTexts), ...texts.flatMap(longTitles));
  return problems;
}

function longTitles({ value, path }: Placed<LocalizedText>): StructureProblem[] {
  const problem = TITLES.get(path);
  if (problem === undefined) return [];
  const most = limits.title_length.max;
  const long = Object.entries(value).filter(([, text]) => [...text].length > most);
  return long.map(([language]) => problemAt(`${path}/${language}`, problem, { most }));
}

/** Control characters other than line breaks and tabs. PostgreSQL cannot store NUL. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

function unreadableTexts({ value, path }: Placed<LocalizedText>): StructureProblem[] {
  return Object.entries(value).flatMap(([language, text]) => {
    const problem = unreadable(text);
    return problem === undefined ? [] : [problemAt(`${path}/${language}`, problem)];
  });
}

/** Why a text cannot be stored or read; undefined if it can. */
function unreadable(text: string): SentenceKey | undefined {
  if (CONTROL.test(text)) return "text_control";
  return text.isWellFormed() ? undefined : "text_half_character";
}

/** @throws Refusal invalid_input for a title that is not readable */
export function requireReadable(title: string | undefined): void {
  const problem = title === undefined ? undefined : unreadable(title);
  if (problem !== undefined)
    throw invalidInput("/title", { key: "title_unreadable", values: { reason: { key: problem } } });
}

/** Warnings about translations. None of them keeps a form from working. */
export function translationWarnings(structure: FormStructure): Warning[] {
  const { default_language: first, languages } = structure;
  const texts = placedTexts(structure);
  const missing = languages.flatMap((language): Warning[] => {
    const lacking = texts.filter(({ value }) => value[language] === undefined);
    if (lacking.length === 0 || language === first) return [];
    const message = `${count(lacking.length)} not translated into ${nameLanguages([language], "en")} ("${language}"): respondents see ${nameLanguages([first], "en")} there.`;
    return [{ code: "untranslated", message, path: lacking[0]!.path }];
  });
  const unused = new Map<string, string>();
  for (const { value, path } of texts) {
    for (const language of Object.keys(value)) {
      if (!languages.includes(language as Language) && !unused.has(language)) unused.set(language, path);
    }
  }
  const unseen = [...unused].map(([language, path]) => ({
    code: "unused_translation",
    message: `Texts in ${nameLanguages([language], "en")} are kept, but nobody sees them: add "${language}" to languages to offer it.`,
    path,
  }));
  return [...missing, ...unseen];
}

function count(texts: number): string {
  return texts === 1 ? "1 text is" : `${texts} texts are`;
}
