/** Reads a line that only says more of the question above it: `(choose several)`, `*`, `______`. */
import type { LineKind } from "../marks/lines.ts";
import type { Span } from "../marks/span.ts";
import type { Notation } from "./details.ts";
import { Draft } from "./draft.ts";
import type { QuestionText } from "./question-text.ts";

/** Adds what a line without a label says to the question above. Without one, a bracket stays unread, so a warning quotes it. */
export function readDetailsBelow(notation: Notation, span: Span, above: QuestionText | undefined): LineKind {
  const { coverage } = notation;
  coverage.remove(span);
  if (above !== undefined || !/[([]/.test(coverage.slice(span))) {
    const draft = new Draft(notation, span);
    draft.readEnds(span);
    if (above !== undefined) addTo(above, draft.question({ isQuoted: false }));
  }
  return "question";
}

function addTo(above: QuestionText, { details, choices, problems, hasStar, hasBlank }: QuestionText): void {
  above.details.push(...details);
  above.choices.push(...choices);
  above.problems.push(...problems);
  above.hasStar ||= hasStar;
  above.hasBlank ||= hasBlank;
}
