/** A form text as its page shows it: the resulting form, and the problems of each line. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { placedProblem } from "../../../ai/built-in-refusals.ts";
import { type ReadText, readWholeText } from "../../../ai/reading.ts";
import { structureProblems } from "../../../forms/structure/check.ts";
import { structureWarnings } from "../../../forms/structure/warnings/warnings.ts";
import { lineNumbers } from "../../../forms/text/marked-text.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { sentenceText } from "../../../texts/sentences/sentence.ts";
import { warningText } from "../../../texts/sentences/warnings.ts";
import { reasonText } from "./refusal-text.ts";

export interface WrittenForm {
  /** The structure of the understood part; undefined: there is nothing to show. */
  readonly structure: FormStructure | undefined;
  readonly problems: readonly WrittenProblem[];
  readonly warnings: readonly string[];
}

export interface WrittenProblem {
  /** The line in the marked text, from 1; undefined: the whole text. */
  readonly line: number | undefined;
  readonly text: string;
}

/** A text that a user writes, and the reader of the service. */
export interface Writing {
  readonly source: string;
  readonly language: Language;
  readonly accountId: string;
  readonly read: ReadText;
}

export async function readWritten(
  t: OwnerTranslation,
  { source, language, accountId, read }: Writing,
): Promise<WrittenForm> {
  const { text, structure, problems, warnings } = await readWholeText(
    read,
    "formText",
    { source, language },
    accountId,
  );
  const numbers = lineNumbers(source);
  const lineAt = lineCounter(text);
  const unclear = problems.map((problem) => {
    const { span } = problem;
    const isWhole = span.from === 0 && span.to === text.length;
    const line = isWhole ? undefined : numbers[lineAt(span.from)];
    return { line, text: sentenceText(placedProblem(text, problem), t.language) };
  });
  const broken = structure ? structureProblems(structure) : [];
  const more = structure && broken.length === 0 ? structureWarnings(structure) : [];
  return {
    structure: broken.length === 0 ? structure : undefined,
    problems: [...unclear, ...broken.map((reason) => ({ line: undefined, text: reasonText(t, reason) }))],
    warnings: [...warnings, ...more].map((warning) => warningText(warning, t.language)),
  };
}

/** Returns a function that counts the line ends before a position. A text of thousands of problems is walked through once. */
function lineCounter(text: string): (at: number) => number {
  const before = new Uint32Array(text.length + 1);
  for (let at = 0; at < text.length; at++) before[at + 1] = before[at]! + (text[at] === "\n" ? 1 : 0);
  return (at) => before[at]!;
}
