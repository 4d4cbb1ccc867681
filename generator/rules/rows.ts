/** Every rule as a row for people: those of parsing and of shapes, then those of meaning. */
import { textSentences } from "../parse/syntax.ts";
import { structureSentences } from "../structure/describe-error.ts";
import { rules } from "./index.ts";

export interface RuleRow {
  readonly code: string;
  /** `error` or `warning`, and `, may be accepted` where `accept` of `service.yaml` can name the rule. */
  readonly kind: string;
  readonly sentence: string;
}

export const ruleRows: readonly RuleRow[] = [
  ...Object.entries({ ...textSentences, ...structureSentences }).map(([code, sentence]) => ({
    code,
    kind: "error",
    sentence,
  })),
  ...rules.map(({ code, sentence, severity = "error", acceptable }) => ({
    code,
    kind: acceptable ? `${severity}, may be accepted` : severity,
    sentence,
  })),
];
