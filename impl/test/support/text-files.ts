/** Reads the files of `impl/texts`, where each language of a part of the service is a file such as `de.json`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../generated/types.ts";
import { isLanguage } from "../../texts/languages.ts";
import { pluralForms } from "../../texts/message.ts";
import { hashText, translatedHash } from "../../texts/owner/translations.ts";

export type Messages = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, "../../texts");

/**
 * The text files by folder, such as `owner`, and language, without outdated translations. Texts for respondents are in the
 * folder itself.
 */
export const textFiles: ReadonlyMap<string, ReadonlyMap<Language, Messages>> = readTextFiles();

function readTextFiles() {
  const files = new Map<string, Map<Language, Messages>>();
  for (const { name, parentPath } of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const [, language = ""] = /^(\w\w)\.json$/.exec(name) ?? [];
    if (!isLanguage(language)) continue;
    const folder = parentPath.slice(root.length + 1);
    const messages: Messages = JSON.parse(readFileSync(join(parentPath, name), "utf8"));
    const shown = folder === "" ? messages : currentIn(parentPath, language, messages);
    files.set(folder, (files.get(folder) ?? new Map()).set(language, shown));
  }
  return files;
}

/** The messages whose English text has not changed since they were translated. */
function currentIn(folder: string, language: Language, messages: Messages): Messages {
  const [english, hashes]: Messages[] = ["en", "english-hashes"].map((name) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")),
  );
  const entries = Object.entries(messages).filter(
    ([key]) => language === "en" || translatedHash(hashes!, key, language) === hashText(english![key] ?? ""),
  );
  return Object.fromEntries(entries);
}

/** A message in all its plural forms, with `{name}` for its values. */
export function formsOf(message: string): string[] {
  return Object.values(pluralForms(message));
}
