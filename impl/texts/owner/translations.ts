/** Shows a text of the owner's pages in English where it has no translation of today's English text. */

/** The languages of the owner's pages. The first is the default. */
export const ownerLanguages = ["en", "de", "es", "fr", "it", "nl", "pl", "pt"] as const;

export type OwnerLanguage = (typeof ownerLanguages)[number];

/** By key, the hash of the English text that the translations were made from; an object where languages differ. */
export type EnglishHashes = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

type TextsByLanguage<Key extends string> = Readonly<
  Record<OwnerLanguage, Readonly<Partial<Record<Key, string>>>>
> & { readonly en: Readonly<Record<Key, string>> };

/** Returns the texts of each language, with the English one for each that is missing or outdated. */
export function withEnglish<Key extends string>(
  texts: TextsByLanguage<Key>,
  hashes: EnglishHashes,
): Readonly<Record<OwnerLanguage, Readonly<Record<Key, string>>>> {
  const english = Object.entries<string>(texts.en).map(([key, text]) => [key, text, hashText(text)] as const);
  const inLanguage = (language: OwnerLanguage) => {
    const own: Readonly<Record<string, string | undefined>> = texts[language];
    return Object.fromEntries(
      english.map(([key, text, hash]) => [
        key,
        (translatedHash(hashes, key, language) === hash ? own[key] : undefined) ?? text,
      ]),
    ) as Record<Key, string>;
  };
  return { ...mapLanguages(inLanguage), en: texts.en };
}

function mapLanguages<Value>(make: (language: OwnerLanguage) => Value): Record<OwnerLanguage, Value> {
  return Object.fromEntries(ownerLanguages.map((language) => [language, make(language)])) as Record<
    OwnerLanguage,
    Value
  >;
}

/** The hash of the English text that a translation was made from; undefined: it is not recorded. */
export function translatedHash(hashes: EnglishHashes, key: string, language: string): string | undefined {
  const recorded = Object.hasOwn(hashes, key) ? hashes[key] : undefined;
  return typeof recorded === "object" ? recorded[language] : recorded;
}

/** FNV-1a of 32 bits, base 36: pages of MCP Apps compute it in the browser. */
export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
