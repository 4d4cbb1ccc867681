/** An edit as tokens, with what each of them may mean: cues, fillers, and names of the form. */
import type { Range } from "../reading/accounting.ts";
import { type Lexicon, lexiconOf } from "../reading/lexicon.ts";
import type { Found } from "../reading/phrases.ts";
import type { Prompt } from "../reading/prompt.ts";
import { IN_NO_CHOICE, IN_NO_TEXT, VERBS } from "./cue-groups.ts";
import type { NamedField, Names } from "./names.ts";
import type { Cue, EditWords } from "./words.ts";

/** `item`: one text for the reader of list items. `list`: choices, which no word of an instruction is in. */
export type TextKind = "plain" | "item" | "list";

export class EditText {
  readonly prompt: Prompt;
  readonly words: EditWords;
  readonly lexicon: Lexicon;
  readonly names: Names;
  readonly #cues: (Found<Cue>[] | undefined)[] = [];
  readonly #read = new Map<string, unknown>();

  constructor(prompt: Prompt, words: EditWords, names: Names) {
    this.prompt = prompt;
    this.words = words;
    this.lexicon = lexiconOf(words.language);
    this.names = names;
  }

  /** All cues that begin at a token, longer ones first; also such as stand in quotes alone. */
  cuesAt(at: number): readonly Found<Cue>[] {
    const quote = this.prompt.isOpenQuote(at) ? this.prompt.inside(at) : undefined;
    const cues = () => this.words.cues.every(this.prompt.tokens, quote?.from ?? at, quote?.to);
    this.#cues[at] ??= quote
      ? cues()
          .filter(({ to }) => to === quote.to)
          .map(({ value, to }) => ({ value, from: at, to: to + 1 }))
      : cues();
    return this.#cues[at];
  }

  /** @returns the longest of these cues at a token */
  cueAt(at: number, ...cues: readonly Cue[]): Found<Cue> | undefined {
    return this.cuesAt(at).find(({ value }) => cues.includes(value));
  }

  /** Whether one of these cues stands between two tokens. */
  has(from: number, to: number, cues: ReadonlySet<Cue>): boolean {
    for (let at = from; at < to; at++)
      if (this.cuesAt(at).some((found) => found.to <= to && cues.has(found.value))) return true;
    return false;
  }

  /** Whether a range has no words but these cues. */
  isSaid({ from, to }: Range, cues: Iterable<Cue>): boolean {
    for (let at = from; at < to; ) {
      const word = this.cueAt(at, ...cues);
      if (this.prompt.isWord(at) && (word === undefined || word.to > to)) return false;
      at = word?.to ?? at + 1;
    }
    return true;
  }

  /** @returns the first token from `at` on that is neither a mark nor a filler, nor one of these cues */
  skip(at: number, ...cues: readonly Cue[]): number {
    const filler = this.cueAt(at, "filler", "polite", ...cues);
    const isMark = this.prompt.tokens[at]?.kind === "mark" && !this.prompt.isOpenQuote(at);
    return filler || isMark ? this.skip(filler?.to ?? at + 1, ...cues) : at;
  }

  /** @returns the tokens at which a name may begin: this one, and those behind a few fillers */
  starts(at: number): number[] {
    const starts = [at];
    for (let filler = this.cueAt(at, "filler"); filler && starts.length < 4; ) {
      // "l'adresse", "in-numru"
      const isElided = this.prompt.isMark(filler.to, "'’-") && !this.prompt.tokens[filler.to]?.isSpaced;
      const next = isElided ? filler.to + 1 : filler.to;
      starts.push(next);
      filler = this.cueAt(next, "filler");
    }
    return starts;
  }

  /** @returns the token behind a comma or a word for "and"; undefined: there is none */
  separator(at: number): number | undefined {
    const behind = this.prompt.isMark(at, ",&+/") ? at + 1 : at;
    return this.cueAt(behind, "and", "or")?.to ?? (behind > at ? behind : undefined);
  }

  /** The parts of a list, between commas and words for "and". */
  partsOf(range: Range, marks = ",;+&/", words: readonly Cue[] = ["and", "or"]): Range[] {
    const parts = this.prompt.split(range, (at) => {
      const word = this.cueAt(at, ...words);
      return word ? word.to - at : Number(this.prompt.isMark(at, marks));
    });
    return parts.map((part) => this.prompt.trim(part));
  }

  /** Whether a mark introduces what follows: a colon or an arrow. */
  readonly isArrow = (at: number): boolean =>
    this.prompt.isMark(at, ":→=") || (this.prompt.isMark(at, ">") && this.prompt.isMark(at - 1, "-="));

  /** Whether a word without quotes may be in a text. A word of an instruction may not, least of all among choices. */
  mayBeText(at: number, kind: TextKind): boolean {
    if (this.#beginsInstruction(at)) return false;
    if (this.#isOfKind(at)) return kind !== "list";
    return !this.cuesAt(at).some(
      ({ value }) => IN_NO_TEXT.has(value) || (kind === "list" && IN_NO_CHOICE.has(value)),
    );
  }

  /** Whether the words behind a comma or "and" are an instruction of their own. */
  #beginsInstruction(at: number): boolean {
    const isBehind =
      this.prompt.isMark(at - 1, ",;") || [1, 2, 3].some((back) => this.cueAt(at - back, "and")?.to === at);
    return isBehind && this.cuesAt(at).some(({ value }) => VERBS.has(value));
  }

  /** The "no" of "yes/no question" denies nothing. */
  #isOfKind(at: number): boolean {
    const kinds = this.lexicon.table("kinds");
    return [0, 1, 2, 3].some((back) => (kinds.at(this.prompt.tokens, at - back)?.to ?? 0) > at);
  }

  /** Names of fields that begin at a token, the longest first. */
  fieldsAt(at: number): readonly Found<NamedField>[] {
    return this.once("names", at, () => this.names.fieldsAt(this.prompt, at));
  }

  /** The result of a reader at a place, which many frames ask for. */
  once<Value>(reader: string, at: number, read: () => Value): Value {
    const key = `${reader} ${at}`;
    if (!this.#read.has(key)) this.#read.set(key, read());
    return this.#read.get(key) as Value;
  }
}
