/** Records how each character of a form text is read. */

/**
 * - `space`: white space and line ends
 * - `mark`: a mark of the notation, such as `-` before a choice or the bracket around details
 * - `word`: a word of its tables, such as `required`
 * - `text`: a text of the form, as it stands
 * - `unread`: nothing of these
 */
export type LeafKind = "space" | "mark" | "word" | "text" | "unread";

/** Offsets in the text, in UTF-16 code units; `to` is the end, not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Leaf extends Span {
  readonly kind: LeafKind;
}

const KINDS: readonly LeafKind[] = ["unread", "space", "mark", "word", "text"];
const SPACE = /\s/;

/** The kinds of all characters of a text. Unmarked characters are unread, or white space. */
export class Ink {
  readonly source: string;
  readonly #kinds: Uint8Array;

  constructor(source: string) {
    this.source = source;
    this.#kinds = new Uint8Array(source.length);
  }

  mark(span: Span): void {
    this.#write("mark", span);
  }

  word(span: Span): void {
    this.#write("word", span);
  }

  text(span: Span): void {
    this.#write("text", span);
  }

  /** Resets a span to unread. */
  erase(span: Span): void {
    this.#write("unread", span);
  }

  of({ from, to }: Span): string {
    return this.source.slice(from, to);
  }

  /** Returns the characters from left to right, in runs of one kind: joined, they are the text. */
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

  /** The spans that are not read, over the white space within. */
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

/** The span without white space at its ends. */
export function trimSpan(source: string, { from, to }: Span): Span {
  let start = from;
  let end = to;
  while (start < end && SPACE.test(source.charAt(start))) start++;
  while (end > start && SPACE.test(source.charAt(end - 1))) end--;
  return { from: start, to: end };
}
