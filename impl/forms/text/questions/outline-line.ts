import type { LineKind } from "../marks/lines.ts";
import type { Marker } from "../marks/marker.ts";
import type { QuestionText } from "./question-text.ts";

/** The line of a question, in the order of the text. */
export interface OutlineLine {
  readonly question: QuestionText;
  readonly marker: Marker;
  /** The line in the document. */
  readonly row: { kind: LineKind };
  /** Number of headings above it. */
  readonly section: number;
  /** Whether something else than a question stands directly above it, such as a blank line. */
  readonly isApart: boolean;
}
