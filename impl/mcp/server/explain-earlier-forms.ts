/** Says what to send in place of conditions and calculations of the format before formulas. */
import type { Tool } from "@toolwright/runtime";
import { earlierParts, isAt } from "../../forms/structure/earlier-parts.ts";
import { sentenceText } from "../../texts/sentences/sentence.ts";

/** The tool, whose refusals of such arguments name the formula or condition to send. */
export function explainingEarlierForms<Explained extends Tool>(tool: Explained): Explained {
  const input: Tool["input"] = (data) => {
    const isValid = tool.input(data);
    input.errors = isValid ? null : explainErrors(data, tool.input.errors ?? []);
    return isValid;
  };
  return { ...tool, input };
}

type Errors = NonNullable<Tool["input"]["errors"]>;

function explainErrors(data: unknown, errors: Errors): Errors {
  const earlier = earlierParts(data);
  const others = errors.filter(({ instancePath, keyword, params }) => {
    const property = keyword === "additionalProperties" ? `/${String(params.additionalProperty)}` : "";
    const missing = keyword === "required" ? `/${String(params.missingProperty)}` : "";
    return !earlier.some((part) => isAt(instancePath + property + missing, part));
  });
  const instead = earlier.map(({ path, sentence }) => ({
    instancePath: path,
    keyword: "errorMessage",
    params: { message: sentenceText(sentence, "en") },
  }));
  return [...instead, ...others];
}
