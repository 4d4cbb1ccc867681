/** Reads the files of `impl/texts`, where each language of a part of the service is a file such as `de.json`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../generated/types.ts";
import { isLanguage } from "../../texts/languages.ts";
import { pluralForms } from "../../texts/message.ts";

export type Messages = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, "../../texts");

/** The text files by folder, such as `owner`, and language. Texts for respondents are in the folder itself. */
export const textFiles: ReadonlyMap<string, ReadonlyMap<Language, Messages>> = readTextFiles();

function readTextFiles() {
  const files = new Map<string, Map<Language, Messages>>();
  for (const { name, parentPath } of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const [, language = ""] = /^(\w\w)\.json$/.exec(name) ?? [];
    if (!isLanguage(language)) continue;
    const folder = parentPath.slice(root.length + 1);
    const messages: Messages = JSON.parse(readFileSync(join(parentPath, name), "utf8"));
    files.set(folder, (files.get(folder) ?? new Map()).set(language, messages));
  }
  return files;
}

/** A message in all its plural forms, with `{name}` for its values. */
export function formsOf(message: string): string[] {
  return Object.values(pluralForms(message));
}
