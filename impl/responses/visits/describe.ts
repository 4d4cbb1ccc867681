/** Describes visits as the contract does. */
import type { FormStructure, FormSummaryResourceOutput } from "../../../generated/types.ts";
import { translation } from "../../texts/translate.ts";
import type { VisitFigures, VisitSteps } from "./figures.ts";
import { leftQuestions } from "./left-questions.ts";

/** The latest days that are named; the totals count all days. */
const MAX_DAYS = 100;

export function describeVisits(structure: FormStructure, figures: VisitFigures): FormSummaryResourceOutput {
  const { say } = translation(structure.default_language, structure.default_language);
  return {
    ...describeSteps(figures),
    left_at: leftQuestions(structure, figures.left).map(({ field, label, visits }) => ({
      ...(field !== undefined && { field_id: field }),
      label: label ?? say("address_label"),
      visits,
    })),
    days: figures.days.slice(-MAX_DAYS).map(({ day, ...steps }) => ({ day, ...describeSteps(steps) })),
    languages: figures.languages.map(({ language, ...steps }) => ({ language, ...describeSteps(steps) })),
  };
}

function describeSteps({ opened, started, sent, medianSeconds }: VisitSteps) {
  const steps = { opened, started, sent };
  return medianSeconds === undefined ? steps : { ...steps, median_seconds: medianSeconds };
}
