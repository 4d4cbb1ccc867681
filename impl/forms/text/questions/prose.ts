import { endsWithBlank } from "../marks/blanks.ts";
import { readQuotation } from "../marks/quotes.ts";
import type { Span } from "../marks/span.ts";

/** Whether a line is a sentence that ends with a full stop, and is no question. The first line may be a title with "!". */
export function isProse(source: string, span: Span, isFirst: boolean): boolean {
  if (readQuotation(source, span.from, span.to)?.to === span.to) return false;
  const last = source.charAt(span.to - 1);
  if (/[.…。]/.test(last)) return !endsWithBlank(source, span);
  return last === "!" && !isFirst;
}
