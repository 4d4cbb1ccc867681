/** A form text as its page shows it: the resulting form, and the problems of each line. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { placedProblem } from "../../../ai/built-in-refusals.ts";
import { readFormText } from "../../../ai/read-form-text.ts";
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

export function readWritten(t: OwnerTranslation, source: string, language: Language): WrittenForm {
  const { text, structure, problems, warnings } = readFormText(source, language);
  const numbers = lineNumbers(source);
  const unclear = problems.map((problem) => {
    const { span } = problem;
    const isWhole = span.from === 0 && span.to === text.length;
    const line = isWhole ? undefined : numbers[text.slice(0, span.from).split("\n").length - 1];
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
