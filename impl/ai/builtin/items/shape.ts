/** Decides how a field is answered: what the prompt says wins over the concept, and that over the words of the label. */
import type { Range } from "../reading/accounting.ts";
import { nounShape, questionShape } from "./answers.ts";
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

/** @param label the tokens of the label */
export function decide(text: Text, draft: Draft, label: Range): Decided {
  const { kind, choices, rows, columns } = draft;
  if (rows && columns) return sure({ type: "matrix", rows: sources(rows), columns: sources(columns) });
  const suggested = conceptShape(draft) ?? wordsShape(text, label);
  if (choices?.length && (kind !== "consent" || choices.length > 1)) return choosing(text, draft, suggested);
  if (kind) return byKind(kind, suggested);
  const only = onlyShape(draft, suggested);
  if (only) return { ...sure(only), isWeak: only.isWeak === true };
  const isRecommendation =
    text.lexicon.table("recommendWords").all(text.prompt.tokens, label.from, label.to).length > 0;
  const shape = bounded(draft, suggested, isRecommendation) ?? suggested;
  if (!shape) return { shape: { type: "short_text" }, isGuess: true };
  return shape.isWeak || shape.choices ? { ...sure(shape), isWeak: true } : sure(shape);
}

/** What the words of a label say: a statement to agree to, a question, a noun. */
function wordsShape(text: Text, label: Range): Shape | undefined {
  const { prompt, lexicon } = text;
  if (lexicon.table("agree").at(prompt.tokens, label.from, label.to)) return { type: "consent" };
  return questionShape(text, label) ?? nounShape(text, label);
}

/** The shape that alone can have what the draft says. */
function onlyShape(
  { accept, maxFileSizeMb, maxFiles, allowedDomains, blockedDomains, days }: Draft,
  suggested: Shape | undefined,
): Shape | undefined {
  const type = suggested?.type;
  if (accept || maxFileSizeMb !== undefined || maxFiles !== undefined)
    // "Training (Excel, Word)"
    return type === "file_upload" ? suggested : { type: "file_upload", isWeak: true };
  if (allowedDomains || blockedDomains) return type === "long_text" ? undefined : { type: "email" };
  return days && (type === "date" || type === "datetime" ? suggested : { type: "date" });
}

function sure(shape: Shape): Decided {
  return { shape, isGuess: false };
}

function sources(texts: readonly string[]): ChoiceSource[] {
  return texts.map((text) => ({ text }));
}

/** A concept that only the head noun names lends its type, but neither choices nor a statement. */
function conceptShape({ concept }: Draft): Shape | undefined {
  if (!concept) return undefined;
  const shape = SHAPES[concept.concept];
  if (concept.isWhole) return shape;
  if (shape.choices || shape.type === "yes_no" || shape.type === "consent") return undefined;
  if (shape.type === "date") return { type: "date" };
  return shape.type === "signature" || shape.type === "file_upload" ? { ...shape, isWeak: true } : shape;
}

/** Kinds whose fields have choices or rows, which have to be said. */
const CHOOSING: ReadonlySet<string> = new Set(
  "single_choice multiple_choice dropdown ranking matrix".split(" "),
);

function byKind(kind: NonNullable<Draft["kind"]>, suggested: Shape | undefined): Decided {
  if (kind === "image") return sure({ type: "file_upload", accept: IMAGES });
  if (!CHOOSING.has(kind)) return sure(suggested?.type === kind ? suggested : { type: kind });
  if (suggested?.choices && kind !== "ranking" && kind !== "matrix")
    return sure({ ...suggested, type: kind });
  return { ...sure(suggested ?? { type: "short_text" }), lacksChoices: true };
}

function choosing(text: Text, draft: Draft, suggested: Shape | undefined): Decided {
  const { kind, several } = draft;
  const choices = sources((draft.choices ?? []).map((choice) => choice.text));
  const optional = suggested?.optional ? { optional: true as const } : {};
  const shape = (type: Shape["type"]) => sure({ type, choices, ...optional });
  if (kind === "single_choice") return shape(several ? "multiple_choice" : kind);
  if (kind === "dropdown" || kind === "multiple_choice") return shape(kind);
  if (kind === "ranking" && choices.length > 1) return shape(kind);
  if (isYesNo(text, draft)) return sure({ type: "yes_no", ...optional });
  const isSaid = saysSeveral(draft);
  const isUsual = draft.concept?.isWhole === true && suggested?.several === true;
  if (isSaid ?? isUsual) return { ...shape("multiple_choice"), isWeak: isSaid === undefined };
  return shape(choices.length > MAX_VISIBLE ? "dropdown" : "single_choice");
}

/** Whether the prompt lets respondents choose several; a checkbox with choices does. */
function saysSeveral({ kind, several, selections }: Draft): boolean | undefined {
  if (several !== undefined || !selections) return several ?? (kind === "consent" || undefined);
  return (selections.max ?? 2) > 1;
}

function isYesNo({ lexicon }: Text, { choices = [], allowOther }: Draft): boolean {
  const named = choices.map((choice) => choiceNamed(choice.text, [lexicon.language, "en"]));
  return !allowOther && named.length === 2 && named.includes("yes") && named.includes("no");
}

/** What bounds and lengths say about a field of no named kind; undefined if they do not change what is suggested. */
function bounded(draft: Draft, suggested: Shape | undefined, isRecommendation: boolean): Shape | undefined {
  const { bounds, length, unit } = draft;
  const isText = !suggested || suggested.type === "short_text";
  if (bounds?.min === 0 && bounds.max === 10 && isRecommendation) return { type: "nps" };
  if (bounds && suggested?.type === "rating") return rated(bounds);
  // "taille en cm" is no size of clothes.
  const isOpen = isText || suggested.choices !== undefined;
  if (bounds && isOpen) return counted(bounds, unit !== undefined);
  if (unit !== undefined && isOpen) return { type: "number" };
  if (length && isText) return { type: (length.max ?? 0) > LONG_ANSWER ? "long_text" : "short_text" };
  return undefined;
}

function rated({ min = 1, max = 0 }: Bounds): Shape | undefined {
  if (max > 10) return { type: "number" };
  return min === 1 && max >= 3 ? undefined : { type: "scale" };
}

/** Numbers up to 5 or 10 are what people rate with; others are counted. */
function counted({ min, max = 0 }: Bounds, hasUnit: boolean): Shape {
  const isScale = min === 0 ? max === 5 || max === 10 : min === 1 && max >= 3 && max <= 10;
  if (!isScale || hasUnit) return { type: "number" };
  return { type: min === 1 && max === 5 ? "rating" : "scale" };
}
