/** Formatters of the owner's languages. Each is made once, since making one takes longer than what it is for. */

import { localeOf } from "./locale.ts";
import type { OwnerLanguage } from "./owner/owner-texts.ts";

/** Chooses the form of a word that belongs to a number. */
export const pluralRules = onceFor((language) => new Intl.PluralRules(localeOf(language)));
/** Names languages by their codes. */
export const languageNames = onceFor((language) => new Intl.DisplayNames([language], { type: "language" }));
/** Writes several texts as one: "a, b and c". */
export const listFormat = onceFor((language) => new Intl.ListFormat(language));

function onceFor<Formatter>(
  make: (language: OwnerLanguage) => Formatter,
): (language: OwnerLanguage) => Formatter {
  const made = new Map<OwnerLanguage, Formatter>();
  return (language) => {
    const formatter = made.get(language) ?? make(language);
    made.set(language, formatter);
    return formatter;
  };
}
