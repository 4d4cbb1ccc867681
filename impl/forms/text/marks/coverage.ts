/** Records which characters of a form text are read, and as what. */
import type { Span } from "./span.ts";

/**
 * - `space`: white space and line ends
 * - `mark`: a mark of the notation, such as `-` before a choice or the bracket around details
 * - `word`: a word of its tables, such as `required`
 * - `text`: a text of the form, as it stands
 * - `unread`: nothing of these
 */
export type LeafKind = "space" | "mark" | "word" | "text" | "unread";

export interface Leaf extends Span {
  readonly kind: LeafKind;
}

const KINDS: readonly LeafKind[] = ["unread", "space", "mark", "word", "text"];
const SPACE = /\s/;

/** The kinds of all characters of a text. Characters without one are unread, or white space. A later call replaces the kind of an earlier one. */
export class Coverage {
  readonly source: string;
  readonly #kinds: Uint8Array;

  constructor(source: string) {
    this.source = source;
    this.#kinds = new Uint8Array(source.length);
  }

  addMark(span: Span): void {
    this.#write("mark", span);
  }

  addWord(span: Span): void {
    this.#write("word", span);
  }

  addText(span: Span): void {
    this.#write("text", span);
  }

  /** Resets a span to unread. */
  remove(span: Span): void {
    this.#write("unread", span);
  }

  /** Returns the characters of a span. */
  slice({ from, to }: Span): string {
    return this.source.slice(from, to);
  }

  /** Returns runs of characters of one kind, from left to right. Together they are the whole span. */
  leaves(span: Span = { from: 0, to: this.source.length }): Leaf[] {
    const leaves: Leaf[] = [];
    let { from } = span;
    while (from < span.to) {
      const kind = this.#kindAt(from);
      let to = from + 1;
      while (to < span.to && this.#kindAt(to) === kind) to++;
      leaves.push({ kind, from, to });
      from = to;
    }
    return leaves;
  }

  /** Returns the unread spans. White space between unread words of one line belongs to them. */
  unread(span?: Span): Span[] {
    const found: { from: number; to: number }[] = [];
    let isOpen = false;
    for (const { kind, from, to } of this.leaves(span)) {
      if (kind === "space") isOpen &&= !/[\n\r]/.test(this.source.slice(from, to));
      else if (kind !== "unread") isOpen = false;
      else if (isOpen) found.at(-1)!.to = to;
      else {
        found.push({ from, to });
        isOpen = true;
      }
    }
    return found;
  }

  #kindAt(at: number): LeafKind {
    const kind = KINDS[this.#kinds[at] ?? 0] ?? "unread";
    return kind === "unread" && SPACE.test(this.source.charAt(at)) ? "space" : kind;
  }

  #write(kind: LeafKind, { from, to }: Span): void {
    this.#kinds.fill(KINDS.indexOf(kind), from, to);
  }
}
