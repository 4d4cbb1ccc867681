/**
 * `npm run texts`: lists the texts of the owner's pages that have no translation of today's English text. `-- --translated`
 * records that the listed ones have one. Languages (`de`) and keys narrow both.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EnglishHashes, hashText, ownerLanguages, translatedHash } from "./owner/translations.ts";

type Texts = Readonly<Record<string, string>>;

const parts = ["owner", "owner/editor", "owner/apps", "sentences"];
const root = import.meta.dirname;
/** Path -> the content of the file. */
const files = new Map<string, unknown>();
const others = ownerLanguages.filter((language) => language !== "en");
const options = process.argv.slice(2);
const flags = options.filter((option) => option.startsWith("--"));
const names = options.filter((option) => !option.startsWith("--"));
const isOther = (name: string) => others.some((language) => language === name);
const languages = others.filter((language) => !names.some(isOther) || names.includes(language));
const keys = names.filter((name) => !isOther(name));

const unknown = [
  ...flags.filter((flag) => flag !== "--translated"),
  ...keys.filter((key) => !parts.some((part) => Object.hasOwn(read(part, "en"), key))),
];
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(", ")}: neither a language nor a key.\nUsage: npm run texts [-- [--translated] [LANGUAGE | KEY ...]]\n`,
  );
  process.exit(2);
}
for (const part of parts) {
  if (flags.length > 0) record(part);
  else list(part);
}

function list(part: string): void {
  for (const [key, text] of Object.entries(read(part, "en"))) {
    const outdated = languages.filter((language) => isWanted(key) && isOutdated(part, language, key, text));
    if (outdated.length > 0) process.stdout.write(`${part} ${key} (${outdated.join(", ")}): ${text}\n`);
  }
}

function isOutdated(part: string, language: string, key: string, text: string): boolean {
  const hash = translatedHash(readHashes(part), key, language);
  return hash !== hashText(text) || read(part, language)[key] === undefined;
}

/** Records the hashes of the English texts, as one where all languages have the same. */
function record(part: string): void {
  const hashes = readHashes(part);
  const entries = Object.entries(read(part, "en")).map(([key, text]) => {
    const own = others.flatMap((language) => {
      const isTranslated = languages.includes(language) && isWanted(key) && read(part, language)[key];
      const hash = isTranslated ? hashText(text) : translatedHash(hashes, key, language);
      return hash === undefined ? [] : [[language, hash] as const];
    });
    const [first] = own;
    const isSame = own.length === others.length && own.every(([, hash]) => hash === first?.[1]);
    return [key, isSame ? first?.[1] : Object.fromEntries(own)];
  });
  writeFileSync(fileOf(part, "english-hashes"), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

function isWanted(key: string): boolean {
  return keys.length === 0 || keys.includes(key);
}

function readHashes(part: string): EnglishHashes {
  return readJson(fileOf(part, "english-hashes")) as EnglishHashes;
}

function read(part: string, language: string): Texts {
  return readJson(fileOf(part, language)) as Texts;
}

/** Reads each file once: the list asks for every key in every language. */
function readJson(path: string): unknown {
  const value: unknown = files.get(path) ?? JSON.parse(readFileSync(path, "utf8"));
  files.set(path, value);
  return value;
}

function fileOf(part: string, name: string): string {
  return join(root, part, `${name}.json`);
}
