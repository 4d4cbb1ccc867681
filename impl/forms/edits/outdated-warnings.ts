/** Warns of texts that were written anew and keep the translations of what they said before. */
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { nameLanguages } from "../../texts/sentences/sentence.ts";
import { shorten } from "../../texts/shorten.ts";
import { outdatedTexts } from "./outdated-texts.ts";

export const OUTDATED = "translation_outdated";

/** How much of a text and how many languages are named. */
const MAX_SHOWN = 60;
const MAX_LANGUAGES = 3;

/** A structure says every text itself, so nothing is taken away. */
export function outdatedWarnings(before: FormStructure, after: FormStructure): Warning[] {
  const outdated = outdatedTexts(before, after);
  const [first] = outdated;
  if (first === undefined) return [];
  const from = after.default_language;
  const languages = first.languages.slice(0, MAX_LANGUAGES);
  const codes = languages.map((language) => `${nameLanguages([language], "en")} ("${language}")`);
  const others = outdated.length === 1 ? "" : ` ${outdated.length - 1} more texts are outdated.`;
  const words = shorten(first.text[from] ?? "", MAX_SHOWN).replaceAll('"', "'");
  const message = [
    `"${words}" is new in ${nameLanguages([from], "en")},`,
    `and its translation into ${codes.join(", ")} still belongs to the former text.${others}`,
    "Translate it again, or leave the translation out.",
  ].join(" ");
  return [{ code: OUTDATED, message, path: `/${first.path.join("/")}` }];
}
