/** Decides the shape of a field from its draft, its concept and its question. */
import type { Language } from "../../../generated/types.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import type { Kind } from "../lexicon/words.ts";
import type { Draft } from "./draft.ts";
import type { FieldMeaning } from "./meaning.ts";
import { type ChoiceSource, IMAGES, SHAPES, type Shape } from "./shapes.ts";

/** A field with more choices becomes a dropdown. */
const MAX_VISIBLE = 7;
/** A text with a higher maximum length gets several lines. */
const LONG_ANSWER = 200;

/** The shapes of the kinds that a prompt names, where the concept says no more. */
const BY_KIND: Readonly<Partial<Record<Kind, Shape>>> = {
  short_text: { type: "short_text" },
  long_text: { type: "long_text" },
  number: { type: "number" },
  date: { type: "date" },
  time: { type: "time" },
  yes_no: { type: "yes_no" },
  rating: { type: "rating", max: 5 },
  scale: { type: "scale" },
  nps: { type: "nps" },
  file_upload: { type: "file_upload" },
  image: { type: "file_upload", accept: IMAGES },
  signature: { type: "signature" },
  email: { type: "email" },
  phone: { type: "phone" },
  url: { type: "url" },
};

/** The shape of a field. Choices and kinds that the prompt names win over the concept. */
export function shapeOf(
  draft: Draft,
  meaning: FieldMeaning | undefined,
  inferred: Shape | undefined,
  grammar: Grammar,
): Shape {
  if (draft.rows && draft.columns)
    return { type: "matrix", rows: texts(draft.rows), columns: texts(draft.columns) };
  const suggested = suggestedShape(meaning, inferred);
  if (draft.choices.length > 0 && draft.kind !== "consent")
    return choosing(draft, suggested, meaning, grammar);
  const { kind } = draft;
  if (kind === "single_choice" || kind === "multiple_choice" || kind === "dropdown")
    return withKind(kind, suggested);
  if (kind === "ranking" || kind === "matrix") return suggested ?? { type: "short_text" };
  if (kind === "consent") return suggested?.type === "consent" ? suggested : { type: "consent" };
  if (kind && BY_KIND[kind]?.type !== suggested?.type) return BY_KIND[kind] ?? { type: "short_text" };
  if (draft.accept) return { type: "file_upload" };
  if (draft.dates && (!suggested || suggested.type === "short_text")) return { type: "date" };
  return bounded(draft, suggested, grammar);
}

/** A concept that only matches the head noun ("shoe size") gives its type, but not its choices. */
function suggestedShape(meaning: FieldMeaning | undefined, inferred: Shape | undefined): Shape | undefined {
  if (!meaning) return inferred;
  const shape = SHAPES[meaning.concept];
  if (meaning.exact) return shape;
  if (inferred) return inferred;
  if ("choices" in shape) return { type: "short_text" };
  return shape.type === "consent" ? { type: "consent" } : shape;
}

function choosing(
  draft: Draft,
  suggested: Shape | undefined,
  meaning: FieldMeaning | undefined,
  grammar: Grammar,
): Shape {
  const optional = suggested?.optional ? { optional: true as const } : {};
  const choices = texts(draft.choices);
  const { kind } = draft;
  if (kind === "ranking" && choices.length > 1) return { type: "ranking", choices };
  if (kind === "dropdown" || kind === "single_choice" || kind === "multiple_choice")
    return { type: kind, choices, ...optional };
  const right = draft.marks?.filter((mark) => mark?.correct || (mark?.points ?? 0) > 0).length ?? 0;
  if (right > 0)
    return {
      type: right > 1 && !draft.marks?.some((mark) => mark?.points) ? "multiple_choice" : "single_choice",
      choices,
    };
  if (draft.marks?.some((mark) => mark?.capacity !== undefined)) return { type: "single_choice", choices };
  if (isYesNo(draft, grammar)) return { type: "yes_no", ...optional };
  // "pick a service: A, B or C" asks for one, and "services" for several.
  const isOne =
    meaning !== undefined &&
    SINGULAR.has(meaning.concept) &&
    grammar.languages[0] === "en" &&
    !isPlural(draft.label);
  const several = meaning?.exact
    ? suggested?.several && !isOne && !(meaning.concept === "dietary" && isOneMeal(draft, grammar))
    : PLURAL_S.has(grammar.languages[0]!) && isPlural(draft.label) && !areNumbers(draft.choices);
  const saysBoth = draft.choices.some((choice) => BOTH.test(choice));
  if ((several && !saysBoth) || draft.selections) return { type: "multiple_choice", choices, ...optional };
  return { type: choices.length > MAX_VISIBLE ? "dropdown" : "single_choice", choices, ...optional };
}

/** "number of players (2 or 3)" takes one of them. */
function areNumbers(choices: readonly string[]): boolean {
  return choices.every((choice) => /^\d+$/.test(choice));
}

/** Concepts of which one is chosen, unless their label is a plural. */
const SINGULAR: ReadonlySet<string> = new Set(["service", "topic"]);

/** "wet food, dry food, both": one answer says it all. */
const BOTH =
  /^(?:both(?: of them)?|beides?|les deux|ambos|ambas|entrambi|entrambe|beide|oba|oboje|obojí|båda|begge|molemmat|ambele|ambii|και τα δύο|и двете|abu|abi|mõlemad|mindkettő|it-tnejn)$/iu;

function texts(choices: readonly string[]): ChoiceSource[] {
  return choices.map((text) => ({ text }));
}

function isYesNo({ choices, allowOther }: Draft, grammar: Grammar): boolean {
  const meanings = choices.map((choice) => findChoice(choice, grammar.languages)?.value);
  return !allowOther && meanings.length === 2 && meanings.includes("yes") && meanings.includes("no");
}

/** "meat, fish or vegetarian": one of them is eaten, where "gluten free" may come on top. */
function isOneMeal({ choices, kind }: Draft, grammar: Grammar): boolean {
  const meanings = choices.map((choice) => findChoice(choice, grammar.languages)?.value);
  return kind === undefined && !meanings.some((one) => one === "gluten_free" || one === "lactose_free");
}

/** Languages whose plurals end in "s". Elsewhere, "Kurs" and "izmērs" are one. */
const PLURAL_S: ReadonlySet<Language> = new Set<Language>(["en", "es", "pt", "fr"]);

/** "days of the week" in other languages. */
const DAYS =
  /^(?:(?:en )?(?:qué|quels|quali|welke|welche|quais) )?(?:días|jours|giorni|dagen|tage|dias)(?= |$)/iu;

/** "Toppings", "Which days suit you?": several answers make sense. */
export function isPlural(label: string): boolean {
  if (/^(?:(?:on )?which |what |the )?days(?: |$)/i.test(label) || DAYS.test(label)) return true;
  const which = /^(?:which|what) (\w+)|^(\w+(?: \w+)?) (?:in|at|on|for|from|with|to) /i
    .exec(label)
    ?.slice(1)
    .find(Boolean)
    ?.split(" ")
    .at(-1);
  const last = which ?? (label.includes("?") || / of /.test(label) ? "" : (label.split(" ").at(-1) ?? ""));
  return (
    /[^suia]s$/.test(last.toLowerCase()) &&
    !/^(?:series|news|sales|pronouns|terms|cours|parcours|temps|corps|mes|mês|país|interés|inglés|francés)$/i.test(
      last,
    )
  );
}

/** For a kind with choices where the prompt names none: the choices of the concept, else a text. */
function withKind(
  kind: "single_choice" | "multiple_choice" | "dropdown",
  suggested: Shape | undefined,
): Shape {
  if (suggested && "choices" in suggested && suggested.type !== "ranking")
    return { ...suggested, type: kind };
  return suggested ?? { type: "short_text" };
}

function bounded(draft: Draft, suggested: Shape | undefined, grammar: Grammar): Shape {
  const { bounds, length } = draft;
  const isText = !suggested || suggested.type === "short_text";
  // "urgency 1-3" has a scale, not the usual choices.
  if (bounds && suggested && "choices" in suggested)
    return isSmallScale(bounds) ? { type: "scale" } : { type: "number" };
  if (bounds && isText)
    return isSmallScale(bounds) && !isCounted(draft) ? starsOrScale(bounds.max!) : { type: "number" };
  if (bounds && suggested?.type === "rating" && !isStars(bounds)) return { type: "scale" };
  // "Would you recommend us, 0 to 10?", "Did you like it, 1 to 5?"
  if (bounds && suggested?.type === "yes_no" && isSmallScale(bounds))
    return isRecommendation(draft, grammar) ? { type: "nps" } : starsOrScale(bounds.max!);
  if (length?.max !== undefined && isText && length.max > LONG_ANSWER) return { type: "long_text" };
  return suggested ?? { type: "short_text" };
}

/** "Would you recommend us?" from 0 to 10 is the question of the net promoter score. */
function isRecommendation({ label, bounds }: Draft, { languages }: Grammar): boolean {
  const words = instructionsIn(languages[0]!).vocabulary.recommendWords ?? [];
  return bounds?.min === 0 && bounds.max === 10 && wordSet(words).first(fold(label)) !== undefined;
}

/** "seats: 1 to 4" counts seats: what is rated has a scale up to 5 or 10. */
function isCounted({ label, opinion, bounds }: Draft): boolean {
  return opinion === undefined && bounds?.max !== 5 && bounds?.max !== 10 && isPlural(label);
}

function isSmallScale({ min, max }: { min?: number; max?: number }): boolean {
  return (min === 0 || min === 1) && max !== undefined && max <= 10;
}

function isStars({ min, max }: { min?: number; max?: number }): boolean {
  return (min ?? 1) === 1 && max !== undefined && max >= 3 && max <= 10;
}

function starsOrScale(max: number): Shape {
  return max >= 3 && max <= 5 ? { type: "rating", max } : { type: "scale" };
}

const CHOOSING: ReadonlySet<Kind> = new Set([
  "single_choice",
  "multiple_choice",
  "dropdown",
  "ranking",
  "matrix",
]);

/** Kinds that need choices. */
export function needsChoices(kind: Kind | undefined): boolean {
  return kind !== undefined && CHOOSING.has(kind);
}
