/** Builds a form from a prompt. */
import type {
  Ending,
  FormField,
  FormPage,
  FormSettings,
  FormStructure,
  Language,
  Warning,
} from "../../generated/types.ts";
import { PromptNotUnderstood } from "../failures/prompt-not-understood.ts";
import { reasonOf, type WordedRefusal } from "../failures/worded-refusal.ts";
import type { Sentence } from "../texts/sentences/sentence.ts";
import { applyRemarks } from "./apply-remarks.ts";
import { unaccounted } from "./audit.ts";
import { carryOutInstructions, type FieldPrice, type FieldShownIf } from "./carry-out.ts";
import { carriedOut } from "./denied-fields.ts";
import { doubtfulLabels } from "./doubtful-labels.ts";
import { draftSections } from "./draft-sections.ts";
import { fewestDoubts } from "./fewest-doubts.ts";
import type { DraftSection } from "./fields/draft.ts";
import { makeIds } from "./fields/ids.ts";
import { type FieldContext, makeField } from "./fields/make-field.ts";
import { guessedTypes } from "./guessed.ts";
import { INTENTS, type Intent } from "./intents.ts";
import { languageOf, otherLanguageOf } from "./lexicon/detect.ts";
import { grammarOf } from "./lexicon/grammar.ts";
import { languageName } from "./lexicon/names.ts";
import { notUnderstood } from "./not-understood.ts";
import { spelledOut } from "./prompt/abbreviations.ts";
import type { QuizRemark } from "./prompt/answer-keys.ts";
import { type ClauseItems, clausesIn } from "./prompt/clauses/prose-by-clauses.ts";
import { readPrompt } from "./prompt/read.ts";
import type { Remark } from "./prompt/remarks.ts";
import { readPurpose } from "./purpose.ts";
import { addScore, type FieldPoints, pointsOf } from "./quiz.ts";
import { readBack } from "./read-back.ts";
import { clip, listed, makeTexts, type Texts } from "./texts.ts";

/** The longest warning; quotes are cut. */
const MAX_WARNING = 1000;

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
 * @throws Refusal `prompt_not_understood` when the prompt names neither a purpose nor anything to ask for.
 */
export function buildForm(request: FormRequest): BuiltForm {
  const { prompt: typed, languages } = request;
  const foreign = otherLanguageOf(typed);
  if (foreign !== undefined) throw foreignPrompt(foreign);
  const promptLanguage = languageOf(typed, languages ?? []);
  const prompt = spelledOut(typed, grammarOf(promptLanguage));
  return fewestDoubts(clausesIn(prompt, grammarOf(promptLanguage)), (clauses) =>
    buildReading({ ...request, prompt }, promptLanguage, clauses),
  );
}

/** The form of one reading of a prompt. */
function buildReading(
  { prompt, title: wanted, languages }: FormRequest,
  promptLanguage: Language,
  clauses: ClauseItems,
): BuiltForm {
  const grammar = grammarOf(promptLanguage);
  const outline = readPrompt(prompt, grammar, clauses);
  const offered = languages ?? languagesOf(outline.remarks, promptLanguage);
  const [defaultLanguage] = offered;
  const texts = makeTexts({ languages: offered, defaultLanguage, promptLanguage });
  const { title, intent, doubtful } = readPurpose(outline, wanted, texts, grammar);
  const { sections, warnings } = draftSections(outline, intent, grammar);
  applyRemarks(outline.remarks, sections, grammar);
  if (sections.length === 0) throw notBuilt({ key: "prompt_empty" });
  const ids = makeIds();
  const guessed: FormField[] = [];
  const { pages, conditions, prices, points } = makePages(
    sections,
    { texts, ids, grammar, warnings, guessed },
    outline.quiz,
  );
  const structure: FormStructure = {
    title,
    default_language: defaultLanguage,
    languages: [...offered],
    pages,
    ...finish(intent, outline.remarks, texts),
  };
  carryOutInstructions(structure, {
    instructions: outline.instructions,
    totals: outline.totals,
    prices,
    conditions,
    texts,
    ids,
    grammar,
    warnings,
  });
  if (doubtful !== undefined)
    warnings.push({
      code: "read_as",
      message: `"${clip(doubtful, 200)}" became the title, and nothing else.`,
    });
  addScore(structure, points, texts, ids);
  if (points.length === 0 && outline.quiz) warnings.push(noAnswers());
  warnings.push(
    ...outline.unused.map((sentence) => notUnderstood(sentence)),
    ...otherLanguages(outline.remarks, offered),
    ...texts.warnings(),
    ...guessedTypes(guessed, structure),
  );
  warnings.push(...doubtfulLabels(structure, warnings, grammar));
  warnings.push(
    ...unaccounted(
      withoutLeads(prompt, outline.leads),
      structure,
      warnings,
      grammar,
      carriedOut(outline.denials, structure),
    ),
  );
  warnings.push(...readBack(structure, warnings));
  return {
    title: title[defaultLanguage]!,
    structure,
    warnings: warnings.map(({ message, ...rest }) => ({ ...rest, message: clip(message, MAX_WARNING) })),
  };
}

/** What says who gives what to whom is in the form without words. */
function withoutLeads(prompt: string, leads: readonly string[]): string {
  return leads.reduce((rest, lead) => rest.replace(lead, () => " "), prompt);
}

function foreignPrompt(language: string): WordedRefusal {
  return notBuilt({ key: "prompt_foreign", values: { language } });
}

function notBuilt(sentence: Sentence): WordedRefusal {
  const reason = reasonOf(sentence);
  return new PromptNotUnderstood(reason.problem, [reason]);
}

function noAnswers(): Warning {
  const message =
    'The prompt speaks of points or a score, but names no right answers, so nothing is counted. Mark them: "Capital of France? (Paris*, Rome, Bonn)".';
  return { code: "answers_missing", message };
}

/** The pages, and what the prompt says of when their fields are shown. */
function makePages(
  sections: readonly DraftSection[],
  context: FieldContext,
  quiz: QuizRemark | undefined,
): { pages: FormPage[]; conditions: FieldShownIf[]; prices: FieldPrice[]; points: FieldPoints[] } {
  const ids = makeIds();
  const conditions: FieldShownIf[] = [];
  const prices: FieldPrice[] = [];
  const points: FieldPoints[] = [];
  const pages = sections.map(({ title, drafts }) => {
    const fields: FormPage["fields"] = [];
    for (const draft of drafts) {
      const field = makeField(draft, fields, context);
      fields.push(field);
      if (draft.price) prices.push({ id: field.id, price: draft.price.amount });
      const scored = pointsOf(draft, field, quiz);
      if (scored) points.push(scored);
      if (draft.showIf !== undefined) conditions.push({ id: field.id, condition: draft.showIf });
    }
    return { id: ids.unique("page"), ...(title && { title: context.texts.heading(title) }), fields };
  });
  return { pages, conditions, prices, points };
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
  const keeps = remarks.some((remark) => remark.kind === "languages" && remark.keepsOriginal);
  const wanted = [...(keeps ? [promptLanguage] : []), ...wantedLanguages(remarks)].filter(
    (language, index, all) => all.indexOf(language) === index,
  );
  const [first = promptLanguage] = wanted;
  const main = wanted.includes(promptLanguage) ? promptLanguage : first;
  return [main, ...wanted.filter((language) => language !== main)];
}

function wantedLanguages(remarks: readonly Remark[]): Language[] {
  return [...new Set(remarks.flatMap((remark) => (remark.kind === "languages" ? remark.languages : [])))];
}

/** Warns of languages that the prompt wants and the form does not have. */
function otherLanguages(remarks: readonly Remark[], offered: readonly Language[]): Warning[] {
  const unknown = remarks.flatMap((remark) => (remark.kind === "languages" ? remark.unknown : []));
  if (unknown.length > 0) {
    const message = `Forms have the 24 official languages of the EU; ${listed(unknown)} is left out.`;
    return [{ code: "language_not_offered", message }];
  }
  const missing = wantedLanguages(remarks).filter((language) => !offered.includes(language));
  if (missing.length === 0) return [];
  const message = `The prompt mentions ${listed(missing.map(languageName))}, but the form was asked for in ${listed(offered.map(languageName))} only. Name all its languages when creating it.`;
  return [{ code: "language_not_offered", message }];
}
