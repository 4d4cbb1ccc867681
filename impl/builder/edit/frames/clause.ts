/** An instruction that a frame takes apart: what a frame takes is used, and in the end only words that change nothing may be left. */
import type { FormField } from "../../../../generated/types.ts";
import type { EditContext } from "../context.ts";
import type { Cue } from "./cue-lists.ts";
import type { Mark } from "./mark.ts";

export class Clause {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly context: EditContext;
  readonly #used = new Set<Mark>();
  readonly #tolerated: number;
  /** The same instruction as it was read last, where a frame tries several readings. */
  #again: Clause | undefined;

  /**
   * `text` is the instruction with its days as the marks have them. So many words that nothing knows may be left over; the reader that
   * tolerates some names them in a warning.
   */
  constructor(text: string, marks: readonly Mark[], context: EditContext, tolerated = 0) {
    this.text = text;
    this.marks = marks;
    this.context = context;
    this.#tolerated = tolerated;
  }

  /** The same instruction with nothing taken. */
  fresh(): Clause {
    this.#again = new Clause(this.text, this.marks, this.context, this.#tolerated);
    return this.#again;
  }

  /** The words that are left and that nothing knows. */
  get unknown(): readonly Mark[] {
    if (this.#again) return this.#again.unknown;
    return this.open.filter((mark) => !isEmpty(mark));
  }

  /** The marks that no frame has taken yet. */
  get open(): readonly Mark[] {
    return this.marks.filter((mark) => !this.#used.has(mark));
  }

  take(accept: (mark: Mark) => boolean): readonly Mark[] {
    const taken = this.open.filter(accept);
    for (const mark of taken) this.#used.add(mark);
    return taken;
  }

  has(...cues: readonly Cue[]): boolean {
    return this.open.some((mark) => cues.some((cue) => mark.cues.has(cue)));
  }

  /** Takes all that have one of the cues. */
  cue(...cues: readonly Cue[]): boolean {
    return this.take((mark) => cues.some((cue) => mark.cues.has(cue))).length > 0;
  }

  /** Takes the fields that are named, each once, in the order of the words. */
  fields(accept: (field: FormField) => boolean = () => true): readonly FormField[] {
    const marks = this.take(({ field }) => field !== undefined && accept(field));
    return [...new Set(marks.map(({ field }) => field!))];
  }

  numbers(): readonly number[] {
    return this.take(({ number }) => number !== undefined).map(({ number }) => number!);
  }

  /** Takes the only quotation and gives its text. */
  quoted(): string | undefined {
    const all = this.open.filter(({ value }) => value === "quoted");
    const quotations = all.length > 1 ? all.filter(({ field }) => !field) : all;
    if (quotations.length !== 1) return undefined;
    this.take((mark) => mark === quotations[0]);
    return inside(quotations[0]!.text);
  }

  /** Whether all that is left changes nothing. */
  isDone(): boolean {
    const { unknown } = this;
    return (
      unknown.length <= this.#tolerated && unknown.every((mark) => isUnknown(mark) && !this.#isListed(mark))
    );
  }

  /** "acme.com and friends": what stands behind an "and" is one more of what was taken. */
  #isListed(mark: Mark): boolean {
    const before = this.marks[this.marks.indexOf(mark) - 1];
    return before !== undefined && (before.separator === "," || before.cues.has("and"));
  }

  /**
   * The words that are left, if they stand together: from the first that means something up to the last. `isOpen`: the label of a new
   * field may end in "for", as in "the company they work for".
   */
  rest(isOpen = false): { text: string; marks: readonly Mark[] } | undefined {
    const first = this.marks.findIndex((mark) => !this.#used.has(mark) && !isEmpty(mark));
    if (first < 0) return undefined;
    let end = first;
    while (end < this.marks.length && !this.#used.has(this.marks[end]!)) end++;
    let last = end - 1;
    const isEnding = isOpen && end === this.marks.length;
    while (last > first && (isEnding ? isTrailing : isEmpty)(this.marks[last]!)) last--;
    const after = this.marks.slice(end);
    if (after.some((mark) => !this.#used.has(mark) && !isEmpty(mark))) return undefined;
    const marks = this.marks.slice(first, last + 1);
    return { text: this.text.slice(marks[0]!.start, marks.at(-1)!.end), marks };
  }
}

function inside(quotation: string): string {
  return quotation.replace(/^["“„«]\s?|\s?["”“»]$/gu, "");
}

/** A word without any meaning that is known. */
function isUnknown({ cues, field, choices, number, kind, value, answer }: Mark): boolean {
  return (
    cues.size === 0 && !field && !choices && number === undefined && !kind && !value && answer === undefined
  );
}

/** A separator, or a word that changes nothing; the "l" of French is a size where the form has that. */
export function isEmpty(mark: Mark): boolean {
  return mark.separator !== undefined || (mark.cues.has("plain") && !mark.choices);
}

/** Whether a phrase belongs to an instruction, so that no label, no choice and no text without quotation marks has it. */
export function instructs({ cues }: Mark): boolean {
  return INSTRUCTING.some((cue) => cues.has(cue));
}

const INSTRUCTING = [
  "negation",
  "remove",
  "notNeeded",
  "gone",
  "rename",
  "replace",
  "swap",
  "insteadOf",
  "if",
  "unless",
  "forThose",
  "hide",
  "required",
  "needNot",
  "help",
  "placeholder",
  "redirect",
  "shuffle",
  "between",
] as const satisfies readonly Cue[];

/** What ends a list of words without being part of it: commas and "please", but not the "for" of "company they work for". */
function isTrailing(mark: Mark): boolean {
  return (mark.separator !== undefined && mark.separator !== ")") || mark.cues.has("polite");
}
