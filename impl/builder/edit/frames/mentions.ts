/** Finds the parts of a form that a phrase of an instruction names, and what such a phrase could ask for anew. */
import type { Choice, FormField } from "../../../../generated/types.ts";
import { meaningOf } from "../../fields/meaning.ts";
import { SHAPES } from "../../fields/shapes.ts";
import { fold, phraseKey } from "../../lexicon/fold.ts";
import { wordSet } from "../../lexicon/phrases.ts";
import { allFields, type EditContext, listOf } from "../context.ts";
import { conceptOf, findField, namesField } from "../find.ts";
import { choiceHolders, choiceNamed, type FieldWithChoices } from "../find-choice.ts";

/** A choice of the form that an instruction names. */
export interface NamedChoice {
  readonly field: FieldWithChoices;
  readonly choice: Choice;
}

/** A phrase is compared with labels only if one of its words begins like a word of a label. */
const STEM = 3;

/** Words that share so many letters at their beginning are forms of one. */
const NEAR = 5;

function isNear(one: string, other: string): boolean {
  return one.length >= NEAR && one.slice(0, NEAR) === other.slice(0, NEAR);
}

export class Mentions {
  readonly #context: EditContext;
  readonly #words: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;

  constructor(context: EditContext) {
    this.#context = context;
    const labels = allFields(context.form).flatMap(({ id, label }) => [
      id.replaceAll("_", " "),
      ...Object.values(label as Record<string, string>).map(phraseKey),
    ]);
    this.#labels = new Set(labels);
    this.#words = new Set(labels.flatMap((label) => label.split(" ")));
    this.#stems = new Set([...this.#words].map((word) => word.slice(0, STEM)));
  }

  /**
   * The one field that a phrase names. What means nothing by itself ("will", "guests") names one only as a label, or as a concept that a label has; what means
   * more than a name ("text"), only as a whole word of a label.
   */
  fieldCalled(
    text: string,
    words: readonly string[],
    means: "name" | "more" | "nothing",
  ): FormField | undefined {
    const context = this.#context;
    // "the requirement for the size" is no part of "Dietary requirements".
    if (words.length === 1 && wordSet(listOf("duties", context)).is(words[0]!)) return undefined;
    const isLabel = this.#labels.has(phraseKey(text));
    const isWord = words.length === 1 && words[0]!.length >= STEM && this.#words.has(words[0]!);
    const isLike = words.some((word) => word.length >= STEM && this.#stems.has(word.slice(0, STEM)));
    const isConcept = (means !== "more" || words.length > 1) && this.askedBy(text) !== undefined;
    const isNamed =
      means === "nothing" ? isWord && isConcept : isWord || isConcept || (means === "name" && isLike);
    if (!isLabel && !isNamed) return undefined;
    const { last } = context;
    context.last = undefined;
    const field = namesField(text, context) ? findField(text, context) : undefined;
    context.last = last;
    return field && isConcept && !isLabel && this.#isFarFrom(field, text, words) ? undefined : field;
  }

  /** Latvian "pilsētu" is the city, and no form of "pilns" in "full name". */
  #isFarFrom(field: FormField, text: string, words: readonly string[]): boolean {
    const { grammar } = this.#context;
    const named = meaningOf(text, grammar, false)?.concept;
    if (grammar.languages[0] === "en" || named === conceptOf(field, this.#context)) return false;
    const labels = Object.values(field.label as Record<string, string>).map((one) =>
      phraseKey(one).split(" "),
    );
    return !labels
      .flat()
      .some((one) => words.some((word) => one.includes(word) || word.includes(one) || isNear(word, one)));
  }

  isLabelWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** The field whose label a quotation is. */
  fieldLabelled(quotation: string): FormField | undefined {
    const isLabel = this.#labels.has(phraseKey(quotation));
    return isLabel ? this.fieldCalled(quotation, [], "name") : undefined;
  }

  /** The type of field that asks for what a phrase names. */
  askedBy(text: string): string | undefined {
    const meaning = meaningOf(text, this.#context.grammar, false);
    return meaning?.exact ? SHAPES[meaning.concept].type : undefined;
  }
}

/** The choices that a phrase names, by their labels or their plurals; "M" is a size, "m" may be anything. */
export function choicesCalled(text: string, context: EditContext): readonly NamedChoice[] {
  const spellings = text.length > 4 ? [text, text.replace(/e?[sn]$/u, "")] : [text];
  for (const spelling of spellings) {
    const found = choiceHolders(spelling, context).flatMap((field): NamedChoice[] => {
      const choice = choiceNamed(field, spelling)!;
      const label = Object.values(choice.label as Record<string, string>);
      const isShort = fold(spelling).length < 3 && !label.includes(spelling);
      return isShort ? [] : [{ field, choice }];
    });
    if (found.length > 0) return found;
  }
  return [];
}
