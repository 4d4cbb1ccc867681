/** Rules for the texts of a structure: languages, length, and readable characters. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Language, LocalizedText, Warning } from "../../../generated/types.ts";
import { invalidInput } from "../../failures/invalid-input.ts";
import { type Placed, placedTexts } from "./places.ts";
import type { StructureProblem } from "./problem.ts";

/** Checks that every text exists in the default language and is readable, and that titles fit. */
export function textProblems(structure: FormStructure): StructureProblem[] {
  const { default_language: language, languages, title } = structure;
  const problems: StructureProblem[] = [];
  if (!languages.includes(language)) {
    const problem = `${language} is not among languages (${languages.join(", ")}). Add it there, or choose one of them.`;
    problems.push({ path: "/default_language", problem });
  }
  for (const { value, path } of placedTexts(structure)) {
    if (value[language] === undefined) {
      problems.push({ path, problem: `has no text in the default language: add ${language}.` });
    } else if (value[language].trim() === "") {
      problems.push({
        path: `${path}/${language}`,
        problem: "is blank. Write a text, or leave the property out.",
      });
    }
  }
  problems.push(...placedTexts(structure).flatMap(unreadableTexts));
  for (const [code, text] of Object.entries(title)) {
    if ([...text].length <= limits.title_length.max) continue;
    const problem = `is longer than ${limits.title_length.max} characters. Shorten it; description has room for more.`;
    problems.push({ path: `/title/${code}`, problem });
  }
  return problems;
}

/** Control characters other than line breaks and tabs. PostgreSQL cannot store NUL. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

function unreadableTexts({ value, path }: Placed<LocalizedText>): StructureProblem[] {
  return Object.entries(value).flatMap(([language, text]) => {
    const problem = unreadable(text);
    return problem === undefined ? [] : [{ path: `${path}/${language}`, problem }];
  });
}

/** Why a text cannot be stored or read; undefined if it can. */
function unreadable(text: string): string | undefined {
  if (CONTROL.test(text)) return "has a control character, which nobody can read. Leave it out.";
  return text.isWellFormed()
    ? undefined
    : "has half a character (a lone surrogate). Write it whole, or leave it out.";
}

/** @throws Refusal invalid_input for a title that is not readable */
export function requireReadable(title: string | undefined): void {
  const problem = title === undefined ? undefined : unreadable(title);
  if (problem !== undefined) throw invalidInput("/title", `The title ${problem}`);
}

/** Warnings about translations. None of them keeps a form from working. */
export function translationWarnings(structure: FormStructure): Warning[] {
  const { default_language: first, languages } = structure;
  const texts = placedTexts(structure);
  const missing = languages.flatMap((language): Warning[] => {
    const lacking = texts.filter(({ value }) => value[language] === undefined);
    if (lacking.length === 0 || language === first) return [];
    const message = `${count(lacking.length)} not translated into ${language}: respondents see ${first} there.`;
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
    message: `Texts in ${language} are kept, but nobody sees them: add ${language} to languages to offer it.`,
    path,
  }));
  return [...missing, ...unseen];
}

function count(texts: number): string {
  return texts === 1 ? "1 text is" : `${texts} texts are`;
}
