/** Edit commands for the form as a whole: title, texts, settings and languages. */
import { limits } from "../../../generated/limits.ts";
import type { Language, LocalizedText } from "../../../generated/types.ts";
import { phraseKey } from "../lexicon/fold.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { languageName } from "../lexicon/names.ts";
import { extractLanguages } from "../prompt/languages.ts";
import { readSettings } from "../prompt/settings.ts";
import { clip, listed } from "../texts.ts";
import { unquoted } from "./change.ts";
import type { EditContext } from "./context.ts";
import { after, VERBS } from "./verbs.ts";

const TITLE =
  /^(?:(?:change|set|update|make|rename|ändere|setze) (?:the )?(?:form'?s? ?)?(?:title|titel|name|form)(?: of the form)?|(?:rename|call|retitle|nenne) (?:the |this |das )?(?:form|formular|it|survey|es))(?: to| as| in| auf| zu)?:? (.+?)(?: um)?$/i;
const DESCRIPTION =
  /^(?:change|set|add|update|ändere|setze|füge) (?:the |a |die |eine )?(?:form )?(?:description|intro|introduction|beschreibung)(?: text)?(?: to| as| auf)?:? (.+)$/i;
const BUTTON =
  /^(?:change|set|update|rename|label|make|ändere|setze|benenne) (?:the |den |die )?(?:label of the |text of the )?(?:submit(?: button)?|send button|button|absende-?button|schaltfläche)(?: text| label)?(?: to| as| say| auf| in)?:? (.+?)(?: um)?$/i;
const THANKS =
  /^(?:change|set|update|make|ändere|setze) (?:the |die )?(?:thank[- ]you|thanks|confirmation|ending|dankes)[ -]?(?:message|page|text|note|nachricht|seite)?(?: to| as| say| auf)?:? (.+)$/i;

/** "Change the title to Summer party", "Call the form Summer party" */
export function setTitle(instruction: string, { form, texts, changes }: EditContext): boolean {
  const title = unquoted(TITLE.exec(instruction)?.[1] ?? "");
  if (title === "") return false;
  form.title = texts.fromPrompt(clip(title, limits.title_length.max));
  changes.push(`Changed the title to "${title}".`);
  return true;
}

/** "Set the description to ..." */
export function setDescription(instruction: string, { form, texts, changes }: EditContext): boolean {
  const text = unquoted(DESCRIPTION.exec(instruction)?.[1] ?? "");
  if (text === "") return false;
  form.description = texts.fromPrompt(text);
  changes.push("Changed the description.");
  return true;
}

/** 'Change the submit button to "Send it"' */
export function setButton(instruction: string, { form, texts, changes }: EditContext): boolean {
  const label = unquoted(BUTTON.exec(instruction)?.[1] ?? "");
  if (label === "") return false;
  form.settings = { ...form.settings, submit_label: texts.fromPrompt(label) };
  changes.push(`Changed the submit button to "${label}".`);
  return true;
}

/** 'Change the thank you message to "See you there"' */
export function setThanks(instruction: string, { form, texts, changes }: EditContext): boolean {
  const message = unquoted(THANKS.exec(instruction)?.[1] ?? "");
  if (message === "") return false;
  const last = form.endings?.find(({ when }) => !when);
  if (last) last.message = texts.fromPrompt(message);
  else {
    const title = texts.fromLexicon((labels) => labels.texts.thanks);
    form.endings = [...(form.endings ?? []), { id: "thanks", title, message: texts.fromPrompt(message) }];
  }
  changes.push("Changed the words of thanks.");
  return true;
}

/** "Limit to 50 responses", "Show a progress bar" */
export function setSettings(instruction: string, { form, changes }: EditContext): boolean {
  const settings = readSettings(instruction);
  if (!settings) return false;
  form.settings = { ...form.settings, ...settings };
  changes.push(`Changed the settings: ${Object.keys(settings).join(", ")}.`);
  return true;
}

/** "Translate the form to German and French": translates the texts of the lexicon, and names the others in a warning. */
export function translate(instruction: string, context: EditContext): boolean {
  const wanted = after(instruction, VERBS.translate);
  if (wanted === undefined) return false;
  const { text, languages } = extractLanguages(
    ` in ${wanted.replace(/^.*?\b(?:to|into|in|ins|en|auf) /i, "")}`,
    context.grammar,
  );
  if (languages.length === 0 || /\p{L}/u.test(text)) return false;
  const { form, changes, warnings } = context;
  const added = languages.filter((language) => !form.languages.includes(language));
  form.languages.push(...added);
  const missing = new Set<string>();
  for (const one of localizedTexts(form)) {
    const source = one[form.default_language] ?? "";
    for (const language of added) {
      const known = translation(source, form.default_language, language);
      if (known) one[language] ??= known;
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
}

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
