/** Covers an instruction from left to right with what is known of it: parts of the form, cues, numbers, quotations. */
import type { FormField } from "../../../../generated/types.ts";
import { findChoice, findConcept, findKind } from "../../lexicon/dictionary.ts";
import type { Kind } from "../../lexicon/words.ts";
import { withIsoDays } from "../../prompt/settings.ts";
import { type EditContext, numberOf } from "../context.ts";
import { type Cue, type CueIndex, cuesIn } from "./cue-lists.ts";
import { choicesCalled, Mentions, type NamedChoice } from "./mentions.ts";
import { type Value, type Word, wordsOf } from "./split-words.ts";

/** A known phrase, or one unknown word. What it stands for is decided by the frame that reads it. */
export interface Mark {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly cues: ReadonlySet<Cue>;
  readonly field?: FormField | undefined;
  readonly choices?: readonly NamedChoice[] | undefined;
  /** The type of a field that would ask for it: "postal address" takes a text. */
  readonly asks?: string | undefined;
  /** What the word answers. */
  readonly answer?: "yes" | "no" | undefined;
  readonly number?: number | undefined;
  readonly kind?: Kind | undefined;
  readonly value?: Value | undefined;
  readonly separator?: string | undefined;
}

/** An instruction of more words is read by no frame. */
const MAX_WORDS = 40;
const MAX_PHRASE = 6;

/** Undefined: the text is too long. */
export function markClause(text: string, context: EditContext): readonly Mark[] | undefined {
  const days = withIsoDays(text);
  const words = wordsOf(days);
  if (words.length === 0 || words.length > MAX_WORDS || days.length > 500) return undefined;
  return new Marker(days, words, context).marks();
}

class Marker {
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #context: EditContext;
  readonly #cues: CueIndex;
  readonly #mentions: Mentions;

  constructor(text: string, words: readonly Word[], context: EditContext) {
    this.#text = text;
    this.#words = words;
    this.#context = context;
    this.#cues = cuesIn(context.instructionLanguages);
    this.#mentions = new Mentions(context);
  }

  marks(): Mark[] {
    const marks: Mark[] = [];
    for (let at = 0; at < this.#words.length; ) {
      const { mark, length } = this.#longest(at);
      marks.push(mark);
      at += length;
    }
    return marks;
  }

  /** The longest known phrase from a word on, with all that it may mean; a word that nothing knows by itself. */
  #longest(at: number): { mark: Mark; length: number } {
    const word = this.#words[at]!;
    if (word.value || word.separator !== undefined) return { mark: this.#valued(word), length: 1 };
    const parted = this.#partedByComma(at);
    if (parted) return parted;
    const most = this.#reach(at);
    for (let length = most; length > 0; length--) {
      const mark = this.#known(at, length);
      if (mark) return { mark, length };
    }
    return { mark: this.#span(at, 1, {}), length: 1 };
  }

  /** How many words from one on may be a phrase: none of them is a quotation, and no comma stands between. */
  #reach(at: number): number {
    let length = 1;
    while (length < MAX_PHRASE) {
      const next = this.#words[at + length];
      if (!next || next.value || next.separator !== undefined) break;
      length++;
    }
    return length;
  }

  /** "těch, kteří přijdou": where a language has a comma within "those who", it is a part of the phrase. */
  #partedByComma(at: number): { mark: Mark; length: number } | undefined {
    for (let first = 1; first <= 2; first++) {
      if (this.#words[at + first]?.separator !== ",") continue;
      const words = this.#words.slice(at, at + first + 2).filter(({ separator }) => separator === undefined);
      const cues = this.#cuesOf(words.map(({ text }) => text));
      if (words.length === first + 1 && cues.has("forThose"))
        return { mark: this.#span(at, first + 2, { cues }), length: first + 2 };
    }
    return undefined;
  }

  #known(at: number, length: number): Mark | undefined {
    const words = this.#words.slice(at, at + length).map(({ text }) => text);
    const cues = this.#cuesOf(words);
    if (length > 1 && this.#isPlain(words[0]!) && this.#saysNoMore(words, cues)) return undefined;
    const text = this.#text.slice(this.#words[at]!.start, this.#words[at + length - 1]!.end);
    const edges = length > 1 ? [words[0]!, words.at(-1)!] : [];
    const isEdged = edges.some((one) => this.#isEdge(one));
    const isMore = isEdged || cues.size > 0;
    const isOpen = edges.some((one) => this.#isPlain(one));
    const found = {
      field: this.#mentions.fieldCalled(
        text,
        words,
        isOpen || cues.has("plain") ? "nothing" : isMore ? "more" : "name",
      ),
      choices: choicesCalled(text, this.#context),
      number: length === 1 ? numberOf(text, this.#context) : undefined,
      kind: isOpen ? undefined : kindCalled(text, this.#context),
      asks: isOpen ? undefined : this.#mentions.askedBy(text),
      answer: answerCalled(text, this.#context),
    };
    const isKnown =
      cues.size > 0 || found.field || found.choices.length > 0 || found.number !== undefined || found.kind;
    if (!isKnown && !found.asks && !found.answer) return undefined;
    return this.#span(at, length, {
      ...found,
      cues,
      choices: found.choices.length > 0 ? found.choices : undefined,
    });
  }

  #cuesOf(words: readonly string[]): ReadonlySet<Cue> {
    const phrase = this.#cues
      .get(words[0]!)
      ?.find(
        (one) => one.words.length === words.length && one.words.every((word, index) => word === words[index]),
      );
    return phrase?.cues ?? NONE;
  }

  #isPlain(word: string): boolean {
    return this.#cues.get(word)?.some(({ words, cues }) => words.length === 1 && cues.has("plain")) ?? false;
  }

  /** "the email" is no other cue than "email". */
  #saysNoMore(words: readonly string[], cues: ReadonlySet<Cue>): boolean {
    const without = this.#cuesOf(words.slice(1));
    return cues.size > 0 && [...cues].every((cue) => without.has(cue));
  }

  /** A name of several words does not begin or end with what has a meaning of its own, unless labels have the word. */
  #isEdge(word: string): boolean {
    return this.#cuesOf([word]).size > 0 && !this.#mentions.isLabelWord(word);
  }

  #valued({ start, end, value, separator }: Word): Mark {
    const text = this.#text.slice(start, end);
    const field = value === "quoted" ? this.#mentions.fieldLabelled(text) : undefined;
    return { text, start, end, cues: NONE, value, separator, field };
  }

  #span(at: number, length: number, known: Partial<Mark>): Mark {
    const [start, end] = [this.#words[at]!.start, this.#words[at + length - 1]!.end];
    return { cues: NONE, ...known, text: this.#text.slice(start, end), start, end };
  }
}

function answerCalled(text: string, { instructionLanguages }: EditContext): "yes" | "no" | undefined {
  const value = findChoice(text, instructionLanguages)?.value;
  return value === "yes" || value === "no" ? value : undefined;
}

/** The type of answer that a phrase names. */
function kindCalled(text: string, { instructionLanguages }: EditContext): Kind | undefined {
  const kind = findKind(text, instructionLanguages)?.value;
  if (kind) return kind;
  return findConcept(text, instructionLanguages)?.value === "date_time" ? "date" : undefined;
}

const NONE: ReadonlySet<Cue> = new Set();
