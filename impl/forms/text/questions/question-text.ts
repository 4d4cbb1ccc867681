/** A question of a form text, as far as it is read. */

import type { Problem } from "../marks/problem.ts";
import type { Span } from "../marks/span.ts";
import type { ChoiceText } from "./choices.ts";
import type { Detail } from "./detail.ts";

export interface QuestionText {
  /** The line of the question, and the lines of its choices that are read already. */
  readonly span: Span;
  readonly label: string;
  readonly labelSpan: Span;
  readonly isQuoted: boolean;
  hasStar: boolean;
  /** Whether it has a line to write on, as on paper: `Name: ______`. */
  hasBlank: boolean;
  /** Whether some of its details stand behind the label without a bracket: `Age 18 to 99`. */
  readonly hasBareDetails: boolean;
  readonly details: Detail[];
  readonly choices: ChoiceText[];
  readonly problems: Problem[];
  /** A bracket after the label or its question mark that looks like a list but belongs to the label. */
  readonly bracketList: Span | undefined;
  help?: string;
  rows?: ChoiceText[];
}

/** Whether a label ends with a question mark. A bracket behind the question mark is ignored. */
export function asks(label: string): boolean {
  return /[?？;](?:\s*\([^()]*\)|\s*\[[^[\]]*\])?$/.test(label);
}
