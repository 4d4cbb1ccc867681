/** Decides whether a line is a choice of the question above it. */
import { boxesIn } from "../marks/boxes.ts";
import type { Letter } from "../marks/letters.ts";
import { type LineKind, logicalLine } from "../marks/lines.ts";
import { type Marker, readMarker } from "../marks/marker.ts";
import type { Span } from "../marks/span.ts";
import { trimSpan } from "../marks/span.ts";
import { asks, type QuestionText } from "./question-text.ts";

/** The context in which a line is judged, besides the question. */
export interface LinesAround {
  readonly source: string;
  readonly letters: ReadonlyMap<number, Letter>;
  /** The kind of the last line that is not blank. */
  readonly lastKind: LineKind | undefined;
}

const WITH_CHOICES: ReadonlySet<string> = new Set([
  "single_choice",
  "multiple_choice",
  "dropdown",
  "ranking",
]);

/** The question that lines below may belong to, and how its own line began. */
export class OpenQuestion {
  readonly question: QuestionText;
  readonly #marker: Marker;
  /** How far its first choice on a line of its own is indented. */
  #choiceIndent: number | undefined;

  constructor(question: QuestionText, marker: Marker) {
    this.question = question;
    this.#marker = marker;
  }

  /** Whether a line is the next choice. */
  takes(marker: Marker, around: LinesAround): boolean {
    if (marker.indent < (this.#choiceIndent ?? 0) || !this.#isChoice(marker, around)) return false;
    this.#choiceIndent ??= marker.indent;
    return true;
  }

  /** Boxes are choices. Bullets are, where they stand below the line of a question and that says so. */
  #isChoice(marker: Marker, around: LinesAround): boolean {
    if (marker.kind === "box")
      return this.#mayHaveChoices(around) && !(isLone(marker, around) && !this.#saysChoices());
    if (marker.letter) return this.#isLettered(marker.letter, around) && this.#mayHaveChoices(around);
    return marker.kind === "bullet" && this.#isAbove(marker) && this.#takesChoices(around);
  }

  #isAbove({ indent }: Marker): boolean {
    return this.#marker.kind !== "bullet" || indent > this.#marker.indent;
  }

  #mayHaveChoices({ lastKind }: LinesAround): boolean {
    const { details, choices, rows } = this.question;
    const type = details.find((detail) => detail.kind === "type")?.type;
    const isOwnList = choices.length === 0 || lastKind === "choice";
    return !rows && isOwnList && (type === undefined || WITH_CHOICES.has(type));
  }

  /** Whether the question says that it is one with choices; else lines below it could be questions, too. */
  #takesChoices(around: LinesAround): boolean {
    const { question } = this;
    if (!this.#mayHaveChoices(around)) return false;
    if (this.#saysChoices() || question.choices.length > 0 || asks(question.label)) return true;
    if (!question.problems.some(({ code }) => code === "choices_or_questions"))
      question.problems.push({ code: "choices_or_questions", span: question.labelSpan });
    return false;
  }

  #saysChoices(): boolean {
    return this.question.details.some((detail) => detail.kind === "type" && WITH_CHOICES.has(detail.type));
  }

  /** `a) …` directly below a question that has no letter itself. */
  #isLettered({ isFirst, followsNeighbor, precedesNeighbor }: Letter, { lastKind }: LinesAround): boolean {
    if (this.#marker.kind === "letter") return false;
    return lastKind === "choice" ? followsNeighbor : isFirst && precedesNeighbor;
  }
}

/** Tells whether a box is alone, so it is not a choice: `[ ] I agree`. */
function isLone(marker: Marker, around: LinesAround): boolean {
  const { source } = around;
  const others = boxesIn(source, { from: marker.from, to: logicalLine(source, marker.from).to });
  return around.lastKind !== "choice" && others.length === 0 && !isBoxBelow(marker, around);
}

/** Whether the line below a place begins with a box. */
export function isBoxBelow({ from }: Pick<Span, "from">, { source, letters }: LinesAround): boolean {
  const next = trimSpan(source, logicalLine(source, logicalLine(source, from).to));
  return readMarker(source, next, next, letters).kind === "box";
}
