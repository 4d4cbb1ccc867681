import { limits } from "../../../generated/limits.ts";
import type { UrlField } from "../../../generated/types.ts";
import { cleanText } from "../../platform/clean-text.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { textTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { textFilter } from "./parts/filters.ts";
import { lineInput } from "./parts/line-input.ts";
import { oneInput } from "./parts/one-input.ts";
import { readWebAddress } from "./parts/web-address.ts";

/** The address of a web page. */
export const url: QuestionKind<UrlField> = {
  ...oneInput,
  own: { placeholder: true, required: true },
  check: checkUrl,
  sample: () => "https://example.org/",
  tally: textTally,
  filter: () => textFilter,
  rules: (_field, say) => [["url", say({ code: "url" })]],
  input: (view) => lineInput(view, "text", { autocomplete: "url", inputmode: "url" }),
};

function checkUrl(_field: UrlField, input: unknown): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  const text = cleanText(input, "one");
  if (text === "") return undefined;
  const answer = readWebAddress(text);
  if (answer === undefined) return problem("url");
  if (answer.length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer };
}
