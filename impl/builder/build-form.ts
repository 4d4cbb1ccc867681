/** Builds a form from a prompt. */
import { Refusal } from "@toolwright/runtime";
import type {
  Ending,
  FormPage,
  FormSettings,
  FormStructure,
  Language,
  Warning,
} from "../../generated/types.ts";
import { applyRemarks } from "./apply-remarks.ts";
import { draftSections } from "./draft-sections.ts";
import type { DraftSection } from "./fields/draft.ts";
import { makeIds } from "./fields/ids.ts";
import { type FieldContext, makeField } from "./fields/make-field.ts";
import { INTENTS, type Intent } from "./intents.ts";
import { languageOf } from "./lexicon/detect.ts";
import { grammarOf } from "./lexicon/grammar.ts";
import { languageName } from "./lexicon/names.ts";
import { readPrompt } from "./prompt/read.ts";
import type { Remark } from "./prompt/remarks.ts";
import { readPurpose } from "./purpose.ts";
import { clip, listed, makeTexts, type Texts } from "./texts.ts";

export interface FormRequest {
  /** What the form is for and what it asks, in any of the 24 languages. */
  readonly prompt: string;
  /** Replaces the title that the prompt suggests. */
  readonly title?: string;
  /**
   * Languages of the form, the default one first. When left out: the languages that the prompt asks for, else the language
   * of the prompt.
   */
  readonly languages?: readonly [Language, ...Language[]];
}

export interface BuiltForm {
  /** In the default language. */
  readonly title: string;
  readonly structure: FormStructure;
  /** What was left out, added or not translated. */
  readonly warnings: Warning[];
}

/**
 * Makes a form from a prompt: deterministic, without a language model and without I/O. What the prompt says outright wins
 * over the lexicon and the templates. The warnings name what could not be translated or understood.
 *
 * @throws Refusal `generation_failed` when the prompt names neither a purpose nor anything to ask for.
 */
export function buildForm({ prompt, title: wanted, languages }: FormRequest): BuiltForm {
  const promptLanguage = languageOf(prompt, languages ?? []);
  const grammar = grammarOf(promptLanguage);
  const outline = readPrompt(prompt, grammar);
  const offered = languages ?? languagesOf(outline.remarks, promptLanguage);
  const [defaultLanguage] = offered;
  const texts = makeTexts({ languages: offered, defaultLanguage, promptLanguage });
  const { title, intent } = readPurpose(outline, wanted, texts, grammar);
  const { sections, warnings } = draftSections(outline, intent, grammar);
  applyRemarks(outline.remarks, sections, grammar);
  if (sections.length === 0) throw nothingToAsk();
  const pages = makePages(sections, { texts, ids: makeIds(), grammar, warnings });
  const structure = {
    title,
    default_language: defaultLanguage,
    languages: [...offered],
    pages,
    ...finish(intent, outline.remarks, texts),
  };
  warnings.push(...unused(outline.unused), ...otherLanguages(outline.remarks, offered), ...texts.warnings());
  return { title: title[defaultLanguage]!, structure, warnings };
}

function nothingToAsk(): Refusal {
  return new Refusal(
    "generation_failed",
    "The prompt names neither a kind of form nor anything to ask for. Say what the form is for and list its fields, such as: Feedback form: name, email, rating from 1 to 5, comments (optional).",
    {},
    // It is deterministic: the same prompt fails each time.
    { retryable: false },
  );
}

function makePages(sections: readonly DraftSection[], context: FieldContext): FormPage[] {
  const ids = makeIds();
  return sections.map(({ title, drafts }) => {
    const fields: FormPage["fields"] = [];
    for (const draft of drafts) fields.push(makeField(draft, fields, context));
    return { id: ids.unique("page"), ...(title && { title: context.texts.heading(title) }), fields };
  });
}

/** The submit button and the thank-you text of the purpose. Without a purpose, the service shows its own. */
function finish(
  intent: Intent | undefined,
  remarks: readonly Remark[],
  texts: Texts,
): Pick<FormStructure, "endings" | "settings"> {
  const settings: FormSettings = Object.assign(
    intent ? { submit_label: texts.fromLexicon((labels) => labels.texts[INTENTS[intent].submit]) } : {},
    ...remarks.map((remark) => (remark.kind === "settings" ? remark.settings : {})),
  );
  return {
    ...(intent && { endings: [thanks(intent, texts)] }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function thanks(intent: Intent, texts: Texts): Ending {
  const message = INTENTS[intent].thanks;
  return {
    id: "thanks",
    title: texts.fromLexicon((labels) => labels.texts.thanks),
    message: texts.fromLexicon((labels) => labels.texts[message]),
  };
}

/** The languages that the prompt asks for. If the language of the prompt is one of them, it comes first. */
function languagesOf(remarks: readonly Remark[], promptLanguage: Language): [Language, ...Language[]] {
  const wanted = wantedLanguages(remarks);
  const [first = promptLanguage] = wanted;
  const main = wanted.includes(promptLanguage) ? promptLanguage : first;
  return [main, ...wanted.filter((language) => language !== main)];
}

function wantedLanguages(remarks: readonly Remark[]): Language[] {
  return [...new Set(remarks.flatMap((remark) => (remark.kind === "languages" ? remark.languages : [])))];
}

/** Warns of languages that the prompt wants and the request does not list. */
function otherLanguages(remarks: readonly Remark[], offered: readonly Language[]): Warning[] {
  const missing = wantedLanguages(remarks).filter((language) => !offered.includes(language));
  if (missing.length === 0) return [];
  const message = `The prompt mentions ${listed(missing.map(languageName))}, but the form was asked for in ${listed(offered.map(languageName))} only. Name all its languages when creating it.`;
  return [{ code: "language_not_offered", message }];
}

/** The warnings quote at most this many sentences. */
const MAX_QUOTED = 5;

function unused(sentences: readonly string[]): Warning[] {
  return sentences.slice(0, MAX_QUOTED).map((sentence) => ({
    code: "not_understood",
    message: `Nothing in the form comes from this sentence: "${clip(sentence, 200)}". To add a field, name it: "Add a phone number".`,
  }));
}
