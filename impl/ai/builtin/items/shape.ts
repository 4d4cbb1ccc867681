/** Decides how a field is answered: what the prompt says wins over the concept, and that over the words of the label. */
import type { Range } from "../reading/accounting.ts";
import type { Kind } from "../reading/lexicon.ts";
import { nounShape, questionShape, type Suggestion } from "./answers.ts";
import { choiceNamed } from "./concepts.ts";
import type { Bounds, Draft } from "./draft.ts";
import { IMAGES } from "./readers/files.ts";
import type { Text } from "./readers/reader.ts";
import { type ChoiceSource, SHAPES, type Shape } from "./shapes.ts";

/** A field with more choices becomes a dropdown. */
const MAX_VISIBLE = 7;
/** A text with a higher maximum length gets several lines. */
const LONG_ANSWER = 200;

export interface Decided {
  readonly shape: Shape;
  /** Nothing says how it is answered. */
  readonly isGuess: boolean;
  /** Words of the label suggest it, which may mean something else, or the choices are not those of the prompt. */
  readonly isWeak?: boolean;
  /** A kind that needs choices, where the prompt names none. */
  readonly lacksChoices?: boolean;
}

/** Kinds whose fields have choices or rows, which have to be said. */
type Choosing = "single_choice" | "multiple_choice" | "dropdown" | "ranking" | "matrix";

function shapeOfKind(kind: Exclude<Kind, Choosing>): Shape {
  if (kind === "image") return { type: "file_upload", accept: IMAGES };
  return kind === "rating" ? { type: "rating", max: 5 } : { type: kind };
}

function isChoosing(kind: Kind): kind is Choosing {
  return /choice|dropdown|ranking|matrix/.test(kind);
}

/** @param label the tokens of the label */
export function decide(text: Text, draft: Draft, label: Range): Decided {
  if (draft.rows && draft.columns)
    return sure({ type: "matrix", rows: sources(draft.rows), columns: sources(draft.columns) });
  const suggestion = conceptShape(draft) ?? wordsShape(text, label);
  const suggested = suggestion?.shape;
  if (draft.choices?.length && (draft.kind !== "consent" || draft.choices.length > 1))
    return choosing(text, draft, suggested);
  if (draft.kind) return byKind(draft, draft.kind, suggested);
  const only = onlyShape(draft, suggested);
  const isRecommendation =
    text.lexicon.table("recommendWords").all(text.prompt.tokens, label.from, label.to).length > 0;
  const decided = only ? sure(only) : bounded(draft, suggested, isRecommendation);
  const isPlain = decided.shape.type === "short_text" || decided.shape.type === "long_text";
  const isWeak =
    !decided.isGuess &&
    ((decided.shape === suggested && suggestion?.isWeak === true) ||
      "choices" in decided.shape ||
      (!isPlain && namesTwo(text, draft, label)));
  return isWeak ? { ...decided, isWeak } : decided;
}

/** "name and class": what stands behind two words may be about the second one alone. */
function namesTwo({ prompt, lexicon }: Text, { concept }: Draft, { from, to }: Range): boolean {
  if (concept?.isWhole || prompt.isMark(to - 1, "?") || prompt.isOpenQuote(from)) return false;
  return lexicon
    .table("and")
    .all(prompt.tokens, from + 1, to)
    .some((found) => prompt.tokens[found.from]?.isSpaced);
}

/** What the words of a label say: a statement to agree to, a question, a noun. */
function wordsShape(text: Text, label: Range): Suggestion | undefined {
  const { prompt, lexicon } = text;
  if (lexicon.table("agree").at(prompt.tokens, label.from, label.to)) return { shape: { type: "consent" } };
  return questionShape(text, label) ?? nounShape(text, label);
}

/** The shape that alone can have what the draft says. */
function onlyShape(
  { accept, maxFileSizeMb, maxFiles, allowedDomains, blockedDomains, days }: Draft,
  suggested: Shape | undefined,
): Shape | undefined {
  if (accept || maxFileSizeMb !== undefined || maxFiles !== undefined)
    return suggested?.type === "file_upload" ? suggested : { type: "file_upload" };
  if (allowedDomains || blockedDomains)
    return suggested?.type === "long_text" ? undefined : { type: "email" };
  const isDay = suggested?.type === "date" || suggested?.type === "datetime";
  return days && (isDay ? suggested : { type: "date" });
}

function sure(shape: Shape): Decided {
  return { shape, isGuess: false };
}

function sources(texts: readonly string[]): ChoiceSource[] {
  return texts.map((text) => ({ text }));
}

/** A concept that only the head noun names lends its type, but neither choices nor a statement. */
function conceptShape({ concept }: Draft): Suggestion | undefined {
  if (!concept) return undefined;
  const shape = SHAPES[concept.concept];
  if (concept.isWhole) return { shape };
  if ("choices" in shape || shape.type === "yes_no" || shape.type === "consent") return undefined;
  if (shape.type === "date") return { shape: { type: "date" } };
  return { shape, isWeak: shape.type === "signature" || shape.type === "file_upload" };
}

function byKind(draft: Draft, kind: Kind, suggested: Shape | undefined): Decided {
  if (isChoosing(kind)) return withoutChoices(draft, kind, suggested);
  const shape = shapeOfKind(kind);
  if (kind === "scale" && isPartial(draft.bounds)) return sure({ type: "scale" });
  return sure(shape.type === suggested?.type ? suggested : shape);
}

/** "dropdown 6-12", and the usual choices of a concept; all others are missing. */
function withoutChoices({ bounds }: Draft, kind: Choosing, suggested: Shape | undefined): Decided {
  if (kind === "single_choice" || kind === "multiple_choice" || kind === "dropdown") {
    if (bounds) return sure({ type: kind, choices: numbersIn(bounds) });
    if (suggested && "choices" in suggested && suggested.type !== "ranking")
      return sure({ ...suggested, type: kind });
  }
  return { shape: suggested ?? { type: "short_text" }, isGuess: false, lacksChoices: true };
}

function isPartial(bounds: Bounds | undefined): boolean {
  return bounds !== undefined && bounds.max === undefined;
}

/** "dropdown 6-12" has the numbers from 6 to 12. */
function numbersIn({ min = 1, max = min }: Bounds): ChoiceSource[] {
  const count = Math.min(Math.max(Math.floor(max - min) + 1, 1), 100);
  return Array.from({ length: count }, (_, index) => ({ text: String(min + index) }));
}

function choosing(text: Text, draft: Draft, suggested: Shape | undefined): Decided {
  const choices = sources((draft.choices ?? []).map((choice) => choice.text));
  const optional = suggested?.optional ? { optional: true as const } : {};
  const { kind, several } = draft;
  if (kind === "ranking" && choices.length > 1) return sure({ type: "ranking", choices });
  if (kind === "dropdown" || kind === "single_choice" || kind === "multiple_choice") {
    const isSeveral = several === true && kind === "single_choice";
    return sure({ type: isSeveral ? "multiple_choice" : kind, choices, ...optional });
  }
  if (isYesNo(text, draft)) return sure({ type: "yes_no", ...optional });
  const isSaid = saysSeveral(draft);
  const isGuessed = isSaid === undefined && draft.concept?.isWhole === true && suggested?.several === true;
  if (isSaid || isGuessed)
    return { ...sure({ type: "multiple_choice", choices, ...optional }), isWeak: isGuessed };
  return sure({ type: choices.length > MAX_VISIBLE ? "dropdown" : "single_choice", choices, ...optional });
}

/** Whether the prompt lets respondents choose several; a checkbox with choices does. */
function saysSeveral({ kind, several, selections }: Draft): boolean | undefined {
  if (several !== undefined) return several;
  if (selections) return (selections.max ?? 2) > 1;
  return kind === "consent" ? true : undefined;
}

function isYesNo({ lexicon }: Text, { choices = [], allowOther }: Draft): boolean {
  const named = choices.map((choice) => choiceNamed(choice.text, [lexicon.language, "en"]));
  return !allowOther && named.length === 2 && named.includes("yes") && named.includes("no");
}

/** What bounds and lengths say about a field of no named kind. */
function bounded(draft: Draft, suggested: Shape | undefined, isRecommendation: boolean): Decided {
  const { bounds, length, unit } = draft;
  const isText = !suggested || suggested.type === "short_text";
  if (bounds?.min === 0 && bounds.max === 10 && isRecommendation) return sure({ type: "nps" });
  const byBounds = bounds && boundedShape(bounds, suggested, unit !== undefined);
  if (byBounds) return sure(byBounds);
  if (unit !== undefined && isText) return sure({ type: "number" });
  if (length && isText) return sure({ type: (length.max ?? 0) > LONG_ANSWER ? "long_text" : "short_text" });
  return suggested ? sure(suggested) : { shape: { type: "short_text" }, isGuess: true };
}

function boundedShape(bounds: Bounds, suggested: Shape | undefined, hasUnit: boolean): Shape | undefined {
  const isScale = isSmallScale(bounds) && !hasUnit;
  switch (suggested?.type) {
    case undefined:
    case "short_text":
    case "single_choice":
    case "multiple_choice":
    case "dropdown":
      return isScale ? starsOrScale(bounds) : { type: "number" };
    case "rating":
      if ((bounds.max ?? 0) > 10) return { type: "number" };
      return isStars(bounds) ? undefined : { type: "scale" };
    case "yes_no":
      return isScale ? starsOrScale(bounds) : undefined;
    default:
      return undefined;
  }
}

/** Numbers up to 5 or 10 are what people rate with; others are counted. */
function isSmallScale({ min, max }: Bounds): boolean {
  if (min === 0) return max === 5 || max === 10;
  return min === 1 && max !== undefined && max >= 3 && max <= 10;
}

function isStars({ min, max }: Bounds): boolean {
  return (min ?? 1) === 1 && max !== undefined && max >= 3 && max <= 10;
}

function starsOrScale({ min, max = 5 }: Bounds): Shape {
  return min === 1 && max === 5 ? { type: "rating", max } : { type: "scale" };
}
