/** The edit command that adds languages to a form, with what the lexicon can translate. */
import type { Language, LocalizedText } from "../../../generated/types.ts";
import { phraseKey } from "../lexicon/fold.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { languageName } from "../lexicon/names.ts";
import { isUniversal } from "../lexicon/spelling.ts";
import { namedLanguages } from "../prompt/languages.ts";
import { clip, listed } from "../texts.ts";
import { refuse } from "./context.ts";
import type { Action } from "./read-instruction.ts";

/** "Translate the form to German and French": translates the texts of the lexicon, and names the others in a warning. */
export const translate: Action = ({ languages: wanted = "" }, context) => {
  const named = namedLanguages(wanted, context.grammar);
  if (named === undefined) return false;
  if (named.unknown.length > 0) return refuse("edit_language", { languages: listed(named.unknown) });
  const { form, changes, warnings } = context;
  const added = named.languages.filter((language) => !form.languages.includes(language));
  form.languages.push(...added);
  const missing = new Set<string>();
  for (const one of localizedTexts(form)) {
    const source = one[form.default_language] ?? "";
    for (const language of added) {
      const known = translation(source, form.default_language, language);
      if (known) one[language] ??= known;
      else if (isUniversal(source)) one[language] ??= source;
      else if (!one[language]) missing.add(source);
    }
  }
  if (added.length > 0) changes.push(`Added ${listed(added.map(languageName))}.`);
  if (missing.size > 0) {
    const texts = [...missing].slice(0, 5).map((source) => `"${clip(source, 60)}"`);
    const message = `${missing.size === 1 ? "1 text" : `${missing.size} texts`} could not be translated: ${texts.join(", ")}${missing.size > 5 ? ` and ${missing.size - 5} more` : ""}. Add the translations to the structure.`;
    warnings.push({ code: "untranslated", message });
  }
  return true;
};

/** The translation of a text that the lexicon has. */
function translation(text: string, from: Language, to: Language): string | undefined {
  const key = phraseKey(text);
  for (const section of ["fields", "choices", "texts"] as const) {
    const source = labelsIn(from)[section] as Readonly<Record<string, string>>;
    const name = Object.keys(source).find((one) => phraseKey(source[one]!) === key);
    if (name) return (labelsIn(to)[section] as Readonly<Record<string, string>>)[name];
  }
  return undefined;
}

/** The keys of a structure that hold texts. */
const TEXTS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "label",
  "placeholder",
  "statement",
  "unit",
  "min_label",
  "max_label",
  "message",
  "submit_label",
  "pattern_message",
]);

function localizedTexts(node: unknown): LocalizedText[] {
  if (Array.isArray(node)) return node.flatMap(localizedTexts);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    TEXTS.has(key) && typeof value === "object" ? [value as LocalizedText] : localizedTexts(value),
  );
}
