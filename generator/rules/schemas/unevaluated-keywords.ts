/** The warning where the validators, which Ajv writes, read a schema in another way than the standard. */
import { differingKeyword, unevaluatedKeywords } from "@toolwright/json-schema";
import { graphFor } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { keyBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type Rule } from "../rule.ts";

export const unevaluatedRules: readonly Rule[] = [
  {
    code: "unevaluated-as-standard",
    sentence:
      "An unevaluated keyword is used only where Ajv, which writes the validators, follows the standard.",
    severity: "warning",
    violations: (model) =>
      everySchema(model).flatMap(({ at, ...located }) =>
        unevaluatedKeywords
          .filter((keyword) => located.schema[keyword] !== undefined)
          .flatMap((keyword): Violation | [] => {
            const other = differingKeyword(keyword, graphFor(resolver(model))(located));
            if (other === undefined) return [];
            const [parts, instead] = words[keyword]!;
            const detail = `Beside \`${other}\`, Ajv may take other ${parts} for evaluated than the standard.`;
            const hint = `Use \`${instead}\` where that says the same; else test values that depend on it.`;
            return { at: keyBelow(at, [keyword]), detail, hint };
          }),
      ),
  },
];

const words: Readonly<Record<string, readonly [parts: string, instead: string]>> = {
  unevaluatedProperties: ["properties", "additionalProperties"],
  unevaluatedItems: ["items", "items"],
};
