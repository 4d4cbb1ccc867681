/** Adds the fields of the template where the prompt names none, or only one or two. */
import type { Language, Warning } from "../../generated/types.ts";
import { isDenied } from "./denied-fields.ts";
import type { Draft, DraftSection } from "./fields/draft.ts";
import type { Intent } from "./intents.ts";
import type { Labels } from "./lexicon/concepts.ts";
import { fold } from "./lexicon/fold.ts";
import type { Grammar } from "./lexicon/grammar.ts";
import { labelsIn } from "./lexicon/lexicon.ts";
import type { Outline } from "./prompt/outline.ts";
import { identifiesRespondent, missingDrafts, templateDrafts } from "./templates.ts";

export function addTemplateFields(
  sections: DraftSection[],
  outline: Outline,
  intent: Intent | undefined,
  grammar: Grammar,
  warnings: Warning[],
): void {
  if (!intent) return;
  const language = grammar.languages[0]!;
  const isAnonymous =
    outline.purposeTexts.some((head) => grammar.anonymous.first(fold(head))) ||
    outline.denials.some(({ names }) => names === "identity");
  const isWanted = (draft: Draft) =>
    !(isAnonymous && identifiesRespondent(draft)) && !isDenied(draft, outline.denials, grammar);
  if (sections.length === 0) {
    const drafts = templateDrafts(intent, language).filter(isWanted);
    sections.push({ drafts });
    warnings.push(fieldsAdded(sections[0]!.drafts.map(({ label }) => label)));
    if (intent === "survey") warnings.push(usualQuestions());
    if (intent === "quiz") addQuestions(sections[0]!, outline, language, warnings);
    return;
  }
  if (outline.listsFields) return;
  const named = sections.flatMap(({ drafts }) => drafts);
  const missing = missingDrafts(intent, named, language);
  const [first, last] = [missing.first.filter(isWanted), missing.last.filter(isWanted)];
  sections[0]!.drafts.unshift(...first);
  sections.at(-1)!.drafts.push(...last);
  const added = [...first, ...last].map(({ label }) => label);
  if (added.length > 0) warnings.push(fieldsAdded(added));
}

function fieldsAdded(labels: readonly string[]): Warning {
  const quoted = labels.map((label) => `"${label}"`).join(", ");
  const message = `Added what such a form usually needs: ${quoted}. Remove what you do not want.`;
  return { code: "fields_added", message };
}

function usualQuestions(): Warning {
  const message =
    "The prompt names no questions, so the survey asks what surveys usually ask. List your own to replace them.";
  return { code: "usual_questions", message };
}

/** A quiz gets at most this many questions, and `USUAL_QUESTIONS` where the prompt names no number. */
const MAX_QUESTIONS = 50;
const USUAL_QUESTIONS = 5;

/** Adds numbered questions to a quiz: only its author knows the real ones. */
function addQuestions(
  { drafts }: DraftSection,
  outline: Outline,
  language: Language,
  warnings: Warning[],
): void {
  const named = Number(/\d{1,3}/.exec(outline.purposeTexts.join(" "))?.[0] ?? USUAL_QUESTIONS);
  const count = Math.min(Math.max(named, 1), MAX_QUESTIONS);
  for (let number = 1; number <= count; number++) {
    const wording = (labels: Labels) => labels.texts.question_number.replace("{n}", String(number));
    drafts.push({ label: wording(labelsIn(language)), wording, choices: [] });
  }
  const message = `The built-in generator knows no quiz questions: put your own in place of the ${count} numbered ones.`;
  warnings.push({ code: "questions_missing", message });
}
