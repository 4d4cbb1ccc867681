/** Reads details in brackets behind a label: `Age (number, 18 to 99, required)`. */
import type { Coverage } from "../marks/coverage.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { splitAt } from "../marks/split.ts";
import type { Words } from "../words.ts";
import type { Detail } from "./detail.ts";
import { ItemReader } from "./item-reader.ts";

export interface Notation {
  readonly coverage: Coverage;
  readonly words: Words;
}

export interface Details {
  readonly details: readonly Detail[];
  /** Unread items. */
  readonly unread: readonly Span[];
  /** Marks the read characters. */
  write(): void;
}

/** Reads the details between two brackets; undefined if no item is a detail of the notation. */
export function readDetails(notation: Notation, span: Span): Details | undefined {
  const items = splitAt(notation.coverage.source, span, ",;").map((item) => readItem(notation, item));
  const all = items.flatMap((item) => item.details ?? []);
  const isNumeric = all.some(({ kind }) => kind === "bound" || kind === "type");
  const isRead = ({ details }: Item) => details !== undefined && (isNumeric || !details.some(isUnclearUnit));
  const [read, unread] = [items.filter(isRead), items.filter((item) => !isRead(item))];
  if (read.length === 0) return undefined;
  return {
    details: read.flatMap(({ details }) => details ?? []),
    unread: unread.map((item) => item.span),
    write() {
      writeSeparators(notation.coverage, span, items);
      for (const { write } of read) write();
    },
  };
}

function isUnclearUnit(detail: Detail): boolean {
  return detail.kind === "unit" && !detail.isClear;
}

export function writeSeparators(
  coverage: Coverage,
  span: Span,
  items: readonly { readonly span: Span }[],
): void {
  let { from } = span;
  for (const { span: item } of items) {
    coverage.addMark({ from, to: item.from });
    from = item.to;
  }
  coverage.addMark({ from, to: span.to });
}

interface Item {
  readonly span: Span;
  /** Undefined: not all of it is of the notation. */
  readonly details: readonly Detail[] | undefined;
  /** Marks how the characters were read. */
  write(): void;
}

function readItem({ coverage, words }: Notation, untrimmed: Span): Item {
  const span = trimSpan(coverage.source, untrimmed);
  const reader = new ItemReader(coverage.source, words, span);
  const details = reader.read();
  const write = () => {
    coverage.addWord(span);
    for (const text of reader.texts) {
      coverage.addMark({ from: reader.markFrom, to: span.to });
      coverage.addText(text);
    }
  };
  return { span, details, write };
}
