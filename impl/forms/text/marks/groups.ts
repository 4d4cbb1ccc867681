/** Finds brackets at the end of a span. */
import type { Span } from "./span.ts";
import { outside } from "./split.ts";

export interface Group {
  /** The span with its brackets. */
  readonly whole: Span;
  /** The span without the brackets. */
  readonly inner: Span;
}

/** `(…)` or `[…]` at the end of a span, with something in it. */
export function groupAtEnd(source: string, span: Span): Group | undefined {
  const last = source.charAt(span.to - 1);
  if (last !== ")" && last !== "]") return undefined;
  const opener = last === ")" ? "(" : "[";
  let open: number | undefined;
  let closed: number | undefined;
  for (const { at, depth } of outside(source, span)) {
    const character = source.charAt(at);
    if (depth === 0 && "([{".includes(character)) open = at;
    else if (depth === 0 && ")]}".includes(character)) closed = at;
  }
  const isWhole = closed === span.to - 1 && open !== undefined && source.charAt(open) === opener;
  if (!isWhole || open === undefined) return undefined;
  const inner = { from: open + 1, to: span.to - 1 };
  return source.slice(inner.from, inner.to).trim() === ""
    ? undefined
    : { whole: { from: open, to: span.to }, inner };
}
