/** Makes a field of a form from a draft. */
import type { Condition, FormField, LocalizedText, Warning } from "../../../generated/types.ts";
import type { Labels } from "../lexicon/concepts.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { withoutMarks } from "../lexicon/mark-brackets.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { notUnderstood } from "../not-understood.ts";
import { clip, listed, type Texts } from "../texts.ts";
import { fieldBody } from "./body.ts";
import type { Draft } from "./draft.ts";
import { codeIn, type Evidence, evidenceIn } from "./evidence.ts";
import { fieldId, type Ids } from "./ids.ts";
import { needsChoices, shapeOf } from "./kind.ts";
import type { FieldMeaning } from "./meaning.ts";
import { bareShape, questionShape } from "./question.ts";
import { SHAPES, type Shape } from "./shapes.ts";

/** What fields are made with: the texts of the form, its ids so far, and the grammar of the prompt. */
export interface FieldContext {
  readonly texts: Texts;
  readonly ids: Ids;
  readonly grammar: Grammar;
  readonly warnings: Warning[];
  /** Fields that take a text because nothing says what they take. */
  readonly guessed: FormField[];
}

/** Makes a field from a draft. `before` are the fields before it on its page. */
export function makeField(draft: Draft, before: readonly FormField[], context: FieldContext): FormField {
  const { texts, ids, grammar, warnings, guessed } = context;
  const { meaning } = draft;
  const evidence = evidenceOf(draft, grammar);
  const inferred = evidence?.shape;
  const shape = shapeOf(draft, meaning, inferred, grammar);
  const wording = sentenceCase(draft.label);
  if (needsChoices(draft.kind) && !("choices" in shape) && shape.type !== "matrix") {
    const message = `"${clip(wording, 60)}" was to be chosen from a list, but the prompt names no choices, so it takes a text.`;
    warnings.push({ code: "no_choices", message });
  }
  const condition = conditionOf(draft, before);
  if (draft.onlyIf !== undefined && !condition)
    warnings.push(
      notUnderstood(
        wording,
        "It depends on a yes or no question before it, and there is none, so it is always shown.",
      ),
    );
  warnings.push(...doubts(draft, shape, wording, grammar));
  const base = {
    id: ids.unique(meaning?.exact ? meaning.concept : fieldId(draft.label, "field")),
    label: draft.wording ? texts.fromLexicon(draft.wording) : labelOf(wording, meaning, context),
    ...(draft.price && !draft.description && { description: texts.fromPrompt(draft.price.text) }),
    ...(draft.description && { description: texts.fromPrompt(sentenceCase(draft.description)) }),
    required: draft.required ?? !shape.optional,
    ...(condition && { visible_if: condition }),
  };
  const field = fieldBody(base, draft, shape, texts);
  const isDoubtful = evidence?.doubtful === true && shape === inferred && !draft.bounds && !draft.kind;
  if (isDoubtful || isGuess(draft, inferred, shape, grammar)) guessed.push(field);
  return field;
}

/**
 * What the words of a label say that names no concept exactly. The head noun of a concept counts more than other nouns: a
 * "phone number at work" is a phone number.
 */
function evidenceOf(draft: Draft, grammar: Grammar): Evidence | undefined {
  const { label, meaning } = draft;
  if (meaning?.exact) return undefined;
  const code = codeIn(label, grammar);
  if (code) return code;
  const asked = questionShape(label, grammar) ?? bare(draft, grammar);
  // "доволни ли сте (1-5)" is not answered with yes or no, and "czy polecisz szkolenie (0-10)" asks how likely that is.
  // "are you under 18?" is.
  const isRange = draft.bounds?.min !== undefined && draft.bounds.max !== undefined;
  const bounds = asked?.type === "yes_no" && isRange ? draft.bounds : undefined;
  if (bounds?.min === 0 && bounds.max === 10) return { shape: { type: "nps" } };
  if (asked && !bounds) return { shape: asked };
  const shape = meaning && SHAPES[meaning.concept];
  const isTyped = shape !== undefined && shape.type !== "short_text" && !("choices" in shape);
  const evidence = evidenceIn(label, grammar);
  return isTyped && !evidence?.specific ? undefined : evidence;
}

/** "If yes, which?" takes a text, "Vaccinated?" yes or no. */
function bare({ label, onlyIf }: Draft, grammar: Grammar): Shape | undefined {
  return onlyIf === undefined ? bareShape(label, grammar) : undefined;
}

/** Readings of a field that the words allow, and that may not be meant. */
function doubts(draft: Draft, shape: Shape, wording: string, grammar: Grammar): Warning[] {
  const found: string[] = [];
  if (draft.description)
    found.push(`"${clip(draft.description, 120)}" became the help text of "${clip(wording, 60)}".`);
  if (draft.isChoiceByOr && draft.choices.length > 1)
    found.push(
      `"${clip(wording, 60)}" became a choice between ${listed(draft.choices.map((choice) => `"${clip(choice, 40)}"`))}.`,
    );
  if (draft.inclusive) found.push(`"${draft.inclusive}" was read as including that number.`);
  if (
    shape.type === "yes_no" &&
    draft.kind === undefined &&
    draft.choices.length === 0 &&
    // Lithuanian "ar" and Polish "czy" also begin questions.
    grammar.or.all(fold(wording)).some(({ start }) => start > 0)
  )
    found.push(
      `"${clip(wording, 60)}" is answered with yes or no. To offer choices, list them: "${clip(wording, 60)} (first, second)".`,
    );
  return found.map((message) => ({ code: "read_as", message: withoutMarks(message) }));
}

/** Whether a field is a text, or one of opinion a rating, only because neither its words nor what stands beside them say what it takes. */
function isGuess(draft: Draft, inferred: Shape | undefined, shape: Shape, grammar: Grammar): boolean {
  const { label, meaning, kind, wording, length, opinion } = draft;
  if (opinion === "about" && !meaning?.exact && shape.type === "rating") return true;
  if (shape.type === "yes_no" && !kind && !meaning && !questionKind(label, grammar) && label.endsWith("?"))
    return draft.choices.length === 0;
  if (shape.type !== "short_text" || inferred || wording || kind || length || opinion !== undefined)
    return false;
  return !meaning || (!meaning.exact && SHAPES[meaning.concept].type !== "short_text");
}

/**
 * The label of the concept in all languages, with the words of the prompt in the prompt's language. Without a concept, the
 * words of the prompt alone.
 */
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

/** These types take the label of the lexicon: "accept the terms" is not what respondents should read. */
const TERSE: ReadonlySet<string> = new Set(["consent", "signature"]);

/** "dob", "qty" and a bare "upload" should not be shown to respondents. */
function isShorthand(wording: string, grammar: Grammar): boolean {
  if (/^(?:names|emails|e-mails|phone numbers|email addresses)$/i.test(wording)) return true;
  return (
    (wording.length <= 3 && !/^sex$/i.test(wording) && wording !== wording.toUpperCase()) ||
    grammar.kinds.is(fold(wording))
  );
}

/** "If yes, ..." refers to the last yes/no question. Without one, the field is always shown. */
function conditionOf({ onlyIf }: Draft, before: readonly FormField[]): Condition | undefined {
  const question = before.findLast(({ type }) => type === "yes_no");
  return onlyIf === undefined || !question ? undefined : { field: question.id, op: "eq", value: onlyIf };
}
