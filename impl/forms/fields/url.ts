import { limits } from "../../../generated/limits.ts";
import type { UrlField } from "../../../generated/types.ts";
import { type Checked, problem } from "../answers/problem.ts";
import { textTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { lineInput } from "./parts/line-input.ts";
import { oneInput } from "./parts/one-input.ts";
import { cleanText } from "./parts/text.ts";

/** The address of a web page. */
export const url: QuestionKind<UrlField> = {
  ...oneInput,
  own: { placeholder: true, required: true },
  check: checkUrl,
  sample: () => "https://example.org/",
  tally: textTally,
  input: (view) => lineInput(view, "text", { autocomplete: "url", inputmode: "url" }),
};

/** Without a scheme, https is assumed. */
function checkUrl(_field: UrlField, input: unknown): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  const text = cleanText(input, "one");
  if (text === "") return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  const isWebAddress =
    url !== null && /^https?:$/.test(url.protocol) && /^[^.\s]+(\.[^.\s]+)+$/.test(url.hostname);
  if (!isWebAddress || url.username !== "" || url.password !== "") return problem("url");
  if (url.href.length > limits.answer_length.max)
    return { problem: { code: "max_length", count: limits.answer_length.max } };
  return { answer: url.href };
}
