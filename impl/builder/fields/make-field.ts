import type { Condition, FormField, LocalizedText, Warning } from "../../../generated/types.ts";
import type { Labels } from "../lexicon/concepts.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { clip, type Texts } from "../texts.ts";
import { fieldBody } from "./body.ts";
import type { Draft } from "./draft.ts";
import { fieldId, type Ids } from "./ids.ts";
import { needsChoices, shapeOf } from "./kind.ts";
import type { FieldMeaning } from "./meaning.ts";
import { questionShape } from "./question.ts";
import { SHAPES } from "./shapes.ts";

/** What fields are made with: the languages, the ids given out so far, and how the prompt speaks. */
export interface FieldContext {
  readonly texts: Texts;
  readonly ids: Ids;
  readonly grammar: Grammar;
  readonly warnings: Warning[];
}

/** Makes a field of a draft; `before` are the fields of its page so far. */
export function makeField(draft: Draft, before: readonly FormField[], context: FieldContext): FormField {
  const { texts, ids, grammar, warnings } = context;
  const { meaning } = draft;
  const shape = shapeOf(
    draft,
    meaning,
    meaning?.exact ? undefined : questionShape(draft.label, grammar),
    grammar,
  );
  const wording = sentenceCase(draft.label);
  if (needsChoices(draft.kind) && !("choices" in shape) && shape.type !== "matrix") {
    const message = `"${clip(wording, 60)}" was to be chosen from a list, but the prompt names no choices, so it takes a text.`;
    warnings.push({ code: "no_choices", message });
  }
  const condition = conditionOf(draft, before);
  const base = {
    id: ids.unique(meaning?.exact ? meaning.concept : fieldId(draft.label, "field")),
    label: draft.wording ? texts.fromLexicon(draft.wording) : labelOf(wording, meaning, context),
    ...(draft.description && { description: texts.fromPrompt(sentenceCase(draft.description)) }),
    required: draft.required ?? !shape.optional,
    ...(condition && { visible_if: condition }),
  };
  return fieldBody(base, draft, shape, texts);
}

/** A concept's label in all languages, in the prompt's words where these say the same; else the prompt's words alone. */
function labelOf(
  wording: string,
  meaning: FieldMeaning | undefined,
  { texts, grammar }: FieldContext,
): LocalizedText {
  if (!meaning?.exact) return texts.fromPrompt(wording);
  const pick = (labels: Labels) => labels.fields[meaning.concept];
  const label = pick(labelsIn(meaning.language));
  const says = phraseKey(wording);
  const isPlain = isShorthand(wording, grammar) || TERSE.has(SHAPES[meaning.concept].type);
  if (isPlain || says === phraseKey(label)) return texts.fromLexicon(pick);
  return texts.fromLexicon(pick, { language: meaning.language, text: wording });
}

/** Of these there is one way to name them that fits: "emails" and "accept the terms" are not what respondents read. */
const TERSE: ReadonlySet<string> = new Set(["consent", "signature"]);

/** "dob", "qty" and the bare "upload" are nothing to show to respondents. */
function isShorthand(wording: string, grammar: Grammar): boolean {
  if (/^(?:names|emails|e-mails|phone numbers|email addresses)$/i.test(wording)) return true;
  return (wording.length <= 3 && wording !== wording.toUpperCase()) || grammar.kinds.is(fold(wording));
}

/** "If yes, ..." refers to the last yes/no question; without one it is asked always. */
function conditionOf({ onlyIf }: Draft, before: readonly FormField[]): Condition | undefined {
  const question = before.findLast(({ type }) => type === "yes_no");
  return onlyIf === undefined || !question ? undefined : { field: question.id, op: "eq", value: onlyIf };
}
